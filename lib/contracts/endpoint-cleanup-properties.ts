/**
 * Properties of the custom resource that cleans up after an endpoint, or after an inference component if `InferenceComponentName` is set.
 * Network interfaces and grants belong to the instances, so only the endpoint's resource names security groups and keys.
 */
export interface CleanupProperties {
  readonly EndpointName: string;
  readonly InferenceComponentName?: string;
  readonly SecurityGroupIds: string[];
  /** Unique ID of the role that created the endpoint's network interfaces, if other resources can use the same security groups. */
  readonly CreatorRoleId?: string;
  readonly RoleArn: string;
  readonly KeyArns: string[];
}

/** Whether SageMaker can leave network interfaces or grants of the endpoint behind. */
export function hasLeftovers({ SecurityGroupIds, KeyArns }: CleanupProperties): boolean {
  return SecurityGroupIds.length + KeyArns.length > 0;
}
