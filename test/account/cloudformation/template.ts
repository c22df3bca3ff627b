/** The parts of a CloudFormation template that the simulation reads. */
export interface Template {
  readonly Resources: Record<string, ResourceDefinition>;
  readonly Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  readonly Parameters?: Record<string, { readonly Type: string; readonly Default?: unknown }>;
  readonly Outputs?: Record<string, unknown>;
}

/** The definition of a resource in a template. */
export interface ResourceDefinition {
  readonly Type: string;
  readonly Properties?: Properties;
  readonly DependsOn?: string | string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export type Properties = Record<string, unknown>;

/** CloudFormation's record of an existing resource. */
export interface StackResource {
  readonly logicalId: string;
  readonly type: string;
  readonly definition: ResourceDefinition;
  /** The properties with all functions resolved. */
  readonly properties: Properties;
  readonly physicalId: string;
  readonly ref: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
