import { Stack } from 'aws-cdk-lib';
import { Connections, IVpc, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct, IDependable } from 'constructs';
import { JobNetwork, networkInterfacePermissions } from '../../cdk/network-interfaces';
import { NetworkOptions } from '../options/network-options';
import { storageRouteDependency, warnWithoutEgress, warnWithoutStorageRoute } from './check-storage-access';

/** Network of the containers, and the permissions that the endpoint's role requires for it. */
export interface EndpointNetwork {
  readonly vpcConfig?: CfnModel.VpcConfigProperty;
  /** Undefined without a VPC. */
  readonly connections?: Connections;
  readonly statements: PolicyStatement[];
  readonly securityGroupIds?: string[];
  /** Whether the library created the security group of the endpoint. */
  readonly createdSecurityGroup?: boolean;
  /** Network of the jobs that build files of models. */
  readonly jobs?: JobNetwork;
  /** Resources that must exist before a model is downloaded through the network: the route to the internet or to S3. */
  readonly dependencies?: IDependable[];
}

/** Returns the network of an endpoint. Creates the security group, unless the user provides security groups. */
export function buildNetwork(scope: Construct, options: NetworkOptions): EndpointNetwork {
  const { vpc } = options;
  if (!vpc) return { statements: [] };
  const selectedSubnets = vpc.selectSubnets(options.vpcSubnets);
  warnWithoutStorageRoute(scope, vpc, selectedSubnets);
  const securityGroups = options.securityGroups ?? [createSecurityGroup(scope, vpc)];
  warnWithoutEgress(scope, securityGroups);
  const securityGroupIds = securityGroups.map(({ securityGroupId }) => securityGroupId);
  const statements = networkInterfacePermissions(Stack.of(scope), {
    vpc,
    selectedSubnets,
    groupIds: securityGroupIds,
  });
  const dependencies = [selectedSubnets.internetConnectivityEstablished, storageRouteDependency(scope, vpc)];
  return {
    vpcConfig: { subnets: selectedSubnets.subnetIds, securityGroupIds },
    connections: new Connections({ securityGroups }),
    securityGroupIds,
    createdSecurityGroup: !options.securityGroups,
    statements,
    jobs: { subnets: selectedSubnets.subnetIds, securityGroupIds, statements, dependencies },
    dependencies,
  };
}

function createSecurityGroup(scope: Construct, vpc: IVpc): SecurityGroup {
  return new SecurityGroup(scope, 'SecurityGroup', { vpc, description: 'Containers of a Triton endpoint' });
}
