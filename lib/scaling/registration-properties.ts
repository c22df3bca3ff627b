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
  /** JSON of `DeclaredCapture`. Left out when nothing is captured. */
  readonly DataCapture?: string;
}

/** Which share of the requests an endpoint captures, and where to: what DescribeEndpoint returns of it. */
export interface DeclaredCapture {
  readonly samplingPercentage: number;
  readonly destination: string;
}

/** A variant, and what is registered of it: properties of CloudFormation's resources, in camel case as in aws-cdk-lib. */
export interface Registration {
  readonly variantName: string;
  readonly instanceTypes: string[];
  /** What a variant has that does not scale, and what one that scales begins with. */
  readonly instanceCount: number;
  /** Undefined when nothing scales. */
  readonly target?: RegisteredTarget;
  readonly policies: RegisteredPolicy[];
}

/** A policy with its configuration. */
export interface RegisteredPolicy {
  /** Policies of a variant that differ have other names. */
  readonly policyName: string;
  /** The alarms that call it, apart from those that Application Auto Scaling makes itself. */
  readonly alarmNames?: string[];
  readonly policyType: string;
  readonly targetTrackingScalingPolicyConfiguration?: unknown;
  readonly stepScalingPolicyConfiguration?: unknown;
}

/** What scales, and how far. */
export interface RegisteredTarget {
  readonly minCapacity: number;
  readonly maxCapacity: number;
  readonly scheduledActions?: {
    readonly scalableTargetAction?: { readonly minCapacity?: number; readonly maxCapacity?: number };
  }[];
}

/** The fewest and the most instances that scaling may have made, by its limits and those of its schedule. */
export function rangeOf(target: RegisteredTarget): { readonly least: number; readonly most: number } {
  const all = [target, ...(target.scheduledActions ?? []).map(({ scalableTargetAction }) => scalableTargetAction)];
  const numbers = (values: (number | undefined)[]): number[] => values.filter((each) => each !== undefined).map(Number);
  return {
    least: Math.min(...numbers(all.map((each) => each?.minCapacity))),
    most: Math.max(...numbers(all.map((each) => each?.maxCapacity))),
  };
}

/** Whether a deployment configuration, as JSON, moves a number of instances and no share of the fleet. */
export function movesInstances(deployment: string): boolean {
  return deployment.includes('"INSTANCE_COUNT"');
}
