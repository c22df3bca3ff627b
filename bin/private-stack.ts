import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { GatewayVpcEndpointAwsService, InterfaceVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { Backend, InstanceType, ModelExample, ModelFiles, TritonModel, TritonRealtimeEndpoint } from '../lib';
import { artifact } from './model-folders';

/** Nothing leaves the network: isolated subnets, an isolated container, and a customer managed key for logs and captured requests. */
export class PrivateStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const key = new Key(this, 'Key', { enableKeyRotation: true });
    const vpc = new Vpc(this, 'Vpc', {
      natGateways: 0,
      subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED }],
      gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
    });
    vpc.addFlowLog('FlowLog');
    vpc.addInterfaceEndpoint('Ecr', { service: InterfaceVpcEndpointAwsService.ECR });
    vpc.addInterfaceEndpoint('EcrDocker', { service: InterfaceVpcEndpointAwsService.ECR_DOCKER });
    vpc.addInterfaceEndpoint('Logs', { service: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS });
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 'image-classifier',
        backend: Backend.ONNXRUNTIME,
        files: ModelFiles.fromDirectory(artifact('image-classifier', 'onnx')),
        maxBatchSize: 16,
        examples: [ModelExample.fromFile(artifact('image-classifier', 'onnx.example.json'))],
      }),
      instanceType: InstanceType.G5_XLARGE, // the hardware encrypts its NVMe drive, and SageMaker accepts no key for it
      instanceCount: 2,
      vpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      networkIsolation: true,
      dataCapture: { samplingPercentage: 10, encryptionKey: key, expiration: Duration.days(90) },
      monitoring: { logEncryptionKey: key },
    });
  }
}
