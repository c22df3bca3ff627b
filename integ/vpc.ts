import { App } from 'aws-cdk-lib';
import { GatewayVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { InstanceType, TritonRealtimeEndpoint } from '../lib';
import { CheckedStack, classifier } from './check';

// Checks that the stack can be destroyed. Network interfaces of the endpoint would block the deletion of subnets and security groups.
const app = new App();
const checked = new CheckedStack(app, 'IntegVpc');
const vpc = new Vpc(checked.stack, 'Vpc', {
  maxAzs: 2,
  natGateways: 0,
  subnetConfiguration: [{ name: 'Models', subnetType: SubnetType.PRIVATE_ISOLATED }],
  gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
});
const { endpointName } = new TritonRealtimeEndpoint(checked.stack, 'Endpoint', {
  model: classifier('image-classifier'),
  instanceType: InstanceType.G4DN_XLARGE,
  vpc,
});
checked.call('sagemaker', 'DescribeEndpoint', { EndpointName: endpointName }, { EndpointStatus: 'InService' });
checked.expectScores(endpointName);
app.synth();
