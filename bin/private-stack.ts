import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { GatewayVpcEndpointAwsService, InterfaceVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { InstanceType, TritonModel, TritonRealtimeEndpoint } from '../lib';
import { artifact } from './model-folders';

/** An endpoint in isolated subnets with network isolation, and a customer managed key for logs and captured requests. */
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
      model: TritonModel.fromDirectory(artifact('image-classifier', 'onnx'), {
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
  }
}
