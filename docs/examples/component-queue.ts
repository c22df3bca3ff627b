import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { InstanceType, Scaling, TritonInferenceComponents, TritonModel } from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'ComponentQueue');
const images = TritonModel.fromDirectory('model-artifacts/image-classifier/onnx', {
  name: 'image-classifier',
  maxBatchSize: 16,
});
const texts = TritonModel.fromDirectory('model-artifacts/text-classifier/onnx', {
  name: 'text-classifier',
  maxBatchSize: 16,
});
const scaling = Scaling.concurrentRequestsPerCopy({ minCapacity: 0, maxCapacity: 2, requestsPerCopy: 16 });
const endpoint = new TritonInferenceComponents(stack, 'Endpoint', {
  instanceType: InstanceType.G5_XLARGE, // 1 GPU, so 1 copy
  minInstanceCount: 0,
  maxInstanceCount: 6, // 4 copies, and one new copy of each component during an update
  components: [
    { componentName: 'images', model: images, scaling },
    { componentName: 'texts', model: texts, scaling },
  ],
});
const component = endpoint.componentOf('images');

const failures = new Queue(stack, 'Failures', { enforceSSL: true, retentionPeriod: Duration.days(14) });
const requests = new Queue(stack, 'Requests', {
  enforceSSL: true,
  visibilityTimeout: Duration.minutes(3), // time until a request that failed is sent again
  deadLetterQueue: { queue: failures, maxReceiveCount: 20 }, // 20 attempts in 60 minutes
});
const responses = new Bucket(stack, 'Responses', {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  lifecycleRules: [{ expiration: Duration.days(30) }],
});

const functionLogs = new LogGroup(stack, 'FunctionLogs', { retention: RetentionDays.ONE_MONTH });
const role = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
functionLogs.grantWrite(role);
component.grantInvoke(role); // not the component `texts`
role.addToPrincipalPolicy(
  new PolicyStatement({ actions: ['s3:PutObject'], resources: [responses.arnForObjects('*')] }),
);
const consumer = new NodejsFunction(stack, 'Function', {
  entry: 'bin/component-queue/handler.ts',
  runtime: Runtime.NODEJS_24_X,
  memorySize: 512,
  timeout: Duration.seconds(30),
  environment: {
    ENDPOINT_NAME: endpoint.endpointName,
    INFERENCE_COMPONENT_NAME: component.inferenceComponentName,
    MODEL: images.metadata,
    RESPONSE_BUCKET: responses.bucketName,
  },
  logGroup: functionLogs,
  role,
});
consumer.addEventSource(
  new SqsEventSource(requests, { batchSize: 10, maxConcurrency: 2, reportBatchItemFailures: true }),
);
new CfnOutput(stack, 'QueueUrl', { value: requests.queueUrl });
new CfnOutput(stack, 'ResponseBucket', { value: responses.bucketName });

app.synth();
