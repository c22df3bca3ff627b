import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Duration, Environment, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  EngineJobKind,
  Ensemble,
  HardwareCompatibility,
  InferenceRecommenderJob,
  InstanceType,
  Packaging,
  Tensor,
  TritonImage,
  TritonModel,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';
import { bert, bertInS3 } from './fixtures';

const image = TritonImage.forRelease('25.04');
const [g5, g6, g6e] = [InstanceType.G5_XLARGE, InstanceType.G6_XLARGE, InstanceType.G6E_XLARGE];

function endpoint(stack: Stack, id: string, props: Partial<TritonRealtimeEndpointProps> = {}): TritonRealtimeEndpoint {
  return new TritonRealtimeEndpoint(stack, id, {
    model: bert(),
    image,
    ...(props.instancePools ? {} : { instanceType: g5 }),
    ...props,
  });
}

function templateOf(props: Partial<TritonRealtimeEndpointProps> = {}, stack = new Stack(new App(), 'Stack')): Template {
  endpoint(stack, 'Bert', props);
  return Template.fromStack(stack);
}

/** Properties of resources by their logical ids. */
function propertiesOf(template: Template, type: string): [string, Record<string, unknown>][] {
  return Object.entries(template.findResources(type)).map(([id, { Properties }]) => [id, Properties]);
}

function enginesOf(template: Template): [string, Record<string, unknown>][] {
  return propertiesOf(template, 'Custom::TritonEngine');
}

function typesOf(template: Template): unknown[] {
  return enginesOf(template).map(([, { InstanceType: type }]) => type);
}

/** An asset of the stack, by the name that a property has of it. */
function assetOf(stack: Stack, key: unknown): Record<string, unknown[]> {
  return JSON.parse(readFileSync(join(App.of(stack)?.assetOutdir ?? '', `asset.${String(key)}`), 'utf8'));
}

describe('BERT from ONNX on a pool of g5 and g6', () => {
  const stack = new Stack(new App(), 'Stack');
  const template = templateOf({ instancePools: [{ instanceType: g5 }, { instanceType: g6 }] }, stack);
  const [publication] = propertiesOf(template, 'Custom::TritonModelPublication');
  const [model] = Object.values(template.findResources('AWS::SageMaker::Model'));

  test('has two builds, each on its instance type, with the image that serves', () => {
    expect(typesOf(template)).toEqual(['ml.g5.xlarge', 'ml.g6.xlarge']);
    for (const [, { ImageUri, Job, MaxRuntimeInSeconds }] of enginesOf(template)) {
      expect({ ImageUri, Job, MaxRuntimeInSeconds }).toEqual({
        ImageUri: model.Properties.PrimaryContainer.Image,
        Job: 'processing',
        MaxRuntimeInSeconds: '3000',
      });
    }
  });

  test('has one model, whose engines go by compute capability', () => {
    template.resourceCountIs('AWS::SageMaker::Model', 1);
    const engines = assetOf(stack, publication[1].ManifestKey).engines as { path: string; key: string }[];
    expect(engines.map(({ path }) => path)).toEqual(['bert/1/model_8_6.plan', 'bert/1/model_8_9.plan']);
    const keys = enginesOf(template).map(([, { Prefix }]) => String(Prefix).split('/').at(-2));
    expect(engines.map(({ key }) => key)).toEqual(keys);
  });

  test('publishes the model when both engines are there', () => {
    const [id] = publication;
    const { DependsOn } = template.findResources('Custom::TritonModelPublication')[id];
    expect(DependsOn).toEqual(expect.arrayContaining(enginesOf(template).map(([engine]) => engine)));
    expect(publication[1].EnginePrefix).toBe('Stack/_engines/');
  });

  test('shows in cdk diff what the engines are built from', () => {
    const listing = model.Metadata['cdk-sagemaker-triton:content'] as string[];
    expect(listing.slice(0, 5)).toEqual([
      expect.stringMatching(/^bert\/1\/model_8_6\.plan [0-9a-f]{12}$/),
      '  engine for NVIDIA A10G, TensorRT 10.9.0.34, image 25.04',
      expect.stringMatching(/^ {2}bert\.onnx [0-9a-f]{12}$/),
      expect.stringMatching(/^ {2}bert\.data [0-9a-f]{12}$/),
      '  --fp16',
    ]);
  });

  test('gives the instances the time of a model whose size nobody knows', () => {
    template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [Match.objectLike({ ModelDataDownloadTimeoutInSeconds: 700 })],
    });
  });

  test('hands the ONNX file, its data, the program and what it has to know to the build', () => {
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

  test('says which quotas the builds need', () => {
    const notes = Annotations.fromStack(stack).findInfo('*', Match.stringLikeRegexp('for processing job usage'));
    expect(notes.map(({ entry }) => /'(ml.*) for processing/.exec(String(entry.data))?.[1])).toEqual([
      'ml.g5.xlarge',
      'ml.g6.xlarge',
    ]);
  });

  test('has no circle', () => {
    expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
  });
});

