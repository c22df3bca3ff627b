import { Stack } from 'aws-cdk-lib';
import { Connections, IVpc, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct, IDependable } from 'constructs';
import { BuildNetwork } from '../../engine/build-site';
import { manageNetworkInterfaces } from '../../platform/network-interfaces';
import { NetworkOptions } from './options';
import { warnWithoutEgress } from './check-egress';
import { storageRoute, warnWithoutStorageRoute } from './check-storage-route';

/** Where the containers are, and what the endpoint's role needs for it. */
export interface EndpointNetwork {
  readonly vpcConfig?: CfnModel.VpcConfigProperty;
  /** None without a VPC. */
  readonly connections?: Connections;
  readonly statements: PolicyStatement[];
  readonly securityGroupIds?: string[];
  /** Whether the security group is the endpoint's own. */
  readonly ownsGroups?: boolean;
  /** The same, for the jobs that build engines. */
  readonly jobs?: BuildNetwork;
  /** What has to be there before the model can be downloaded through the network. */
  readonly ready?: IDependable[];
}

/** Makes the security group, unless some are given. */
export function buildNetwork(scope: Construct, options: NetworkOptions): EndpointNetwork {
  const { vpc } = options;
  if (!vpc) return { statements: [] };
  const selected = vpc.selectSubnets(options.vpcSubnets);
  warnWithoutStorageRoute(scope, vpc, selected);
  const securityGroups = options.securityGroups ?? [createSecurityGroup(scope, vpc, options.allowAllOutbound)];
  warnWithoutEgress(scope, options.securityGroups ? 'securityGroups' : 'allowAllOutbound', securityGroups);
  const securityGroupIds = securityGroups.map(({ securityGroupId }) => securityGroupId);
  const statements = manageNetworkInterfaces(Stack.of(scope), { vpc, selected, groupIds: securityGroupIds });
  const ready = [selected.internetConnectivityEstablished, storageRoute(scope, vpc)];
  return {
    vpcConfig: { subnets: selected.subnetIds, securityGroupIds },
    connections: new Connections({ securityGroups }),
    securityGroupIds,
    ownsGroups: !options.securityGroups,
    statements,
    jobs: { subnets: selected.subnetIds, securityGroupIds, statements, ready },
    ready,
  };
}

function createSecurityGroup(scope: Construct, vpc: IVpc, allowAllOutbound?: boolean): SecurityGroup {
  return new SecurityGroup(scope, 'SecurityGroup', {
    vpc,
    allowAllOutbound,
    description: 'Containers of a Triton endpoint',
  });
}
