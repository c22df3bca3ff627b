import { App, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import {
  InferenceRecommenderJob,
  InstanceType,
  Scaling,
  TritonAsyncEndpoint,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import { artifact } from '../../bin/model-folders';

/** Creates constructs with properties that add permissions and that neither the examples nor the compliance page use. */
export function createRemainingConstructs(): Stack {
  const stack = new Stack(new App(), 'Remaining', { env: { account: '123456789012', region: 'eu-west-1' } });
  const key = new Key(stack, 'Key');
  const model = TritonModel.fromDirectory(artifact('image-classifier/onnx'));
  const modelBucket = new Bucket(stack, 'Models', { encryptionKey: key });
  const instanceType = InstanceType.of('ml.g4dn.xlarge');

  new TritonRealtimeEndpoint(stack, 'Keys', {
    model,
    modelBucket,
    instanceType: InstanceType.of('ml.c6i.large'), // has no NVMe drives, so it accepts a key
    encryptionKey: key,
    dataCapture: { samplingPercentage: 10, encryptionKey: key },
  });
  const vpc = new Vpc(stack, 'Vpc');
  const credentials = Function.fromFunctionArn(
    stack,
    'F',
    'arn:aws:lambda:eu-west-1:123456789012:function:credentials',
  );
  new TritonRealtimeEndpoint(stack, 'PrivateRegistry', {
    model,
    instanceType,
    vpc,
    image: TritonImage.fromPrivateRegistry('registry.example.com/triton:1', { release: '25.04' }, credentials),
  });
  const open = new TritonMultiModelEndpoint(stack, 'Open', {
    models: [model],
    instanceType,
    modelBucket,
    openPrefix: true,
  });
  const role = (id: string) => new Role(stack, id, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  open.grantPublish(role('GrantPublish'));
  open.grantInvoke(role('GrantInvoke'));
  open.grantInvokeModel(role('GrantInvokeModel'), model.name);
  const queue = new TritonAsyncEndpoint(stack, 'Queue', {
    model,
    instanceType,
    outputEncryptionKey: key,
    successTopic: new Topic(stack, 'Success', { masterKey: key }),
    errorTopic: new Topic(stack, 'Error', { masterKey: key }),
    scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 2, backlogPerInstance: 4 }),
  });
  queue.grantInvokeAsync(role('GrantInvokeAsync'));
  new InferenceRecommenderJob(stack, 'Benchmark', {
    model,
    instanceTypes: [InstanceType.of('ml.m5.xlarge')], // has no NVMe drives
    resultsBucket: modelBucket,
    volumeEncryptionKey: key,
  });
  return stack;
}
