/** What the handler of registrations is told. It shares this file, which therefore imports nothing. */
export const SERVICE_NAMESPACE = 'sagemaker';
export const SCALABLE_DIMENSION = 'sagemaker:variant:DesiredInstanceCount';

/** Properties of `Custom::TritonScalingRelease` and `Custom::TritonScalingRegistration`. */
export interface RegistrationProperties {
  readonly EndpointName: string;
  /** The configuration that the endpoint is going to serve: only what comes before the endpoint has it. */
  readonly EndpointConfigName?: string;
  /** JSON of `Registration[]`. */
  readonly Variants: string;
}

/** A variant, and what is registered of it: properties of CloudFormation's resources, in camel case as in aws-cdk-lib. */
export interface Registration {
  readonly variantName: string;
  readonly instanceTypes: string[];
  /** Undefined when nothing scales. */
  readonly target?: {
    readonly minCapacity: number;
    readonly maxCapacity: number;
    readonly scheduledActions?: object[];
  };
  readonly policies: object[];
}
