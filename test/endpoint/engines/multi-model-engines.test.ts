import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  ModelConfig,
  InstanceType,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonMultiModelEndpointProps,
} from '../../../lib';
import type { PublicationManifest } from '../../../lib/contracts/publication-manifest';
import { folderWith } from '../../model/folders';
import { classifier, statementsOf } from '../fixtures';
import { bert } from './fixtures';

const image = TritonImage.forRelease('25.04');
const instanceType = InstanceType.G5_XLARGE;

function createEndpoint(
  props: Partial<TritonMultiModelEndpointProps> = {},
  stack = new Stack(new App(), 'Stack'),
): TritonMultiModelEndpoint {
  return new TritonMultiModelEndpoint(stack, 'Models', { models: [bert()], image, instanceType, ...props });
}

interface Deployment {
  readonly template: Template;
  readonly publication: Record<string, string> & { readonly DependsOn: string[] };
  /** Logical IDs of the engines. */
  readonly engines: string[];
  readonly manifest: PublicationManifest;
  readonly assetPath: (key: string) => string;
}

/** The resources of engines and archives, and the publication manifest, which lists the objects to publish. */
function readDeployment({ stack }: TritonMultiModelEndpoint): Deployment {
  const template = Template.fromStack(stack);
  const [{ Properties, DependsOn }] = Object.values(template.findResources('Custom::TritonModelPublication'));
  const assetPath = (key: string): string => path.join(App.of(stack)?.assetOutdir ?? '', `asset.${key}`);
  return {
    template,
    publication: { ...Properties, DependsOn },
    engines: Object.keys(template.findResources('Custom::TritonEngine')),
    manifest: JSON.parse(fs.readFileSync(assetPath(Properties.ManifestKey), 'utf8')) as PublicationManifest,
    assetPath,
  };
}