test('GPUs of one compute capability have a model each: g6 (L4) and g6e (L40S)', () => {
  const template = templateOf({ instancePools: [{ instanceType: g6 }, { instanceType: g6e }, { instanceType: g5 }] });
  expect(typesOf(template)).toEqual(['ml.g5.xlarge', 'ml.g6.xlarge', 'ml.g6e.xlarge']);
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

describe('an engine that runs on several GPUs is built once, on the first of them', () => {
  test.each([
    [HardwareCompatibility.SAME_COMPUTE_CAPABILITY, [g6e, g6], ['ml.g6e.xlarge']],
    [HardwareCompatibility.SAME_COMPUTE_CAPABILITY, [g6, g6e, g5], ['ml.g5.xlarge', 'ml.g6.xlarge']],
    [HardwareCompatibility.AMPERE_PLUS, [g6, g5, g6e], ['ml.g6.xlarge']],
  ])('%s on %s', (hardwareCompatibility, types, built) => {
    const model = bert({}, { hardwareCompatibility });
    const template = templateOf({ model, instancePools: types.map((instanceType) => ({ instanceType })) });
    expect(typesOf(template)).toEqual(built);
    template.resourceCountIs('AWS::SageMaker::Model', 1);
  });

  test('unless another engine of the same ensemble runs on one GPU only', () => {
    const compatible = bert({}, { hardwareCompatibility: HardwareCompatibility.SAME_COMPUTE_CAPABILITY });
    const steps = [
      { model: compatible, inputMap: { token_ids: 'TOKENS' }, outputMap: { logits: 'LOGITS' } },
      { model: bert({ name: 'other' }), inputMap: { token_ids: 'TOKENS' }, outputMap: { logits: 'SCORES' } },
    ];
    const model = new TritonModel({
      name: 'pipeline',
      backend: Backend.ENSEMBLE,
      maxBatchSize: 16,
      ensemble: Ensemble.of(steps),
      inputs: [Tensor.int64('TOKENS', [-1])],
      outputs: [Tensor.fp32('LOGITS', [2]), Tensor.fp32('SCORES', [2])],
    });
    templateOf({ model, instancePools: [{ instanceType: g6 }, { instanceType: g6e }] }).resourceCountIs(
      'AWS::SageMaker::Model',
      2,
    );
  });
});

test('sizes of one GPU have one build', () => {
  const instancePools = [{ instanceType: g5 }, { instanceType: InstanceType.G5_2XLARGE }];
  expect(typesOf(templateOf({ instancePools }))).toEqual(['ml.g5.xlarge']);
});

test('variants with other GPUs have a build each', () => {
  const variants = [{ variantName: 'A' }, { variantName: 'B', instanceType: g6 }];
  expect(typesOf(templateOf({ variants }))).toEqual(['ml.g5.xlarge', 'ml.g6.xlarge']);
});

test('two models of a stack with the same key have one build', () => {
  const stack = new Stack(new App(), 'Stack');
  endpoint(stack, 'One');
  const template = templateOf({ model: bert({ name: 'other' }) }, stack);
  template.resourceCountIs('AWS::SageMaker::Endpoint', 2);
  template.resourceCountIs('Custom::TritonEngine', 1);
});

test('a change of the configuration builds nothing: the engine stays as it is', () => {
  const before = templateOf();
  const after = templateOf({ model: bert({ metricTags: { team: 'search' } }) });
  expect(enginesOf(after)).toEqual(enginesOf(before));
  const prefixes = [before, after].map((each) => propertiesOf(each, 'Custom::TritonModelPublication')[0][1].Prefix);
  expect(prefixes[0]).not.toEqual(prefixes[1]);
});

test('another image builds another engine', () => {
  const [[before], [after]] = [
    enginesOf(templateOf()),
    enginesOf(templateOf({ image: TritonImage.forRelease('25.01') })),
  ];
  expect(after[0]).not.toBe(before[0]);
});

test('the engines of an ensemble’s members are built', () => {
  const steps = [{ model: bert(), inputMap: { token_ids: 'TOKENS' }, outputMap: { logits: 'LOGITS' } }];
  const model = new TritonModel({
    name: 'pipeline',
    backend: Backend.ENSEMBLE,
    maxBatchSize: 16,
    ensemble: Ensemble.of(steps),
    inputs: [Tensor.int64('TOKENS', [-1])],
    outputs: [Tensor.fp32('LOGITS', [2])],
  });
  expect(typesOf(templateOf({ model }))).toEqual(['ml.g5.xlarge']);
});

test('a type that processing jobs lack has a training job', () => {
  const template = templateOf({ instanceType: InstanceType.P4D_24XLARGE });
  template.hasResourceProperties('Custom::TritonEngine', { Job: 'training', InstanceType: 'ml.p4d.24xlarge' });
  const actions = statementsOf(template, /^TritonEngines/).flatMap(({ Action }) => Action);
  expect(actions).toContain('sagemaker:CreateTrainingJob');
  expect(actions).not.toContain('sagemaker:CreateProcessingJob');
});

describe('the kind of job', () => {
  const jobsOf = (props: Partial<TritonRealtimeEndpointProps>): object => {
    const template = templateOf(props);
    const actions = statementsOf(template, /^TritonEngines/).flatMap(({ Action }) => Action as string[]);
    const [, { Job, OtherJob }] = enginesOf(template)[0];
    return { Job, OtherJob, creates: actions.filter((action) => /^sagemaker:Create/.test(action)) };
  };
  const [processing, training] = ['sagemaker:CreateProcessingJob', 'sagemaker:CreateTrainingJob'];

  test('is a processing job alone where the documented driver runs the image', () => {
    // 535 on g6, and CUDA 12
    expect(jobsOf({ instanceType: g6 })).toEqual({ Job: 'processing', OtherJob: undefined, creates: [processing] });
  });

  test('is the other one, too, where the driver may be too old for the image', () => {
    const props = { instanceType: g6, image: TritonImage.forRelease('26.05') };
    expect(jobsOf(props)).toEqual({ Job: 'processing', OtherJob: 'training', creates: [processing, training] });
  });

  test('can be chosen, and is the only one then', () => {
    const props = { instanceType: g6, image: TritonImage.forRelease('26.05'), engineJob: EngineJobKind.TRAINING };
    expect(jobsOf(props)).toEqual({ Job: 'training', OtherJob: undefined, creates: [training] });
  });

  test('has to be one that SageMaker offers for the type', () => {
    const props = { instanceType: InstanceType.P4D_24XLARGE, engineJob: EngineJobKind.PROCESSING };
    expect(() => templateOf(props)).toThrow(
      /engineJob: got processing, which SageMaker does not offer for ml\.p4d\.24xlarge; allowed: training, or nothing .*rules\/engine\.instance-type/,
    );
  });
});

test('engines that share a quota are built one after the other, each with an hour of its own', () => {
  const stack = new Stack(new App(), 'Stack');
  endpoint(stack, 'One');
  endpoint(stack, 'Two', { image: TritonImage.forRelease('25.01') });
  const engines = templateOf({ image: TritonImage.forRelease('24.09'), instanceType: g6 }, stack).findResources(
    'Custom::TritonEngine',
  );
  const before = Object.entries(engines).map(([id, { DependsOn }]) => [
    id,
    (DependsOn as string[]).filter((each) => each in engines),
  ]);
  const [first, second, otherType] = Object.keys(engines);
  expect(Object.fromEntries(before)).toEqual({ [first]: [], [second]: [first], [otherType]: [] });
});

describe('in a VPC, with keys', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
  const vpc = new Vpc(stack, 'Vpc');
  const modelBucket = new Bucket(stack, 'Models', { encryption: BucketEncryption.KMS });
  const template = templateOf(
    {
      vpc,
      modelBucket,
      instanceType: InstanceType.P3_2XLARGE,
      image: TritonImage.forRelease('23.05'),
      encryptionKey: new Key(stack, 'Key'),
    },
    stack,
  );
  const [, properties] = enginesOf(template)[0];

  test('the job is in the endpoint’s network', () => {
    const [model] = Object.values(template.findResources('AWS::SageMaker::Model'));
    expect(properties.Subnets).toEqual(model.Properties.VpcConfig.Subnets);
    expect(properties.SecurityGroupIds).toEqual(model.Properties.VpcConfig.SecurityGroupIds);
  });

  test('the role of a processing job may manage all interfaces, without which SageMaker rejects the job', () => {
    expect(statementsOf(template, /^TritonEnginesJobRole/)).toContainEqual({
      Effect: 'Allow',
      Action: expect.arrayContaining(['ec2:CreateNetworkInterface', 'ec2:DescribeSubnets']),
      Resource: '*',
    });
  });

  test('its volume has the endpoint’s key, and what it writes that of the bucket', () => {
    expect(properties.VolumeKmsKeyArn).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] });
    expect(properties.KmsKeyArn).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^ModelsKey/), 'Arn'] });
  });

  test('engines are where all stacks that are given the bucket find them, and the publisher may read them', () => {
    expect(properties.Prefix).toMatch(/^111122223333\/eu-west-1\/_engines\/[0-9a-f]{64}\/$/);
    const read = statementsOf(template, /^TritonModelPublisher/).map(({ Resource }) => JSON.stringify(Resource));
    expect(read.some((resource) => resource.includes('/111122223333/eu-west-1/_engines/*'))).toBe(true);
  });
});

