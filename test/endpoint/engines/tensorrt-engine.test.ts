import { App, Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  InstanceType,
  ModelFiles,
  TensorRtEngine,
  TensorRtEngineProps,
  TritonImage,
  TritonRealtimeEndpoint,
} from '../../../lib';
import { findCycle, referencesOf } from '../template-graph';
import { bert, bertFiles, bertOnnxPath } from './fixtures';

const image = TritonImage.forRelease('25.04');

function createEngine(stack: Stack, props: Partial<TensorRtEngineProps> = {}): TensorRtEngine {
  return new TensorRtEngine(stack, 'Engine', {
    files: bertFiles(),
    maxBatchSize: 16,
    instanceType: InstanceType.G5_XLARGE,
    image,
    ...props,
  });
}

function newStack(app = new App(), id = 'Stack'): Stack {
  return new Stack(app, id, { env: { account: '111122223333', region: 'eu-west-1' } });
}

/** Logical ID and properties of the only resource of a type. */
function onlyResource(template: Template, type: string): [string, Record<string, unknown>] {
  const resources = Object.entries(template.findResources(type));
  expect(resources).toHaveLength(1);
  return [resources[0][0], resources[0][1].Properties];
}

test('a wait condition waits for an hour longer than the job may run, and the ID of its handle contains the key of the engine', () => {
  const stack = newStack();
  const engine = createEngine(stack, { maxBuildTime: Duration.hours(11) });
  const template = Template.fromStack(stack);
  const [handle] = onlyResource(template, 'AWS::CloudFormation::WaitConditionHandle');
  const [, condition] = onlyResource(template, 'AWS::CloudFormation::WaitCondition');
  const [, resource] = onlyResource(template, 'Custom::TritonEngine');
  expect(handle).toContain(engine.engineKey.slice(0, 16));
  expect(condition).toEqual({ Handle: { Ref: handle }, Timeout: '43200', Count: 1 });
  expect(resource).toMatchObject({ WaitHandle: { Ref: handle }, MaxRuntimeInSeconds: '39600' });
});

test('a different engine has a new wait condition handle, because a handle keeps its old signals', () => {
  const [handle, otherHandle] = [image, TritonImage.forRelease('25.01')].map((engineImage) => {
    const stack = newStack();
    createEngine(stack, { image: engineImage });
    return onlyResource(Template.fromStack(stack), 'AWS::CloudFormation::WaitConditionHandle')[0];
  });
  expect(handle).not.toBe(otherHandle);
});

test('a different timeout results in a new wait condition and a new handle, because neither can be updated', () => {
  const [ids, idsWithOtherTimeout] = [3, 4].map((hours) => {
    const stack = newStack();
    createEngine(stack, { maxBuildTime: Duration.hours(hours) });
    const template = Template.fromStack(stack);
    return ['WaitConditionHandle', 'WaitCondition'].map(
      (type) => onlyResource(template, `AWS::CloudFormation::${type}`)[0],
    );
  });
  expect(ids.filter((id) => idsWithOtherTimeout.includes(id))).toEqual([]);
});

test('an endpoint with the same bucket finds the engine under the same prefix', () => {
  const app = new App();
  const bucketOf = (stack: Stack) => Bucket.fromBucketName(stack, 'Engines', 'engines');
  const engineStack = newStack(app, 'Ahead');
  const engine = createEngine(engineStack, { bucket: bucketOf(engineStack), instanceType: InstanceType.G5_2XLARGE });
  const serving = newStack(app, 'Serving');
  new TritonRealtimeEndpoint(serving, 'Bert', {
    model: bert(),
    instanceType: InstanceType.G5_48XLARGE,
    image,
    modelBucket: bucketOf(serving),
  });
  const [, { Prefix }] = onlyResource(Template.fromStack(serving), 'Custom::TritonEngine');
  expect(engine.prefix).toBe(Prefix);
  expect(engine.recordUri).toBe(`s3://engines/${String(Prefix)}engine.json`);
});

test('resources that depend on the engine wait for the engine, not for its security group', () => {
  const stack = newStack();
  const engine = createEngine(stack, { vpc: new Vpc(stack, 'Vpc') });
  new Bucket(stack, 'Later').node.addDependency(engine);
  const template = Template.fromStack(stack);
  const [condition] = onlyResource(template, 'AWS::CloudFormation::WaitCondition');
  const laterBucket = Object.entries(template.findResources('AWS::S3::Bucket')).find(([id]) => id.startsWith('Later'));
  expect(laterBucket?.[1].DependsOn).toEqual([condition]);
  expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
});

test('the encryption key is omitted for instance types with NVMe drives, because SageMaker rejects a key for such types', () => {
  const keyOf = (props: Partial<TensorRtEngineProps>): unknown => {
    const stack = newStack();
    createEngine(stack, { ...props, encryptionKey: new Key(stack, 'Key') });
    return onlyResource(Template.fromStack(stack), 'Custom::TritonEngine')[1].VolumeKmsKeyArn;
  };
  expect(keyOf({ instanceType: InstanceType.G5_XLARGE })).toBeUndefined();
  expect(keyOf({ instanceType: InstanceType.P3_2XLARGE, image: TritonImage.forRelease('23.05') })).toBeDefined();
});

describe('TensorRtEngine rejects', () => {
  const createWith = (props: Partial<TensorRtEngineProps>) => () => createEngine(newStack(), props);

  test('existing files', () => {
    expect(createWith({ files: ModelFiles.fromFile(bertOnnxPath()) })).toThrow(
      /files: .*allowed: ModelFiles\.fromEngineBuild .*engine\.files/,
    );
  });

  test('a build time of more than 11 hours, because a wait condition waits for at most 12 hours', () => {
    expect(createWith({ maxBuildTime: Duration.hours(12) })).toThrow(
      /maxBuildTime: got 43200 seconds; .* to 39600 .*engine\.build-time/,
    );
  });

  test('files that violate the rules for engines', () => {
    const files = ModelFiles.fromEngineBuild(bertOnnxPath());
    expect(createWith({ files })).toThrow(/engine\.profiles-required/);
  });
});