describe('a multi-model endpoint with an engine that the deployment builds', () => {
  const { template, publication, engines, manifest, assetPath } = readDeployment(
    createEndpoint({ models: [bert(), classifier({ name: 'cat' })] }),
  );
  const [archive] = manifest.packed ?? [];

  test('builds the engine before the archives are published', () => {
    expect(engines).toHaveLength(1);
    expect(publication.DependsOn).toEqual(expect.arrayContaining(engines));
    expect(publication.EnginePrefix).toBe('Stack/_engines/');
    template.hasResourceProperties('Custom::TritonEngine', {
      Prefix: `Stack/_engines/${archive.engines[0].key}/`,
      InstanceType: 'ml.g5.xlarge',
    });
  });

  test('publishes the engine together with an archive of the other files', () => {
    expect(manifest.packed).toEqual([
      {
        path: 'bert.tar.gz',
        key: expect.stringMatching(/^[0-9a-f]{64}\.tar\.gz$/),
        engines: [{ path: 'bert/1/model.plan', key: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    ]);
    expect(execFileSync('tar', ['tzf', assetPath(archive.key)], { encoding: 'utf8' })).toBe('bert/config.pbtxt\n');
  });

  test('packs archives without engines at synthesis', () => {
    expect(manifest.bundle?.key).toMatch(/\.bundle$/);
    expect([...manifest.copies, ...manifest.texts]).toEqual([]);
  });
});

test('the engine of a model that is added with addModel is also built', () => {
  const endpoint = createEndpoint({ models: [classifier({ name: 'cat' })] });
  endpoint.addModel(bert(), 'added');
  const { publication, engines, manifest } = readDeployment(endpoint);
  expect(engines).toHaveLength(1);
  expect(publication.DependsOn).toEqual(expect.arrayContaining(engines));
  expect(manifest.packed?.map((archive) => archive.path)).toEqual(['added.tar.gz']);
});

test('in a VPC, the permissions of a job that is added with addModel are kept until its network interfaces are deleted', () => {
  const stack = new Stack(new App(), 'Stack');
  const endpoint = createEndpoint({ models: [classifier()], vpc: new Vpc(stack, 'Vpc') }, stack);
  endpoint.addModel(bert(), 'added');
  const template = Template.fromStack(stack);
  const roles = Object.keys(template.findResources('AWS::IAM::Role')).filter((id) => id.startsWith('TritonEnginesJob'));
  const cleanUps = Object.values(template.findResources('Custom::TritonEndpointCleanup'));
  expect(roles).toHaveLength(1);
  expect(cleanUps.flatMap(({ DependsOn }) => DependsOn)).toEqual(expect.arrayContaining(roles));
});

test('a different engine or a change of config.pbtxt results in a new prefix, but only a different engine is built again', () => {
  const deploymentOf = (model: TritonModel): Deployment => readDeployment(createEndpoint({ models: [model] }));
  const [first, withTolerance, withTags] = [
    deploymentOf(bert()),
    deploymentOf(bert({}, { tolerance: 0.02 })),
    deploymentOf(bert({ config: ModelConfig.fromJson({ metric_tags: { a: 'b' } }) })),
  ];
  expect(withTags.engines).toEqual(first.engines);
  expect(withTags.publication.Prefix).not.toBe(first.publication.Prefix);
  expect(withTolerance.publication.Prefix).toBe(first.publication.Prefix); // the tolerance of the comparison is not part of the engine
  const withOtherOptions = deploymentOf(bert({ maxBatchSize: 8 }, { extraArguments: ['--noTF32'] }));
  expect(withOtherOptions.engines).not.toEqual(first.engines);
  expect(withOtherOptions.publication.Prefix).not.toBe(first.publication.Prefix);
});

describe('under an open prefix, to which other tools can add models,', () => {
  test('the name of the archive depends on the engine, and the engine is in the retained bucket', () => {
    const endpoint = createEndpoint({ openPrefix: true });
    const { template, publication, manifest } = readDeployment(endpoint);
    const [{ path: name }] = manifest.packed ?? [];
    expect(name).toMatch(/^bert-[0-9a-f]{16}\.tar\.gz$/);
    expect(manifest.table).toEqual({ bert: name });
    expect(endpoint.targetModel('bert')).toBe(name);
    template.hasResourceProperties('Custom::TritonEngine', { Bucket: publication.Bucket });
    template.hasResourceProperties('Custom::TritonEngineFolder', { Bucket: publication.Bucket });
    template.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'Retain' });
    template.resourceCountIs('AWS::S3::Bucket', 1);
  });

  test("the name depends on the name of the user's image, which is known only after the image is bound", () => {
    const nameWith = (tag: string): string => {
      const userImage = TritonImage.of(`111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:${tag}`, {
        release: '25.04',
      });
      const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
      return createEndpoint({ openPrefix: true, image: userImage }, stack).targetModel('bert');
    };
    expect(nameWith('one')).not.toBe(nameWith('two'));
  });
});

test('the function that publishes models may read engines in a user’s bucket only if a model has an engine', () => {
  const engineReadStatements = (...models: TritonModel[]): unknown[] => {
    const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
    const modelBucket = Bucket.fromBucketName(stack, 'Bucket', 'models');
    const { template } = readDeployment(createEndpoint({ models, modelBucket }, stack));
    return statementsOf(template, /^TritonModelPublisher/).filter(({ Resource }) =>
      JSON.stringify(Resource).includes('/111122223333/eu-west-1/_engines/*'),
    );
  };
  expect(engineReadStatements(bert())).toEqual([expect.objectContaining({ Action: 's3:GetObject' })]);
  expect(engineReadStatements(classifier())).toEqual([]);
});

test('a multi-model endpoint rejects plugins, which the server does not find in an archive, unless the image contains them', () => {
  const plugin = path.join(folderWith({ 'norm.so': 'library' }), 'norm.so');
  const models = [bert({}, { plugins: [plugin] })];
  expect(() => createEndpoint({ models })).toThrow(
    /models\[0\]\.files\.plugins: got 1 on a multi-model endpoint, .* allowed: an image that contains the libraries, .*rules\/engine\.plugin/,
  );
  const additionalArguments = ['--backend-config=tensorrt,plugins=/opt/plugins/norm.so'];
  expect(() => createEndpoint({ models, server: { additionalArguments } })).not.toThrow();
});