test('an ONNX file in S3 is copied by the deployment', () => {
  const stack = new Stack(new App(), 'Stack');
  const template = templateOf({ model: bertInS3(Bucket.fromBucketName(stack, 'Onnx', 'onnx-files')) }, stack);
  template.hasResourceProperties('Custom::TritonEngine', {
    Onnx: { Bucket: 'onnx-files', Key: 'models/bert.onnx', Path: 'onnx/bert.onnx' },
  });
});

test('a driver that only the endpoint can have is warned about', () => {
  const warnings = (release: string): unknown[] => {
    const stack = new Stack(new App(), 'Stack');
    endpoint(stack, 'Bert', { image: TritonImage.forRelease(release), instanceType: g6 });
    return Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('engine.driver'));
  };
  expect(JSON.stringify(warnings('26.05'))).toMatch(
    /AMI al2023-ami-sagemaker-inference-gpu-4-1, .* if the driver of processing and training jobs is too old for CUDA 13/,
  );
  expect(warnings('25.04')).toEqual([]);
});

describe('the image in the key', () => {
  const keyWith = (own: TritonImage, env?: Environment): string => {
    const stack = new Stack(new App(), 'Stack', { env });
    return String(enginesOf(templateOf({ image: own }, stack))[0][1].Prefix);
  };
  const inAccount = (account: string, region: string, tag: string): string =>
    keyWith(TritonImage.of(`${account}.dkr.ecr.${region}.amazonaws.com/triton:${tag}`, { release: '25.04' }), {
      account,
      region,
    });

  test('is the release of a published one, in every region', () => {
    expect(keyWith(image, { account: '111122223333', region: 'us-east-1' })).toBe(keyWith(image));
  });

  test('is the name of another one, without account and region', () => {
    const here = inAccount('111122223333', 'us-east-1', 'one');
    expect(inAccount('444455556666', 'eu-west-1', 'one')).toBe(here);
    expect(inAccount('111122223333', 'us-east-1', 'two')).not.toBe(here);
    expect(keyWith(image)).not.toBe(here);
  });
});

