import * as fs from 'fs';
import * as path from 'path';
import { App, Aspects, CfnResource, NestedStack, Stack, Stage } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { InstanceType, Scaling, TritonImage, TritonMultiModelEndpoint } from '../../../lib';
import { findCycle, referencesOf } from '../template-graph';
import { named, propertiesOf, templateOf, vision } from './fixtures';

const MODEL = 'AWS::SageMaker::Model';
const PUBLICATION = 'Custom::TritonModelPublication';

describe('the model', () => {
  test('is a container in multi-model mode that reads the prefix of the archives', () => {
    const template = templateOf(vision());
    const { PrimaryContainer } = propertiesOf(template, MODEL);
    const { Prefix } = propertiesOf(template, PUBLICATION);
    expect(PrimaryContainer.Mode).toBe('MultiModel');
    expect(PrimaryContainer.ModelDataUrl['Fn::Join'][1].join('')).toContain(`/${Prefix}`);
    expect(PrimaryContainer).not.toHaveProperty('ModelDataSource');
    expect(PrimaryContainer).not.toHaveProperty('MultiModelConfig');
    expect(PrimaryContainer.Environment).not.toHaveProperty('SAGEMAKER_TRITON_DEFAULT_MODEL_NAME');
  });

  test('may be told not to keep models in memory', () => {
    const template = templateOf(vision({ modelCaching: false }));
    template.hasResourceProperties(MODEL, {
      PrimaryContainer: { MultiModelConfig: { ModelCacheSetting: 'Disabled' } },
    });
  });

  test('waits for the publication of the archives', () => {
    const template = templateOf(vision());
    const [publication] = Object.keys(template.findResources(PUBLICATION));
    template.hasResource(MODEL, { DependsOn: Match.arrayWith([publication]) });
  });
});

describe('the prefix', () => {
  const prefixOf = (endpoint: TritonMultiModelEndpoint): string =>
    propertiesOf(templateOf(endpoint), PUBLICATION).Prefix;

  test('is another when a model is, so that the update is a guarded one', () => {
    expect(prefixOf(vision({ models: [named('cat')] }))).not.toBe(prefixOf(vision({ models: [named('dog')] })));
  });

  test('has a changed model in the smoke test as well', () => {
    const hashOf = (...names: string[]): string =>
      propertiesOf(templateOf(vision({ models: names.map(named) })), 'Custom::TritonSmokeTest').ContentHash;
    expect(hashOf('cat')).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf('cat')).toBe(hashOf('cat'));
    expect(hashOf('cat')).not.toBe(hashOf('cat', 'dog'));
  });

  test('stays when it is open, and the endpoint is not updated', () => {
    const [one, two] = [['cat'], ['dog']].map((names) => {
      const template = templateOf(vision({ openPrefix: true, models: names.map(named) }));
      return { template, model: propertiesOf(template, MODEL), publication: propertiesOf(template, PUBLICATION) };
    });
    expect(one.model).toEqual(two.model);
    expect(one.publication.Declaration).not.toBe(two.publication.Declaration);
  });

  test('lies in the bucket that is given', () => {
    const stack = new Stack(new App(), 'Stack');
    const template = templateOf(vision({ modelBucket: Bucket.fromBucketName(stack, 'Models', 'our-models') }, stack));
    template.resourceCountIs('AWS::S3::Bucket', 0);
    expect(propertiesOf(template, PUBLICATION).Bucket).toBe('our-models');
  });
});

