import * as fs from 'fs';
import * as path from 'path';
import { App, Aspects, CfnResource, NestedStack, Stack, Stage } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { TritonImage } from '../../../lib';
import { findCycle, referencesOf } from '../template-graph';
import { classifierNamed, propertiesOf, multiModelTemplate, createVisionEndpoint } from './fixtures';

const MODEL = 'AWS::SageMaker::Model';
const PUBLICATION = 'Custom::TritonModelPublication';

describe('the SageMaker model', () => {
  test('is a container in multi-model mode that reads the prefix of the archives', () => {
    const template = multiModelTemplate(createVisionEndpoint());
    const { PrimaryContainer } = propertiesOf(template, MODEL);
    const { Prefix } = propertiesOf(template, PUBLICATION);
    expect(PrimaryContainer.Mode).toBe('MultiModel');
    expect(PrimaryContainer.ModelDataUrl['Fn::Join'][1].join('')).toContain(`/${Prefix}`);
    expect(PrimaryContainer).not.toHaveProperty('ModelDataSource');
    expect(PrimaryContainer).not.toHaveProperty('MultiModelConfig');
    expect(PrimaryContainer.Environment).not.toHaveProperty('SAGEMAKER_TRITON_DEFAULT_MODEL_NAME');
  });

  test('waits for the publication of the archives', () => {
    const template = multiModelTemplate(createVisionEndpoint());
    const [publication] = Object.keys(template.findResources(PUBLICATION));
    template.hasResource(MODEL, { DependsOn: Match.arrayWith([publication]) });
  });
});

describe('the prefix', () => {
  test('and the content hash of the smoke test change with the models', () => {
    const hashOf = (...names: string[]): string =>
      propertiesOf(
        multiModelTemplate(createVisionEndpoint({ models: names.map(classifierNamed) })),
        'Custom::TritonSmokeTest',
      ).ContentHash;
    expect(hashOf('cat')).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf('cat')).toBe(hashOf('cat'));
    expect(hashOf('cat')).not.toBe(hashOf('cat', 'dog'));
  });

  test('does not change if the prefix is open, so a different model does not update the endpoint', () => {
    const [withCat, withDog] = [['cat'], ['dog']].map((names) => {
      const template = multiModelTemplate(
        createVisionEndpoint({ openPrefix: true, models: names.map(classifierNamed) }),
      );
      return { template, model: propertiesOf(template, MODEL), publication: propertiesOf(template, PUBLICATION) };
    });
    expect(withCat.model).toEqual(withDog.model);
    expect(withCat.publication.Declaration).not.toBe(withDog.publication.Declaration);
  });

  test('can be in an existing bucket', () => {
    const stack = new Stack(new App(), 'Stack');
    const template = multiModelTemplate(
      createVisionEndpoint({ modelBucket: Bucket.fromBucketName(stack, 'Models', 'our-models') }, stack),
    );
    template.resourceCountIs('AWS::S3::Bucket', 0);
    expect(propertiesOf(template, PUBLICATION).Bucket).toBe('our-models');
  });
});