describe('refused', () => {
  test('a type that no job has', () => {
    expect(() => templateOf({ instanceType: InstanceType.P6E_GB200_36XLARGE })).toThrow(
      /got ml\.p6e-gb200\.36xlarge, which is available neither for processing jobs nor for training jobs of SageMaker/,
    );
  });

  test('a benchmark', () => {
    const stack = new Stack(new App(), 'Stack');
    expect(() => new InferenceRecommenderJob(stack, 'Job', { model: bert(), image, instanceTypes: [g5] })).toThrow(
      /model\.files: got an engine that the deployment would build .* allowed in a benchmark: .*rules\/engine\.archive/,
    );
  });

  test('an archive, which is packed before there is an engine', () => {
    expect(() => templateOf({ packaging: Packaging.ARCHIVE })).toThrow(
      /got Packaging\.ARCHIVE with an engine .*rules\/engine\.packaging/,
    );
  });

  test('a part of a day', () => {
    expect(() => templateOf({ unusedEngineRetention: Duration.hours(12) })).toThrow(
      /unusedEngineRetention: got 0\.5 days; .*rules\/engine\.retention/,
    );
  });

  test('a type whose GPU nobody knows', () => {
    expect(() => templateOf({ instanceType: InstanceType.of('ml.g9.xlarge') })).toThrow(
      /got ml\.g9\.xlarge, whose GPU is not known, .*rules\/engine\.instance-type/,
    );
  });
});
