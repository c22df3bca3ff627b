import * as path from 'path';
import { CfnOutput, Duration, Stack, StackProps } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { InstanceType, Scaling, TritonInferenceComponents, TritonModel } from '../lib';
import { artifact } from './model-folders';

/**
 * Two models as inference components that scale in to zero copies. A queue in front of one of them keeps requests until its first copy is in
 * service, so callers receive no errors.
 */
export class ComponentQueueStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const images = TritonModel.fromDirectory(artifact('image-classifier', 'onnx'), {
      name: 'image-classifier',
      maxBatchSize: 16,
    });
    const texts = TritonModel.fromDirectory(artifact('text-classifier', 'onnx'), {
      name: 'text-classifier',
      maxBatchSize: 16,
    });
    const scaling = Scaling.concurrentRequestsPerCopy({ minCapacity: 0, maxCapacity: 2, requestsPerCopy: 16 });
    const endpoint = new TritonInferenceComponents(this, 'Endpoint', {
      instanceType: InstanceType.G5_XLARGE, // 1 GPU, so 1 copy
      minInstanceCount: 0,
      maxInstanceCount: 6, // 4 copies, and one new copy of each component during an update
      components: [
        { componentName: 'images', model: images, scaling },
        { componentName: 'texts', model: texts, scaling },
      ],
    });
    const component = endpoint.componentOf('images');

    const failures = new Queue(this, 'Failures', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    const requests = new Queue(this, 'Requests', {
      enforceSSL: true,
      visibilityTimeout: Duration.minutes(3), // time until a request that failed is sent again
      deadLetterQueue: { queue: failures, maxReceiveCount: 20 }, // 20 attempts in 60 minutes
    });
    const responses = new Bucket(this, 'Responses', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(30) }],
    });

    const functionLogs = new LogGroup(this, 'FunctionLogs', { retention: RetentionDays.ONE_MONTH });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    functionLogs.grantWrite(role);
    component.grantInvoke(role); // not the component `texts`
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['s3:PutObject'], resources: [responses.arnForObjects('*')] }),
    );
    const consumer = new NodejsFunction(this, 'Function', {
      entry: path.join(__dirname, 'component-queue', 'handler.ts'),
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
    new CfnOutput(this, 'QueueUrl', { value: requests.queueUrl });
    new CfnOutput(this, 'ResponseBucket', { value: responses.bucketName });
  }
}
