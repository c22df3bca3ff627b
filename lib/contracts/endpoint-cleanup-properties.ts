/** Properties of the custom resource whose deletion waits until SageMaker has removed the interfaces and grants of an endpoint. */
export interface CleanupProperties {
  readonly EndpointName: string;
  readonly SecurityGroupIds: string[];
  /** Unique ID of the role that created the endpoint's network interfaces, if other resources can use the same security groups. */
  readonly CreatorRoleId?: string;
  readonly RoleArn: string;
  readonly KeyArns: string[];
}
