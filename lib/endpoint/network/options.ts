import { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';

/**
 * Which network an endpoint's containers are in.
 *
 * @internal
 */
export interface NetworkOptions {
  /**
   * Network in which the containers get interfaces. They reach what that network reaches, S3 included; requests to the endpoint do
   * not come through it.
   *
   * @default - none; the containers reach the internet
   */
  readonly vpc?: IVpc;

  /**
   * Subnets for the interfaces: up to 16, in at least two availability zones. Public ones give no way to the internet, since the
   * interfaces have private addresses only. Needs `vpc`.
   *
   * @default - the private subnets
   */
  readonly vpcSubnets?: SubnetSelection;

  /**
   * Security groups of the interfaces: up to 5. Needs `vpc`.
   *
   * @default - one of its own
   */
  readonly securityGroups?: ISecurityGroup[];

  /**
   * Whether the security group that is made lets everything out. Needs `vpc`, and no `securityGroups`.
   *
   * @default true
   */
  readonly allowAllOutbound?: boolean;

  /**
   * Whether the containers may not use any network, not even S3. Models and images still arrive, requests are still answered, and
   * logs and captured data are still written, since SageMaker does all of that from outside the container.
   *
   * @default false
   */
  readonly networkIsolation?: boolean;
}
