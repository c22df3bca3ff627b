import { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';

/**
 * The network of an endpoint's containers.
 *
 * @internal
 */
export interface NetworkOptions {
  /**
   * VPC in which the containers have network interfaces. All traffic of the containers, including traffic to S3, goes through this VPC.
   * Requests to the endpoint do not go through the VPC.
   *
   * @default - no VPC, and the containers have access to the internet
   */
  readonly vpc?: IVpc;

  /**
   * Subnets for the network interfaces: up to 16, in at least two Availability Zones. Public subnets do not provide access to the internet,
   * because the network interfaces have only private IP addresses. Requires `vpc`.
   *
   * @default - the private subnets or, without any, the isolated ones
   */
  readonly vpcSubnets?: SubnetSelection;

  /**
   * Security groups of the network interfaces, up to 5. Requires `vpc`.
   *
   * @default - a new security group, which allows all outbound traffic
   */
  readonly securityGroups?: ISecurityGroup[];

  /**
   * Whether the containers have no network access, not even to S3. SageMaker still downloads models and images, delivers requests, and
   * writes logs and captured data, because SageMaker does this work outside the containers.
   *
   * @default false
   */
  readonly networkIsolation?: boolean;
}
