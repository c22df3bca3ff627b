import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Environment, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  Ensemble,
  InferenceRecommenderJob,
  InstanceType,
  Tensor,
  TritonImage,
  TritonModel,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';
import { bert, bertInS3 } from './fixtures';
import { templateOf } from '../../template-of';

const image = TritonImage.forRelease('25.04');
const [g5, g6, g6e] = [InstanceType.G5_XLARGE, InstanceType.G6_XLARGE, InstanceType.G6E_XLARGE];

function createEndpoint(
  stack: Stack,
  id: string,
  props: Partial<TritonRealtimeEndpointProps> = {},
): TritonRealtimeEndpoint {
  return new TritonRealtimeEndpoint(stack, id, {
    model: bert(),
    image,
    ...(props.instancePools ? {} : { instanceType: g5 }),
    ...props,
  });
}

function engineTemplate(props: Partial<TritonRealtimeEndpointProps> = {}, stack?: Stack): Template {
  return templateOf((scope) => createEndpoint(scope, 'Bert', props), stack);
}

/** Logical ID and properties of each resource of a type. */
function propertiesOf(template: Template, type: string): [id: string, properties: Record<string, unknown>][] {
  return Object.entries(template.findResources(type)).map(([id, { Properties }]) => [id, Properties]);
}

function enginesOf(template: Template): [id: string, properties: Record<string, unknown>][] {
  return propertiesOf(template, 'Custom::TritonEngine');
}

function instanceTypesOf(template: Template): unknown[] {
  return enginesOf(template).map(([, { InstanceType: type }]) => type);
}

/** The content of a JSON asset of the stack, whose key is the value of a property. */
function assetOf(stack: Stack, key: unknown): Record<string, unknown[]> {
  return JSON.parse(readFileSync(join(App.of(stack)?.assetOutdir ?? '', `asset.${String(key)}`), 'utf8'));
}

describe('an endpoint with a TensorRT engine of BERT on instance pools of g5 and g6', () => {
  const stack = new Stack(new App(), 'Stack');
  const template = engineTemplate({ instancePools: [{ instanceType: g5 }, { instanceType: g6 }] }, stack);
  const [publication] = propertiesOf(template, 'Custom::TritonModelPublication');
  const [model] = Object.values(template.findResources('AWS::SageMaker::Model'));

  test('has two builds, each on its instance type with the serving image', () => {
    expect(instanceTypesOf(template)).toEqual(['ml.g5.xlarge', 'ml.g6.xlarge']);
    for (const [, { ImageUri, MaxRuntimeInSeconds }] of enginesOf(template)) {
      expect({ ImageUri, MaxRuntimeInSeconds }).toEqual({
        ImageUri: model.Properties.PrimaryContainer.Image,
        MaxRuntimeInSeconds: '3000',
      });
    }
  });

  test('has one model with an engine for each compute capability', () => {
    template.resourceCountIs('AWS::SageMaker::Model', 1);
    const engines = assetOf(stack, publication[1].ManifestKey).engines as { path: string; key: string }[];
    expect(engines.map(({ path }) => path)).toEqual(['bert/1/model_8_6.plan', 'bert/1/model_8_9.plan']);
    const keys = enginesOf(template).map(([, { Prefix }]) => String(Prefix).split('/').at(-2));
    expect(engines.map(({ key }) => key)).toEqual(keys);
  });

  test('publishes the model after both engines are built', () => {
    const [id] = publication;
    const { DependsOn } = template.findResources('Custom::TritonModelPublication')[id];
    expect(DependsOn).toEqual(expect.arrayContaining(enginesOf(template).map(([engine]) => engine)));
    expect(publication[1].EnginePrefix).toBe('Stack/_engines/');
  });

  test('lists the sources of the engines in cdk diff', () => {
    const listing = model.Metadata['cdk-sagemaker-triton:content'] as string[];
    expect(listing.slice(0, 5)).toEqual([
      expect.stringMatching(/^bert\/1\/model_8_6\.plan [0-9a-f]{12}$/),
      '  engine for NVIDIA A10G, TensorRT 10.9.0.34, image 25.04',
      expect.stringMatching(/^ {2}bert\.onnx [0-9a-f]{12}$/),
      expect.stringMatching(/^ {2}bert\.data [0-9a-f]{12}$/),
      '  --fp16',
    ]);
  });

  test('uses the timeouts for a model of unknown size', () => {
    template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [Match.objectLike({ ModelDataDownloadTimeoutInSeconds: 700 })],
    });
  });

  test('passes the ONNX file, its external data, the build program and the parameters of the program to the build job', () => {
    const [, { ManifestKey }] = enginesOf(template)[0];
    const { texts, bundle } = assetOf(stack, ManifestKey) as unknown as {
      texts: { path: string; content: string }[];
      bundle: { key: string; indexBytes: number };
    };
    expect(texts.map(({ path }) => path)).toEqual(['build.json']);
    expect(JSON.parse(texts[0].content)).toMatchObject({ format: 1, onnx: 'onnx/bert.onnx', gpu: 'NVIDIA A10G' });
    const index = readFileSync(join(App.of(stack)?.assetOutdir ?? '', `asset.${bundle.key}`)).subarray(
      0,
      bundle.indexBytes,
    );
    const paths = (JSON.parse(String(index)) as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['onnx/bert.onnx', 'onnx/bert.data', 'script/build.py']));
  });

  test('reports the service quotas that the build jobs require', () => {
    const notes = Annotations.fromStack(stack).findInfo('*', Match.stringLikeRegexp('for training job usage'));
    expect(notes.map(({ entry }) => /'(ml.*) for training/.exec(String(entry.data))?.[1])).toEqual([
      'ml.g5.xlarge',
      'ml.g6.xlarge',
    ]);
  });

  test('has no circular dependency', () => {
    expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
  });
});

