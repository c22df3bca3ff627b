export const SERVICE_NAMESPACE = 'sagemaker';

/** What Application Auto Scaling can scale in SageMaker, as the scalable dimension: the instances of variants, and the copies of components. */
export const SCALABLE_DIMENSIONS = {
  variant: 'sagemaker:variant:DesiredInstanceCount',
  component: 'sagemaker:inference-component:DesiredCopyCount',
} as const;

/** Identifies a scalable target of SageMaker. */
export interface ScalableTargetId {
  readonly resourceId: string;
  readonly scalableDimension: (typeof SCALABLE_DIMENSIONS)[keyof typeof SCALABLE_DIMENSIONS];
}

/** The scalable target of a variant. */
export function variantTargetId(endpointName: string, variantName: string): ScalableTargetId {
  return {
    resourceId: `endpoint/${endpointName}/variant/${variantName}`,
    scalableDimension: SCALABLE_DIMENSIONS.variant,
  };
}

/** The scalable target of an inference component. */
export function componentTargetId(inferenceComponentName: string): ScalableTargetId {
  return {
    resourceId: `inference-component/${inferenceComponentName}`,
    scalableDimension: SCALABLE_DIMENSIONS.component,
  };
}

/**
 * Resource type of the custom resource that waits until nothing changes an endpoint or an inference component before its update, and
 * deregisters variants from Application Auto Scaling.
 */
export const DEREGISTRATION_TYPE = 'Custom::TritonScalingRelease';
/** Resource type of the custom resource that registers the variants again after the update. */
export const REGISTRATION_TYPE = 'Custom::TritonScalingRegistration';

/** Properties of both custom resources of an endpoint. */
export interface RegistrationProperties {
  readonly EndpointName: string;
  /** Endpoint configuration after the deployment. */
  readonly EndpointConfigName: string;
  /** JSON of the endpoint's deployment configuration. Only its change matters, because it also updates the endpoint. */
  readonly Deployment: string;
  /** JSON of `VariantRegistration[]`. */
  readonly Variants: string;
}

/** Properties of both custom resources of an inference component. */
export interface ComponentProperties {
  readonly InferenceComponentName: string;
  /**
   * JSON of the properties of the component's CloudFormation resource, without the number of copies. If it changes, CloudFormation updates
   * the component.
   */
  readonly Component: string;
}

/** Properties of the custom resource that CloudFormation updates before the component. */
export interface ComponentReleaseProperties extends ComponentProperties {
  /** Number of copies with which the component is created. Undefined if the component does not scale. */
  readonly InitialCopyCount?: string;
}

/** Properties of the custom resource that CloudFormation updates after the component. */
export interface ComponentRegistrationProperties extends ComponentProperties {
  /** Number of copies that CloudFormation sets when it creates or updates the component. */
  readonly CopyCount: string;
  /** JSON of `Registration`. */
  readonly Scaling: string;
}

/**
 * The attribute of the custom resource before the component: the number of copies that the update of the component sets. This is the current
 * number, so that an update keeps the copies that scaling has added.
 */
export const COPY_COUNT_ATTRIBUTE = 'CopyCount';

/** The scaling of a variant or component, with the properties of the CloudFormation resources in camel case, as in aws-cdk-lib. */
export interface Registration {
  /** Undefined without scaling. */
  readonly target?: RegisteredTarget;
  readonly policies: RegisteredPolicy[];
}

/** The scaling of a variant. */
export interface VariantRegistration extends Registration {
  readonly variantName: string;
  readonly instanceTypes: string[];
  /** Instance count of the variant; the initial count if the variant scales. */
  readonly instanceCount: number;
}

/** A scaling policy with its configuration. */
export interface RegisteredPolicy {
  /** Unique for the target and the configuration of the policy. */
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
  readonly scheduledActions?: object[];
  /** The tags in the template. In addition, the target has the tags of the stack. */
  readonly tags?: { readonly key: string; readonly value: string }[];
}
