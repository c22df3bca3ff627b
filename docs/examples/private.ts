import { App, Duration, Stack } from 'aws-cdk-lib';
import { GatewayVpcEndpointAwsService, InterfaceVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { InstanceType, TritonModel, TritonRealtimeEndpoint } from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'Private');
const key = new Key(stack, 'Key', { enableKeyRotation: true });
const vpc = new Vpc(stack, 'Vpc', {
  natGateways: 0,
  subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED }],
  gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
});
vpc.addFlowLog('FlowLog');
vpc.addInterfaceEndpoint('Ecr', { service: InterfaceVpcEndpointAwsService.ECR });
vpc.addInterfaceEndpoint('EcrDocker', { service: InterfaceVpcEndpointAwsService.ECR_DOCKER });
vpc.addInterfaceEndpoint('Logs', { service: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS });
new TritonRealtimeEndpoint(stack, 'Endpoint', {
  model: TritonModel.fromDirectory('model-artifacts/image-classifier/onnx', {
    name: 'image-classifier',
    maxBatchSize: 16,
  }),
  instanceType: InstanceType.G5_XLARGE, // no encryptionKey: the hardware encrypts the NVMe drive
  instanceCount: 2,
  vpc,
  vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
  networkIsolation: true,
  dataCapture: { samplingPercentage: 10, encryptionKey: key, expiration: Duration.days(90) },
  monitoring: { logEncryptionKey: key },
});

app.synth();
