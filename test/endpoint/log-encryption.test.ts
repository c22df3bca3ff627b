import { App, NestedStack, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  Backend,
  InferenceRecommenderJob,
  InstanceType,
  ModelFiles,
  Scaling,
  TritonAsyncEndpoint,
  TritonInferenceComponents,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import { artifact } from '../../bin/model-folders';
import { exampleTemplates, StackTemplate } from '../account/iam/example-templates';
import { classifier } from './fixtures';
import { findCycle, referencesOf } from './template-graph';

const KEY_PROPERTIES: Record<string, string> = {
  'AWS::Logs::LogGroup': 'KmsKeyId',
  'AWS::SNS::Topic': 'KmsMasterKeyId',
  'AWS::SQS::Queue': 'KmsMasterKeyId',
};

/** By logical ID: the key of each log group, topic and queue. */
function keysIn({ Resources }: StackTemplate): [id: string, key: unknown][] {
  return Object.entries(Resources)
    .filter(([, { Type }]) => Type in KEY_PROPERTIES)
    .map(([id, { Type, Properties }]) => [id, Properties?.[KEY_PROPERTIES[Type]]]);
}

function endpointWithKey(stack: Stack, id: string, logEncryptionKey?: Key): TritonRealtimeEndpoint {
  return new TritonRealtimeEndpoint(stack, id, { model: classifier(), monitoring: { logEncryptionKey } });
}

test('the key for logs encrypts all log groups, topics and queues of all kinds of endpoints and of benchmarks', () => {
  const stack = new Stack(new App(), 'Stack');
  // The functions of the benchmark are the first to create the log group of the stack.
  new InferenceRecommenderJob(stack, 'Benchmark', { model: classifier(), instanceTypes: [InstanceType.G5_XLARGE] });
  const key = new Key(stack, 'Key');
  const monitoring = { logEncryptionKey: key, serverMetrics: true };
  const model = classifier();
  new TritonRealtimeEndpoint(stack, 'Engines', {
    model: model.withOverrides({
      backend: Backend.TENSORRT,
      files: ModelFiles.fromEngineBuild(artifact('image-classifier/onnx/1/model.onnx'), {
        profiles: [{ image: { min: [1, 3, 32, 32], opt: [8, 3, 32, 32], max: [16, 3, 32, 32] } }],
      }),
    }),
    monitoring,
    instanceType: InstanceType.G5_XLARGE,
    scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 }),
  });
  new TritonAsyncEndpoint(stack, 'Async', { model, monitoring });
  new TritonMultiModelEndpoint(stack, 'Models', { models: [model], monitoring: { logEncryptionKey: key } });
  new TritonInferenceComponents(stack, 'Components', {
    instanceType: InstanceType.G5_XLARGE,
    maxInstanceCount: 2,
    components: [{ componentName: 'classifier', model }],
    monitoring: { logEncryptionKey: key },
  });
  const template = Template.fromStack(stack).toJSON() as StackTemplate;
  const logs = ['TritonFunctionLogs', 'EnginesLogs', 'AsyncLogs', 'ModelsLogs', 'ComponentsclassifierLogs'];
  expect(keysIn(template)).toEqual(logs.map((id) => [expect.stringMatching(id), stack.resolve(key.keyArn)]));
  expect(findCycle(referencesOf(template.Resources as never))).toBeUndefined();
});

test('in each example with a key for logs, the key encrypts all log groups, topics and queues of the library', async () => {
  const examples = (await exampleTemplates()).map(([, template]) => keysIn(template));
  const encrypted = examples.filter((keys) => keys.some(([, key]) => key !== undefined));
  expect(encrypted.length).toBeGreaterThan(0);
  for (const [id, key] of encrypted.flat()) if (!id.startsWith('VpcFlowLog')) expect(key).toBeDefined();
});

test('the policy of the key allows CloudWatch Logs to encrypt the log of the functions', () => {
  const stack = new Stack(new App(), 'Stack');
  endpointWithKey(stack, 'Endpoint', new Key(stack, 'Key'));
  const template = Template.fromStack(stack);
  const [id] = Object.keys(template.findResources('AWS::Logs::LogGroup')).filter((each) => each.startsWith('Triton'));
  const [key] = Object.values(template.findResources('AWS::KMS::Key'));
  expect(JSON.stringify(key)).toContain(`:log-group:*-${id}-*`);
});

test('the first endpoint of a stack with a key determines the key for the log of the functions', () => {
  const stack = new Stack(new App(), 'Stack');
  const [first, second] = [new Key(stack, 'First'), new Key(stack, 'Second')];
  endpointWithKey(stack, 'Without');
  endpointWithKey(stack, 'A', first);
  endpointWithKey(stack, 'B', second);
  const keys = keysIn(Template.fromStack(stack).toJSON() as StackTemplate);
  expect(keys.find(([id]) => id.startsWith('TritonFunctionLogs'))?.[1]).toEqual(stack.resolve(first.keyArn));
});

test('the key can be in a parent stack', () => {
  const app = new App();
  const parent = new Stack(app, 'Stack');
  endpointWithKey(new NestedStack(parent, 'Nested'), 'Endpoint', new Key(parent, 'Key'));
  expect(() => app.synth()).not.toThrow();
  expect(findCycle(referencesOf(Template.fromStack(parent).toJSON().Resources))).toBeUndefined();
});
