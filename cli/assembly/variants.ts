import { Properties } from './template';

/** A model that a variant serves. */
export interface VariantModel {
  readonly id: string;
  readonly properties: Properties;
  readonly container: Container;
  /** The location of the model data in S3. */
  readonly dataUri: string;
}

/** The container of a SageMaker model (`PrimaryContainer`). */
export interface Container {
  readonly Image?: string;
  readonly ModelPackageName?: string;
  readonly Mode?: string;
  readonly Environment?: Record<string, string>;
  readonly ModelDataUrl?: string;
  readonly ModelDataSource?: { readonly S3DataSource?: { readonly S3Uri?: string } };
  readonly [name: string]: unknown;
}

/** What serves requests: a variant of the endpoint configuration or, on an endpoint with inference components, a component. */
export interface TemplateVariant {
  /** The name of the variant, or the name of the component on its endpoint. */
  readonly name: string;
  readonly isShadow: boolean;
  readonly instanceTypes: string[];
  /** The number of instances, or of copies of a component, in the template; undefined if it is known only during deployment. */
  readonly count?: number;
  readonly weight?: number;
  readonly properties: Properties;
  /** The model of the variant, followed by the models that instance pools of the variant use instead. */
  readonly models: VariantModel[];
  /** The scaling limits of instances or copies; undefined if the variant does not scale. */
  readonly scaling?: { readonly minimum?: number; readonly maximum?: number };
  /** Set if the variant is an inference component. */
  readonly component?: TemplateComponent;
}

/** What a variant has if it is an inference component: its copies run on the instances of a variant of the endpoint configuration. */
export interface TemplateComponent {
  /** The logical id of the resource. */
  readonly id: string;
  /** The name in SageMaker, which requests contain; the logical id if the name is known only during deployment. */
  readonly inferenceComponentName: string;
  /** The variant on whose instances the copies run; undefined if the endpoint configuration does not have it. */
  readonly host?: TemplateVariant;
  readonly reservation: Reservation;
  readonly deploymentConfig: ComponentDeploymentConfig;
}

/** A variant that is an inference component. */
export type ComponentVariant = TemplateVariant & { readonly component: TemplateComponent };

/** The inference components among the variants of an endpoint. */
export function componentsOf({ variants }: { readonly variants: TemplateVariant[] }): ComponentVariant[] {
  return variants.flatMap((variant) => (variant.component ? [variant as ComponentVariant] : []));
}

/** What each copy reserves on an instance. */
export interface Reservation {
  readonly gpus: number;
  readonly cpuCores: number;
  readonly memoryMib: number;
}

/** The alarms that roll back an update. */
export interface RollbackConfig {
  readonly AutoRollbackConfiguration?: { readonly Alarms?: { readonly AlarmName: string }[] };
}

/** The policy of a rolling update of instances or copies. Undefined values are known only during the deployment. */
export interface RollingPolicy {
  readonly MaximumBatchSize?: { readonly Type?: string; readonly Value?: number };
  readonly WaitIntervalInSeconds?: number;
}

/** How an update replaces the copies. */
export interface ComponentDeploymentConfig extends RollbackConfig {
  readonly RollingUpdatePolicy?: RollingPolicy;
}
