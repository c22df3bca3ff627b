import { CfnParameter, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { GatewayVpcEndpointAwsService, InterfaceVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { TritonRealtimeEndpointProps } from '../../../lib';
import { SHARED_VPC } from '../services/ec2';

/** Subnets without internet access, with the VPC endpoints that a container requires. */
export function isolatedNetwork(stack: Stack): Pick<TritonRealtimeEndpointProps, 'vpc' | 'vpcSubnets'> {
  const vpc = new Vpc(stack, 'Vpc', {
    natGateways: 0,
    subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED }],
    gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
  });
  for (const [id, service] of [
    ['Ecr', InterfaceVpcEndpointAwsService.ECR],
    ['EcrDocker', InterfaceVpcEndpointAwsService.ECR_DOCKER],
    ['Logs', InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS],
  ] as const) {
    vpc.addInterfaceEndpoint(id, { service });
  }
  vpc.applyRemovalPolicy(RemovalPolicy.DESTROY);
  return { vpc, vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED } };
}

/** Subnets that a different account shares. Their IDs are in the code of the app. */
export function sharedNetwork(stack: Stack): Pick<TritonRealtimeEndpointProps, 'vpc'> {
  const { vpcId, subnetIds } = SHARED_VPC;
  return {
    vpc: Vpc.fromVpcAttributes(stack, 'Vpc', {
      vpcId,
      availabilityZones: ['us-east-1a', 'us-east-1b'],
      privateSubnetIds: subnetIds,
    }),
  };
}

/** Subnets that a different account shares. Their IDs come from a parameter of the stack. */
export function parameterNetwork(stack: Stack): Pick<TritonRealtimeEndpointProps, 'vpc'> {
  const { vpcId, subnetIds } = SHARED_VPC;
  const privateSubnetIds = new CfnParameter(stack, 'Subnets', {
    type: 'List<AWS::EC2::Subnet::Id>',
    default: subnetIds.join(','),
  }).valueAsList;
  return { vpc: Vpc.fromVpcAttributes(stack, 'Vpc', { vpcId, availabilityZones: Fn.getAzs(), privateSubnetIds }) };
}
