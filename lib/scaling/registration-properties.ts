/** What the handler of registrations is told. It shares this file, which therefore imports nothing. */
export const SERVICE_NAMESPACE = 'sagemaker';
export const SCALABLE_DIMENSION = 'sagemaker:variant:DesiredInstanceCount';

/** The custom resource before the endpoint, and the one after it. */
export const RELEASE = 'Custom::TritonScalingRelease';
export const REGISTRATION = 'Custom::TritonScalingRegistration';

/** Properties of both. */
export interface RegistrationProperties {
  readonly EndpointName: string;
  /** The configuration that the endpoint serves after the deployment. */
  readonly EndpointConfigName: string;
  /** JSON of the endpoint's deployment configuration. When it changes, the endpoint is updated, too. */
  readonly Deployment: string;
  /** JSON of `Registration[]`. */
  readonly Variants: string;
}

/** A variant, and what is registered of it: properties of CloudFormation's resources, in camel case as in aws-cdk-lib. */
export interface Registration {
  readonly variantName: string;
  readonly instanceTypes: string[];
  /** What a variant has that does not scale, and what one that scales begins with. */
  readonly instanceCount: number;
  /** Undefined when nothing scales. */
  readonly target?: {
    readonly minCapacity: number;
    readonly maxCapacity: number;
    readonly scheduledActions?: {
      readonly scalableTargetAction?: { readonly minCapacity?: number; readonly maxCapacity?: number };
    }[];
  };
  readonly policies: object[];
}