test('different GPUs with the same compute capability, g6 (L4) and g6e (L40S), have separate models', () => {
  const template = engineTemplate({
    instancePools: [{ instanceType: g6 }, { instanceType: g6e }, { instanceType: g5 }],
  });
  expect(instanceTypesOf(template)).toEqual(['ml.g5.xlarge', 'ml.g6.xlarge', 'ml.g6e.xlarge']);
  template.resourceCountIs('AWS::SageMaker::Model', 2);
  template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [
      Match.objectLike({
        InstancePools: [
          Match.objectLike({ InstanceType: 'ml.g6.xlarge', ModelNameOverride: Match.absent() }),
          Match.objectLike({ InstanceType: 'ml.g6e.xlarge', ModelNameOverride: Match.anyValue() }),
          Match.objectLike({ InstanceType: 'ml.g5.xlarge', ModelNameOverride: Match.absent() }),
        ],
      }),
    ],
  });
});

test('instance types with the same GPU share one build', () => {
  const instancePools = [{ instanceType: g5 }, { instanceType: InstanceType.G5_2XLARGE }];
  expect(instanceTypesOf(engineTemplate({ instancePools }))).toEqual(['ml.g5.xlarge']);
});

test('variants with different GPUs have separate builds', () => {
  const variants = [{ variantName: 'A' }, { variantName: 'B', instanceType: g6 }];
  expect(instanceTypesOf(engineTemplate({ variants }))).toEqual(['ml.g5.xlarge', 'ml.g6.xlarge']);
});

test('two models with the same engine in a stack share one build', () => {
  const stack = new Stack(new App(), 'Stack');
  createEndpoint(stack, 'One');
  const template = engineTemplate({ model: bert({ name: 'other' }) }, stack);
  template.resourceCountIs('AWS::SageMaker::Endpoint', 2);
  template.resourceCountIs('Custom::TritonEngine', 1);
});

test('the engines of the composing models of an ensemble are built', () => {
  const steps = [{ model: bert(), inputMap: { token_ids: 'TOKENS' }, outputMap: { logits: 'LOGITS' } }];
  const model = new TritonModel({
    name: 'pipeline',
    backend: Backend.ENSEMBLE,
    maxBatchSize: 16,
    ensemble: Ensemble.of(steps),
    inputs: [Tensor.int64('TOKENS', [-1])],
    outputs: [Tensor.fp32('LOGITS', [2])],
  });
  expect(instanceTypesOf(engineTemplate({ model }))).toEqual(['ml.g5.xlarge']);
});

test('an engine is built in a training job, and its permissions are those of training jobs', () => {
  const actions = statementsOf(engineTemplate(), /^TritonEngines/).flatMap(({ Action }) => Action as string[]);
  expect(actions.filter((action) => action.startsWith('sagemaker:Create'))).toEqual(['sagemaker:CreateTrainingJob']);
});

test('engines whose build jobs share a quota are built one after the other', () => {
  const stack = new Stack(new App(), 'Stack');
  createEndpoint(stack, 'One');
  createEndpoint(stack, 'Two', { image: TritonImage.forRelease('25.01') });
  const engines = engineTemplate({ image: TritonImage.forRelease('24.09'), instanceType: g6 }, stack).findResources(
    'Custom::TritonEngine',
  );
  const predecessors = Object.entries(engines).map(([id, { DependsOn }]) => [
    id,
    (DependsOn as string[]).filter((dependency) => dependency in engines),
  ]);
  const [first, second, otherType] = Object.keys(engines);
  expect(Object.fromEntries(predecessors)).toEqual({ [first]: [], [second]: [first], [otherType]: [] });
});