test('the template is the same for any number of models, but for their hashes and their list', () => {
  const templateFor = (...names: string[]): object => {
    const template = JSON.stringify(templateOf(vision({ models: names.map(named) })).toJSON());
    const stable = template
      .replace(/[0-9a-f]{64}|[0-9a-f]{16}(?=")/g, '<hash>')
      .replace(/(:content":)\[[^\]]*\]/, '$1[]');
    return JSON.parse(stable);
  };
  expect(templateFor('cat', 'dog', 'bird')).toEqual(templateFor('cat'));
});

describe('addModel', () => {
  /** Names of the objects in the manifest of an app's publication. */
  function publishedBy(app: App, stack: Stack): string[] {
    const { ManifestKey } = propertiesOf(Template.fromStack(stack), PUBLICATION);
    const [manifest] = fs
      .readdirSync(app.outdir, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`asset.${ManifestKey}`));
    const { bundle, copies } = JSON.parse(fs.readFileSync(path.join(app.outdir, manifest), 'utf8'));
    const file = path.join(app.outdir, path.dirname(manifest), `asset.${bundle.key}`);
    const index = fs.readFileSync(file).toString('utf8', 0, bundle.indexBytes);
    return [...copies, ...JSON.parse(index)].map((each: { path: string }) => each.path).sort();
  }

  test.each([
    ['in a stack', (app: App) => new Stack(app, 'Stack')],
    ['in a stack of a stage', (app: App) => new Stack(new Stage(app, 'Stage'), 'Stack')],
    ['in a nested stack', (app: App) => new NestedStack(new Stack(app, 'Parent'), 'Nested')],
    [
      'in a nested stack of a nested stack of a stage',
      (app: App) => new NestedStack(new NestedStack(new Stack(new Stage(app, 'Stage'), 'Top'), 'Outer'), 'Inner'),
    ],
  ])('%s publishes what there is when the app is synthesized', (_, place) => {
    const app = new App();
    const stack = place(app);
    const image = TritonImage.forRelease('25.09'); // later servers take no names with folders
    const endpoint = vision({ image, models: [named('cat')] }, stack);
    endpoint.addModel(named('dog'));
    endpoint.addModel(named('cat'), 'team/cat');
    expect(publishedBy(app, stack)).toEqual(['cat.tar.gz', 'dog.tar.gz', 'team/cat.tar.gz']);
  });

  test('works from an aspect, too', () => {
    const app = new App();
    const stack = new Stack(app, 'Stack');
    const endpoint = vision({ models: [named('cat')] }, stack);
    let added = false;
    Aspects.of(app).add({
      visit: (node) => {
        if (node !== endpoint || added) return;
        added = true;
        endpoint.addModel(named('dog'));
      },
    });
    expect(publishedBy(app, stack)).toEqual(['cat.tar.gz', 'dog.tar.gz']);
  });

  test('does not mind who looked at the template before', () => {
    const app = new App();
    const stack = new Stack(app, 'Stack');
    const endpoint = vision({ models: [named('cat')] }, stack);
    for (const node of endpoint.node.findAll())
      if (CfnResource.isCfnResource(node)) stack.resolve(node._toCloudFormation());
    endpoint.addModel(named('dog'));
    expect(publishedBy(app, stack)).toEqual(['cat.tar.gz', 'dog.tar.gz']);
    expect(JSON.stringify(Template.fromStack(stack).toJSON())).not.toContain('known-at-synthesis');
  });

  test('is too late when the app is synthesized', () => {
    const endpoint = vision();
    templateOf(endpoint);
    expect(() => endpoint.addModel(named('late'))).toThrow(
      /got 'late' after the models were published.*\/mme\.late-model\)/,
    );
  });

  test('needs no models before', () => {
    const endpoint = vision({ models: undefined });
    endpoint.addModel(named('cat'));
    expect(() => templateOf(endpoint)).not.toThrow();
  });
});

describe('the name of a model', () => {
  test('is that of its object', () => {
    expect(vision().targetModel('cat')).toBe('cat.tar.gz');
  });

  test('has the hash of its content under an open prefix, where a table has all of them', () => {
    const endpoint = vision({ openPrefix: true });
    expect(endpoint.targetModel('cat')).toMatch(/^cat-[0-9a-f]{16}\.tar\.gz$/);
    expect(endpoint.modelTableKey).toMatch(/\/open\/table\.json$/);
    expect(vision().modelTableKey).toBeUndefined();
  });

  test('of no model is an error that says which there are', () => {
    expect(() => vision().targetModel('bird')).toThrow(
      /Stack\/Vision: got 'bird'; allowed: .*\(cat, dog\) \(\S+\/mme\.unknown-model\)/,
    );
  });
});

describe('the fleet', () => {
  test('is two instances, scaled by the use of their GPUs with the times that AWS documents', () => {
    const template = templateOf(vision());
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

  test('is what is said', () => {
    const scaling = Scaling.gpuUtilization({ percent: 60, minCapacity: 1, maxCapacity: 5 });
    const template = templateOf(vision({ instanceType: InstanceType.G5_2XLARGE, instanceCount: 3, scaling }));
    template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [Match.objectLike({ InitialInstanceCount: 3, InstanceType: 'ml.g5.2xlarge' })],
    });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 1, MaxCapacity: 5 });
  });
});

test('the dashboard shows how models are loaded, and alarms watch it', () => {
  const template = templateOf(vision());
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

test('nothing refers to itself', () => {
  for (const openPrefix of [false, true]) {
    const endpoint = vision({ openPrefix });
    endpoint.grantInvokeModel(endpoint.role, 'cat');
    expect(findCycle(referencesOf(templateOf(endpoint).toJSON().Resources))).toBeUndefined();
  }
});

test('a key of the bucket is opened to SageMaker', () => {
  const stack = new Stack(new App(), 'Stack');
  const modelBucket = new Bucket(stack, 'Models', { encryptionKey: new Key(stack, 'Key') });
  templateOf(vision({ modelBucket }, stack)).hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: { Statement: Match.arrayWith([Match.objectLike({ Action: 'kms:Decrypt' })]) },
  });
});

test('imports have grants and metrics', () => {
  const stack = new Stack(new App(), 'Stack');
  const name = TritonMultiModelEndpoint.fromEndpointName(stack, 'Name', 'vision');
  const arn = TritonMultiModelEndpoint.fromEndpointArn(
    stack,
    'Arn',
    'arn:aws:sagemaker:us-east-1:111122223333:endpoint/vision',
  );
  const attributes = TritonMultiModelEndpoint.fromEndpointAttributes(stack, 'Attributes', { endpointName: 'vision' });
  const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  for (const endpoint of [name, arn, attributes]) {
    expect(endpoint.metricModelLatency()).toMatchObject({
      dimensions: { EndpointName: 'vision', VariantName: 'AllTraffic' },
    });
    const { principalStatement } = endpoint.grantInvoke(caller);
    const { Action, Resource } = stack.resolve(principalStatement?.toStatementJson());
    expect(Action).toBe('sagemaker:InvokeEndpoint');
    expect(JSON.stringify(Resource)).toContain(':endpoint/vision');
  }
});
