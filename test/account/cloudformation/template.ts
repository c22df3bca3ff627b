/** The parts of a template that the engine reads. */
export interface Template {
  readonly Resources: Record<string, ResourceDefinition>;
  readonly Conditions?: Record<string, unknown>;
  readonly Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  readonly Parameters?: Record<string, { readonly Type: string; readonly Default?: unknown }>;
  readonly Outputs?: Record<string, unknown>;
}

export interface ResourceDefinition {
  readonly Type: string;
  readonly Properties?: Properties;
  readonly Condition?: string;
  readonly DependsOn?: string | string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export type Properties = Record<string, unknown>;

/** A resource that exists, as its stack knows it. */
export interface StackResource {
  readonly logicalId: string;
  readonly type: string;
  readonly definition: ResourceDefinition;
  /** With all functions resolved. */
  readonly properties: Properties;
  readonly physicalId: string;
  readonly ref: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