test('the template is the same for any number of models, except for hashes and the list of models in the metadata', () => {
  const templateFor = (...names: string[]): object => {
    const template = JSON.stringify(
      multiModelTemplate(createVisionEndpoint({ models: names.map(classifierNamed) })).toJSON(),
    );
    const templateWithoutHashes = template
      .replace(/[0-9a-f]{64}|[0-9a-f]{16}(?=")/g, '<hash>')
      .replace(/(:content":)\[[^\]]*\]/, '$1[]');
    return JSON.parse(templateWithoutHashes);
  };
  expect(templateFor('cat', 'dog', 'bird')).toEqual(templateFor('cat'));
});

describe('addModel', () => {
  /** Names of the objects that an app publishes, from the publication manifest. */
  function publishedPathsOf(app: App, stack: Stack): string[] {
    const { ManifestKey } = propertiesOf(Template.fromStack(stack), PUBLICATION);
    const [manifest] = fs
      .readdirSync(app.outdir, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`asset.${ManifestKey}`));
    const { bundle, copies } = JSON.parse(fs.readFileSync(path.join(app.outdir, manifest), 'utf8'));
    const file = path.join(app.outdir, path.dirname(manifest), `asset.${bundle.key}`);
    const index = fs.readFileSync(file).toString('utf8', 0, bundle.indexBytes);
    return [...copies, ...JSON.parse(index)].map((object: { path: string }) => object.path).sort();
  }

  test.each([
    ['in a stack', (app: App) => new Stack(app, 'Stack')],
    ['in a stack of a stage', (app: App) => new Stack(new Stage(app, 'Stage'), 'Stack')],
    ['in a nested stack', (app: App) => new NestedStack(new Stack(app, 'Parent'), 'Nested')],
    [
      'in a nested stack of a nested stack of a stage',
      (app: App) => new NestedStack(new NestedStack(new Stack(new Stage(app, 'Stage'), 'Top'), 'Outer'), 'Inner'),
    ],
  ])('%s publishes the models that exist when the app is synthesized', (_, createStack) => {
    const app = new App();
    const stack = createStack(app);
    const image = TritonImage.forRelease('25.09'); // later releases do not accept names with folders
    const endpoint = createVisionEndpoint({ image, models: [classifierNamed('cat')] }, stack);
    endpoint.addModel(classifierNamed('dog'));
    endpoint.addModel(classifierNamed('cat'), 'team/cat');
    expect(publishedPathsOf(app, stack)).toEqual(['cat.tar.gz', 'dog.tar.gz', 'team/cat.tar.gz']);
  });

  test('can be called from an aspect', () => {
    const app = new App();
    const stack = new Stack(app, 'Stack');
    const endpoint = createVisionEndpoint({ models: [classifierNamed('cat')] }, stack);
    let added = false;
    Aspects.of(app).add({
      visit: (node) => {
        if (node !== endpoint || added) return;
        added = true;
        endpoint.addModel(classifierNamed('dog'));
      },
    });
    expect(publishedPathsOf(app, stack)).toEqual(['cat.tar.gz', 'dog.tar.gz']);
  });

  test('can be called after the resources were resolved once', () => {
    const app = new App();
    const stack = new Stack(app, 'Stack');
    const endpoint = createVisionEndpoint({ models: [classifierNamed('cat')] }, stack);
    for (const node of endpoint.node.findAll())
      if (CfnResource.isCfnResource(node)) stack.resolve(node._toCloudFormation());
    endpoint.addModel(classifierNamed('dog'));
    expect(publishedPathsOf(app, stack)).toEqual(['cat.tar.gz', 'dog.tar.gz']);
    expect(JSON.stringify(Template.fromStack(stack).toJSON())).not.toContain('known-at-synthesis');
  });

  test('fails after the app is synthesized', () => {
    const endpoint = createVisionEndpoint();
    multiModelTemplate(endpoint);
    expect(() => endpoint.addModel(classifierNamed('late'))).toThrow(
      /got 'late' after the models were published.*\/mme\.late-model\)/,
    );
  });

  test('can add the first model', () => {
    const endpoint = createVisionEndpoint({ models: undefined });
    endpoint.addModel(classifierNamed('cat'));
    expect(() => multiModelTemplate(endpoint)).not.toThrow();
  });
});

describe('the name of a model', () => {
  test('is the name of its object', () => {
    expect(createVisionEndpoint().targetModel('cat')).toBe('cat.tar.gz');
  });

  test('under an open prefix includes the hash of the content, and is listed in a table', () => {
    const endpoint = createVisionEndpoint({ openPrefix: true });
    expect(endpoint.targetModel('cat')).toMatch(/^cat-[0-9a-f]{16}\.tar\.gz$/);
    expect(endpoint.modelTableKey).toMatch(/\/open\/table\.json$/);
    expect(createVisionEndpoint().modelTableKey).toBeUndefined();
  });

  test('causes an error that lists the known names if the name is unknown', () => {
    expect(() => createVisionEndpoint().targetModel('bird')).toThrow(
      /Stack\/Vision: got 'bird'; allowed: .*\(cat, dog\) \(\S+\/mme\.unknown-model\)/,
    );
  });
});

describe('the instances of the endpoint', () => {
  test('are two by default, and scale on GPU utilization with the cooldowns that AWS documents', () => {
    const template = multiModelTemplate(createVisionEndpoint());
    template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [Match.objectLike({ InitialInstanceCount: 2, InstanceType: 'ml.g4dn.xlarge' })],
    });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 2, MaxCapacity: 4 });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      TargetTrackingScalingPolicyConfiguration: Match.objectLike({
        TargetValue: 60,
        ScaleInCooldown: 600,
        ScaleOutCooldown: 200,
      }),
    });
  });
});

test('the dashboard and alarms monitor the loading of models', () => {
  const template = multiModelTemplate(createVisionEndpoint());
  const dashboard = JSON.stringify(propertiesOf(template, 'AWS::CloudWatch::Dashboard').DashboardBody);
  for (const metric of [
    'LoadedModelCount',
    'ModelCacheHit',
    'ModelLoadingWaitTime',
    'ModelLoadingTime',
    'ModelDownloadingTime',
    'ModelUnloadingTime',
    'GPUUtilization',
    'GPUMemoryUtilization',
    'DiskUtilization',
  ]) {
    expect(dashboard).toContain(metric);
  }
  const alarms = Object.keys(template.findResources('AWS::CloudWatch::Alarm')).join();
  expect(alarms).toMatch(/ModelCacheThrash.*ModelLoadFailures|ModelLoadFailures.*ModelCacheThrash/);
});

test('the template has no circular dependency', () => {
  for (const openPrefix of [false, true]) {
    const endpoint = createVisionEndpoint({ openPrefix });
    endpoint.grantInvokeModel(endpoint.role, 'cat');
    expect(findCycle(referencesOf(multiModelTemplate(endpoint).toJSON().Resources))).toBeUndefined();
  }
});
