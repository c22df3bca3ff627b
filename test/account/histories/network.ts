import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { GatewayVpcEndpointAwsService, InterfaceVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { TritonRealtimeEndpointProps } from '../../../lib';

/** Subnets without a way out, with what a container needs of AWS. */
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