describe('for an endpoint in a VPC, with keys,', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
  const vpc = new Vpc(stack, 'Vpc');
  const modelBucket = new Bucket(stack, 'Models', { encryption: BucketEncryption.KMS });
  const template = engineTemplate(
    {
      vpc,
      modelBucket,
      instanceType: InstanceType.P3_2XLARGE,
      image: TritonImage.forRelease('24.09'),
      encryptionKey: new Key(stack, 'Key'),
    },
    stack,
  );
  const [, properties] = enginesOf(template)[0];

  test('the build job is in the endpoint’s network', () => {
    const [model] = Object.values(template.findResources('AWS::SageMaker::Model'));
    expect(properties.Subnets).toEqual(model.Properties.VpcConfig.Subnets);
    expect(properties.SecurityGroupIds).toEqual(model.Properties.VpcConfig.SecurityGroupIds);
  });

  test('the role of the job may manage only network interfaces in its subnets', () => {
    expect(statementsOf(template, /^TritonEnginesJobRole/)).toContainEqual(
      expect.objectContaining({
        Action: expect.arrayContaining(['ec2:DeleteNetworkInterface']),
        Condition: { ArnLike: { 'ec2:Subnet': expect.anything() } },
      }),
    );
  });

  test('the job’s volume is encrypted with the endpoint’s key, and its output with the bucket’s key', () => {
    expect(properties.VolumeKmsKeyArn).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] });
    expect(properties.KmsKeyArn).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^ModelsKey/), 'Arn'] });
  });

  test('engines are under a prefix that all stacks with the same bucket share, and the function that publishes models may read them', () => {
    expect(properties.Prefix).toMatch(/^111122223333\/eu-west-1\/_engines-\w{8}\/[0-9a-f]{64}\/$/);
    const readableResources = statementsOf(template, /^TritonModelPublisher/).map(({ Resource }) =>
      JSON.stringify(Resource),
    );
    expect(readableResources.some((resource) => /\/111122223333\/eu-west-1\/_engines-\w{8}\/\*/.test(resource))).toBe(
      true,
    );
  });
});

test('the deployment copies an ONNX file that is in S3', () => {
  const stack = new Stack(new App(), 'Stack');
  const template = engineTemplate({ model: bertInS3(Bucket.fromBucketName(stack, 'Onnx', 'onnx-files')) }, stack);
  template.hasResourceProperties('Custom::TritonEngine', {
    Onnx: { Bucket: 'onnx-files', Key: 'models/bert.onnx', Path: 'onnx/bert.onnx' },
  });
});

test('an AMI whose driver is available only for endpoints causes a warning', () => {
  const warnings = (release: string): unknown[] => {
    const stack = new Stack(new App(), 'Stack');
    createEndpoint(stack, 'Bert', { image: TritonImage.forRelease(release), instanceType: g6 });
    return Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('engine.driver'));
  };
  expect(JSON.stringify(warnings('26.05'))).toMatch(
    /AMI al2023-ami-sagemaker-inference-gpu-4-1, .* if the driver of the job is too old for CUDA 13/,
  );
  expect(warnings('25.04')).toEqual([]);
});

describe('the prefix of an engine depends', () => {
  const prefixWith = (endpointImage: TritonImage, env?: Environment): string => {
    const stack = new Stack(new App(), 'Stack', { env });
    return String(enginesOf(engineTemplate({ image: endpointImage }, stack))[0][1].Prefix);
  };
  const prefixOfUserImage = (account: string, region: string, tag: string): string =>
    prefixWith(TritonImage.of(`${account}.dkr.ecr.${region}.amazonaws.com/triton:${tag}`, { release: '25.04' }), {
      account,
      region,
    });

  test('only on the release of a published image, in every Region', () => {
    expect(prefixWith(image, { account: '111122223333', region: 'us-east-1' })).toBe(prefixWith(image));
  });

  test('on the name of any other image, without account and Region', () => {
    const prefix = prefixOfUserImage('111122223333', 'us-east-1', 'one');
    expect(prefixOfUserImage('444455556666', 'eu-west-1', 'one')).toBe(prefix);
    expect(prefixOfUserImage('111122223333', 'us-east-1', 'two')).not.toBe(prefix);
    expect(prefixWith(image)).not.toBe(prefix);
  });
});

describe('an engine that the deployment builds is rejected for', () => {
  test('an instance type that no job supports', () => {
    expect(() => engineTemplate({ instanceType: InstanceType.P6E_GB200_36XLARGE })).toThrow(
      /got ml\.p6e-gb200\.36xlarge, which training jobs of SageMaker do not support/,
    );
  });

  test('a benchmark', () => {
    const stack = new Stack(new App(), 'Stack');
    expect(() => new InferenceRecommenderJob(stack, 'Job', { model: bert(), image, instanceTypes: [g5] })).toThrow(
      /model\.files: got an engine that the deployment would build .* allowed in a benchmark: .*rules\/engine\.archive/,
    );
  });

  test('an instance type with an unknown GPU', () => {
    expect(() => engineTemplate({ instanceType: InstanceType.of('ml.g9.xlarge') })).toThrow(
      /got ml\.g9\.xlarge, whose GPU is not known, .*rules\/engine\.instance-type/,
    );
  });
});
