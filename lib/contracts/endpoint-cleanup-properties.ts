/** Properties of the custom resource that cleans up after an endpoint. */
export interface CleanupProperties {
  readonly EndpointName: string;
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
