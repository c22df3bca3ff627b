import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  InstanceType,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonMultiModelEndpointProps,
} from '../../../lib';
import type { PublicationManifest } from '../../../lib/artifacts/publication-manifest';
import { folderWith } from '../../model/folders';
import { classifier, statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';
import { bert, bertInS3 } from './fixtures';

const image = TritonImage.forRelease('25.04');
const instanceType = InstanceType.G5_XLARGE;

function endpoint(
  props: Partial<TritonMultiModelEndpointProps> = {},
  stack = new Stack(new App(), 'Stack'),
): TritonMultiModelEndpoint {
  return new TritonMultiModelEndpoint(stack, 'Models', { models: [bert()], image, instanceType, ...props });
}

interface Deployed {
  readonly template: Template;
  readonly publication: Record<string, string> & { readonly DependsOn: string[] };
  /** Logical ids of the engines. */
  readonly engines: string[];
  readonly manifest: PublicationManifest;
  readonly fileOf: (key: string) => string;
}

/** What a deployment does with engines and archives. */
function deployed({ stack }: TritonMultiModelEndpoint): Deployed {
  const template = Template.fromStack(stack);
  const [{ Properties, DependsOn }] = Object.values(template.findResources('Custom::TritonModelPublication'));
  const fileOf = (key: string): string => path.join(App.of(stack)?.assetOutdir ?? '', `asset.${key}`);
  return {
    template,
    publication: { ...Properties, DependsOn },
    engines: Object.keys(template.findResources('Custom::TritonEngine')),
    manifest: JSON.parse(fs.readFileSync(fileOf(Properties.ManifestKey), 'utf8')) as PublicationManifest,
    fileOf,
  };
}

describe('a multi-model endpoint with an engine that the deployment builds', () => {
  const { template, publication, engines, manifest, fileOf } = deployed(
    endpoint({ models: [bert(), classifier({ name: 'cat' })] }),
  );
  const [archive] = manifest.packed ?? [];

  test('has the engine built before the archives are published', () => {
    expect(engines).toHaveLength(1);
    expect(publication.DependsOn).toEqual(expect.arrayContaining(engines));
    expect(publication.EnginePrefix).toBe('Stack/_engines/');
    template.hasResourceProperties('Custom::TritonEngine', {
      Prefix: `Stack/_engines/${archive.engines[0].key}/`,
      InstanceType: 'ml.g5.xlarge',
      OwnBucket: 'true',
    });
  });

  test('hands the publisher an archive of the other files, and the place of the engine', () => {
    expect(manifest.packed).toEqual([
      {
        path: 'bert.tar.gz',
        key: expect.stringMatching(/^[0-9a-f]{64}\.tar\.gz$/),
        engines: [{ path: 'bert/1/model.plan', key: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    ]);
    expect(execFileSync('tar', ['tzf', fileOf(archive.key)], { encoding: 'utf8' })).toBe('bert/config.pbtxt\n');
  });

  test('packs archives without engines at synth, as ever', () => {
    expect(manifest.bundle?.key).toMatch(/\.bundle$/);
    expect([...manifest.copies, ...manifest.texts]).toEqual([]);
  });

  test('shows in cdk diff what the engine is built from', () => {
    const [{ Metadata }] = Object.values(template.findResources('Custom::TritonModelPublication'));
    expect(Metadata['cdk-sagemaker-triton:content'].slice(0, 3)).toEqual([
      expect.stringMatching(/^bert [0-9a-f]{12}$/),
      expect.stringMatching(/^ {2}bert\/1\/model\.plan [0-9a-f]{12}$/),
      '    engine for NVIDIA A10G, TensorRT 10.9.0.34, image 25.04',
    ]);
  });

  test('has no circle', () => {
    expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
  });
});

test('an engine of a model that is added later is built, too', () => {
  const models = endpoint({ models: [classifier({ name: 'cat' })] });
  models.addModel(bert(), 'added');
  const { publication, engines, manifest } = deployed(models);
  expect(engines).toHaveLength(1);
  expect(publication.DependsOn).toEqual(expect.arrayContaining(engines));
  expect(manifest.packed?.map((archive) => archive.path)).toEqual(['added.tar.gz']);
});

test('in a VPC the permissions of a job that is added later stay until its interfaces are gone', () => {
  const stack = new Stack(new App(), 'Stack');
  const models = endpoint({ models: [classifier()], vpc: new Vpc(stack, 'Vpc') }, stack);
  models.addModel(bert(), 'added');
  const template = Template.fromStack(stack);
  const roles = Object.keys(template.findResources('AWS::IAM::Role')).filter((id) => id.startsWith('TritonEnginesJob'));
  const cleanUps = Object.values(template.findResources('Custom::TritonEndpointCleanup'));
  expect(roles).toHaveLength(1);
  expect(cleanUps.flatMap(({ DependsOn }) => DependsOn)).toEqual(expect.arrayContaining(roles));
});

test('another engine is another prefix, and a change of the configuration builds nothing', () => {
  const of = (model: TritonModel): Deployed => deployed(endpoint({ models: [model] }));
  const [first, weights, tagged] = [
    of(bert()),
    of(bert({}, { tolerance: 0.02 })),
    of(bert({ metricTags: { a: 'b' } })),
  ];
  expect(tagged.engines).toEqual(first.engines);
  expect(tagged.publication.Prefix).not.toBe(first.publication.Prefix);
  expect(weights.publication.Prefix).toBe(first.publication.Prefix); // what is compared is no part of an engine
  const other = of(bert({ maxBatchSize: 8 }, { optimizationLevel: 5 }));
  expect(other.engines).not.toEqual(first.engines);
  expect(other.publication.Prefix).not.toBe(first.publication.Prefix);
});

describe('under an open prefix', () => {
  test('the name of the archive goes by the engine, which is in the bucket that outlives the stack', () => {
    const models = endpoint({ openPrefix: true });
    const { template, publication, manifest } = deployed(models);
    const [{ path: name }] = manifest.packed ?? [];
    expect(name).toMatch(/^bert-[0-9a-f]{16}\.tar\.gz$/);
    expect(manifest.table).toEqual({ bert: name });
    expect(models.targetModel('bert')).toBe(name);
    template.hasResourceProperties('Custom::TritonEngine', { Bucket: publication.Bucket, OwnBucket: 'true' });
    template.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'Retain' });
    template.resourceCountIs('AWS::S3::Bucket', 1);
  });

  test('the name has that of an own image, which is only known when the image is bound', () => {
    const nameWith = (tag: string): string => {
      const own = TritonImage.of(`111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:${tag}`, { release: '25.04' });
      const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
      return endpoint({ openPrefix: true, image: own }, stack).targetModel('bert');
    };
    expect(nameWith('one')).not.toBe(nameWith('two'));
  });
});

test('in a bucket of the user the publisher may read engines, and only where there are some', () => {
  const engineReads = (...models: TritonModel[]): unknown[] => {
    const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
    const modelBucket = Bucket.fromBucketName(stack, 'Bucket', 'models');
    const { template } = deployed(endpoint({ models, modelBucket }, stack));
    return statementsOf(template, /^TritonModelPublisher/).filter(({ Resource }) =>
      JSON.stringify(Resource).includes('/111122223333/eu-west-1/_engines/*'),
    );
  };
  expect(engineReads(bert())).toEqual([expect.objectContaining({ Action: 's3:GetObject' })]);
  expect(engineReads(classifier())).toEqual([]);
});

test('an ONNX file may be in S3: only the engine is in the archive', () => {
  const stack = new Stack(new App(), 'Stack');
  const model = bertInS3(Bucket.fromBucketName(stack, 'Onnx', 'onnx-files'));
  const { template, manifest } = deployed(endpoint({ models: [model] }, stack));
  template.hasResourceProperties('Custom::TritonEngine', { Onnx: { Bucket: 'onnx-files', Key: 'models/bert.onnx' } });
  expect(manifest.packed).toHaveLength(1);
});

describe('refused', () => {
  test('a type that no job has', () => {
    expect(() => endpoint({ instanceType: InstanceType.of('ml.g9.xlarge') })).toThrow(
      /got ml\.g9\.xlarge, whose GPU is not known, .*rules\/engine\.instance-type/,
    );
  });

  test('plugins, which the server does not find in an archive, unless the image has them', () => {
    const plugin = path.join(folderWith({ 'norm.so': 'library' }), 'norm.so');
    const models = [bert({}, { plugins: [plugin] })];
    expect(() => endpoint({ models })).toThrow(
      /models\[0\]\.files\.plugins: got 1 on a multi-model endpoint, .* allowed: an image that contains the libraries, .*rules\/engine\.plugin/,
    );
    const additionalArguments = ['--backend-config=tensorrt,plugins=/opt/plugins/norm.so'];
    expect(() => endpoint({ models, server: { additionalArguments } })).not.toThrow();
  });
});
