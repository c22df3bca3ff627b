/** What the handler of the clean-up receives. It shares this file, which therefore imports nothing. */
export interface CleanupProperties {
  readonly EndpointName: string;
  readonly SecurityGroupIds: string[];
  /** Where the security groups may be those of others, too: interfaces of theirs were made by this role (its unique id). */
  readonly CreatorRoleId?: string;
  readonly RoleArn: string;
  readonly KeyArns: string[];
}

/** Whether SageMaker may leave network interfaces or grants of the endpoint. */
export function hasLeftovers({ SecurityGroupIds, KeyArns }: CleanupProperties): boolean {
  return SecurityGroupIds.length + KeyArns.length > 0;
}
