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
import { bert, bertFiles, bertOnnx } from './fixtures';

const image = TritonImage.forRelease('25.04');

function engineIn(stack: Stack, props: Partial<TensorRtEngineProps> = {}): TensorRtEngine {
  return new TensorRtEngine(stack, 'Engine', {
    files: bertFiles(),
    maxBatchSize: 16,
    instanceType: InstanceType.G5_XLARGE,
    image,
    ...props,
  });
}

function stackOf(app = new App(), id = 'Stack'): Stack {
  return new Stack(app, id, { env: { account: '111122223333', region: 'eu-west-1' } });
}

/** Logical id and properties of the only resource of a type. */
function only(template: Template, type: string): [string, Record<string, unknown>] {
  const all = Object.entries(template.findResources(type));
  expect(all).toHaveLength(1);
  return [all[0][0], all[0][1].Properties];
}

test('waits by a condition whose handle has the key of the engine, an hour longer than the job may run', () => {
  const stack = stackOf();
  const engine = engineIn(stack, { maxBuildTime: Duration.hours(11) });
  const template = Template.fromStack(stack);
  const [handle] = only(template, 'AWS::CloudFormation::WaitConditionHandle');
  const [, condition] = only(template, 'AWS::CloudFormation::WaitCondition');
  const [, resource] = only(template, 'Custom::TritonEngine');
  expect(handle).toContain(engine.engineKey.slice(0, 16));
  expect(condition).toEqual({ Handle: { Ref: handle }, Timeout: '43200', Count: 1 });
  expect(resource).toMatchObject({ WaitHandle: { Ref: handle }, MaxRuntimeInSeconds: '39600' });
});

test('another engine has another handle, since old signals stay with one', () => {
  const [one, other] = [image, TritonImage.forRelease('25.01')].map((each) => {
    const stack = stackOf();
    engineIn(stack, { image: each });
    return only(Template.fromStack(stack), 'AWS::CloudFormation::WaitConditionHandle')[0];
  });
  expect(one).not.toBe(other);
});

test('another time has another handle and condition, since neither can be updated', () => {
  const [one, other] = [3, 4].map((hours) => {
    const stack = stackOf();
    engineIn(stack, { maxBuildTime: Duration.hours(hours) });
    const template = Template.fromStack(stack);
    return ['WaitConditionHandle', 'WaitCondition'].map((type) => only(template, `AWS::CloudFormation::${type}`)[0]);
  });
  expect(one.filter((id) => other.includes(id))).toEqual([]);
});

test('an endpoint with the same bucket finds the engine under the same prefix', () => {
  const app = new App();
  const bucketOf = (stack: Stack) => Bucket.fromBucketName(stack, 'Engines', 'engines');
  const ahead = stackOf(app, 'Ahead');
  const engine = engineIn(ahead, { bucket: bucketOf(ahead), instanceType: InstanceType.G5_2XLARGE });
  const serving = stackOf(app, 'Serving');
  new TritonRealtimeEndpoint(serving, 'Bert', {
    model: bert(),
    instanceType: InstanceType.G5_48XLARGE,
    image,
    modelBucket: bucketOf(serving),
  });
  const [, { Prefix }] = only(Template.fromStack(serving), 'Custom::TritonEngine');
  expect(engine.prefix).toBe(Prefix);
  expect(engine.recordUri).toBe(`s3://engines/${String(Prefix)}engine.json`);
});

test('what depends on it waits for the engine, and its security group does not', () => {
  const stack = stackOf();
  const engine = engineIn(stack, { vpc: new Vpc(stack, 'Vpc') });
  new Bucket(stack, 'Later').node.addDependency(engine);
  const template = Template.fromStack(stack);
  const [condition] = only(template, 'AWS::CloudFormation::WaitCondition');
  const later = Object.entries(template.findResources('AWS::S3::Bucket')).find(([id]) => id.startsWith('Later'));
  expect(later?.[1].DependsOn).toEqual([condition]);
  expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
});

test('a key is for volumes alone: SageMaker would reject it for a type with NVMe drives', () => {
  const keyOf = (props: Partial<TensorRtEngineProps>): unknown => {
    const stack = stackOf();
    engineIn(stack, { ...props, encryptionKey: new Key(stack, 'Key') });
    return only(Template.fromStack(stack), 'Custom::TritonEngine')[1].VolumeKmsKeyArn;
  };
  expect(keyOf({ instanceType: InstanceType.G5_XLARGE })).toBeUndefined();
  expect(keyOf({ instanceType: InstanceType.P3_2XLARGE, image: TritonImage.forRelease('23.05') })).toBeDefined();
});

describe('refused', () => {
  const problemsOf = (props: Partial<TensorRtEngineProps>) => () => engineIn(stackOf(), props);

  test('files that are there already', () => {
    expect(problemsOf({ files: ModelFiles.fromFile(bertOnnx()) })).toThrow(
      /files: .*allowed: ModelFiles\.engineFrom .*engine\.files/,
    );
  });

  test('more than 11 hours, since a condition waits for 12', () => {
    expect(problemsOf({ maxBuildTime: Duration.hours(12) })).toThrow(
      /maxBuildTime: got 43200 seconds; .* to 39600 .*engine\.build-time/,
    );
  });

  test('what the rules on engines refuse of a model', () => {
    const files = ModelFiles.engineFrom(bertOnnx());
    expect(problemsOf({ files })).toThrow(/engine\.profiles-required/);
  });
});
