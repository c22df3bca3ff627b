export const SERVICE_NAMESPACE = 'sagemaker';
export const SCALABLE_DIMENSION = 'sagemaker:variant:DesiredInstanceCount';

/** Resource type of the custom resource that deregisters the variants from Application Auto Scaling before the endpoint is updated. */
export const DEREGISTRATION_TYPE = 'Custom::TritonScalingRelease';
/** Resource type of the custom resource that registers the variants after the update. */
export const REGISTRATION_TYPE = 'Custom::TritonScalingRegistration';

/** Properties of both custom resources. */
export interface RegistrationProperties {
  readonly EndpointName: string;
  /** Endpoint configuration after the deployment. */
  readonly EndpointConfigName: string;
  /** JSON of the endpoint's deployment configuration. A change of this configuration also updates the endpoint. */
  readonly Deployment: string;
  /** JSON of `VariantRegistration[]`. */
  readonly Variants: string;
  /** JSON of `DeclaredCapture`. Undefined without data capture. */
  readonly DataCapture?: string;
}

/** The data capture properties that DescribeEndpoint returns. */
export interface DeclaredCapture {
  readonly samplingPercentage: number;
  readonly destination: string;
}

/** The scaling of a variant, with the properties of the CloudFormation resources in camel case, as in aws-cdk-lib. */
export interface VariantRegistration {
  readonly variantName: string;
  readonly instanceTypes: string[];
  /** Instance count of the variant; the initial count if the variant scales. */
  readonly instanceCount: number;
  /** Undefined if the variant does not scale. */
  readonly target?: RegisteredTarget;
  readonly policies: RegisteredPolicy[];
}

/** A scaling policy with its configuration. */
export interface RegisteredPolicy {
  /** Unique for the variant and the configuration of the policy. */
  readonly policyName: string;
  /** Alarms that trigger the policy, except for the alarms that Application Auto Scaling creates. */
  readonly alarmNames?: string[];
  readonly policyType: string;
  readonly targetTrackingScalingPolicyConfiguration?: unknown;
  readonly stepScalingPolicyConfiguration?: unknown;
}

/** A scalable target. */
export interface RegisteredTarget {
  readonly minCapacity: number;
  readonly maxCapacity: number;
  readonly scheduledActions?: {
    readonly scalableTargetAction?: { readonly minCapacity?: number; readonly maxCapacity?: number };
  }[];
}

/** Minimum and maximum number of instances that the target and its scheduled actions allow. */
export function rangeOf(target: RegisteredTarget): { readonly minimum: number; readonly maximum: number } {
  const limits = [target, ...(target.scheduledActions ?? []).map(({ scalableTargetAction }) => scalableTargetAction)];
  const numbers = (values: (number | undefined)[]): number[] => values.filter((each) => each !== undefined).map(Number);
  return {
    minimum: Math.min(...numbers(limits.map((each) => each?.minCapacity))),
    maximum: Math.max(...numbers(limits.map((each) => each?.maxCapacity))),
  };
}

/** Whether a deployment configuration (JSON) specifies steps as instance counts instead of percentages. */
export function usesInstanceCounts(deployment: string): boolean {
  return deployment.includes('"INSTANCE_COUNT"');
}
