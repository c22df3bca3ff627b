import { App, Stack, Token } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { ModelConfig, InstanceType, ModelFiles, Scaling, TritonImage, TritonRealtimeEndpoint } from '../../../lib';
import { classifier, stackWith, statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

describe('a real-time endpoint with all defaults', () => {
  const template = Template.fromStack(stackWith());

  test('the model serves its published files, with its own name as the default model', () => {
    template.hasResourceProperties('AWS::SageMaker::Model', {
      PrimaryContainer: {
        ModelDataSource: {
          S3DataSource: {
            S3Uri: {
              'Fn::Join': [
                '',
                [
                  's3://',
                  { Ref: Match.stringLikeRegexp('^TritonModelPublisherBucket') },
                  Match.stringLikeRegexp(
                    '^/Stack/Stack-Classifier-[0-9A-F]{8}/[0-9a-f]{8}/image-classifier/[0-9a-f]{64}/$',
                  ),
                ],
              ],
            },
            CompressionType: 'None',
          },
        },
        Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'image-classifier' },
      },
      ModelName: Match.absent(),
    });
  });

  test('the endpoint has a generated name', () => {
    template.hasResourceProperties('AWS::SageMaker::Endpoint', { EndpointName: 'stackclassifier9f740050' });
  });

  test('the instances use an AMI whose driver supports the image, and requests are routed to the least loaded instance', () => {
    template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [
        {
          InstanceType: 'ml.g4dn.xlarge',
          InferenceAmiVersion: 'al2023-ami-sagemaker-inference-gpu-4-1',
          InitialInstanceCount: 1,
          RoutingConfig: { RoutingStrategy: 'LEAST_OUTSTANDING_REQUESTS' },
          ModelDataDownloadTimeoutInSeconds: 301,
          ContainerStartupHealthCheckTimeoutInSeconds: 301,
        },
      ],
      EndpointConfigName: Match.absent(),
    });
  });

  test('the endpoint has scaling, alarms, a dashboard and a smoke test', () => {
    template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 1);
    template.resourceCountIs('AWS::ApplicationAutoScaling::ScalingPolicy', 1);
    template.resourceCountIs('AWS::CloudWatch::Alarm', 11); // three of these alarms only roll back deployments
    template.resourceCountIs('AWS::CloudWatch::CompositeAlarm', 1);
    template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
    template.resourceCountIs('Custom::TritonSmokeTest', 1);
  });

  test('the role may publish the metrics of the instances, which GPUUtilization requires', () => {
    const statement = {
      Action: 'cloudwatch:PutMetricData',
      Condition: { StringLike: { 'cloudwatch:namespace': '/aws/sagemaker/*' } },
      Effect: 'Allow',
      Resource: '*',
    };
    expect(statementsOf(template, /ExecutionPolicy/)).toContainEqual(statement);
  });

  test('the smoke test waits for the endpoint and its scaling', () => {
    const graph = referencesOf(template.toJSON().Resources);
    const idOf = (type: string) => Object.keys(template.findResources(type))[0];
    expect(graph.get(idOf('Custom::TritonSmokeTest'))).toContain(idOf('AWS::SageMaker::Endpoint'));
    expect(graph.get(idOf('Custom::TritonSmokeTest'))).toContain(idOf('AWS::ApplicationAutoScaling::ScalingPolicy'));
  });

  test('the template has no circular dependency', () => {
    expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
  });

  test('only actions without resource-level permissions have a wildcard resource', () => {
    const statements = statementsOf(template);
    const wildcardActions = statements
      .filter(({ Resource }) => [Resource].flat().includes('*'))
      .map(({ Action }) => Action);
    expect(wildcardActions).toEqual(['cloudwatch:PutMetricData', 'ecr:GetAuthorizationToken']);
    expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
  });

  test('synthesis is deterministic', () => {
    expect(Template.fromStack(stackWith()).toJSON()).toEqual(template.toJSON());
  });
});

test('an update retains instance counts but not weights, if a variant scales', () => {
  const retained = { RetainAllVariantProperties: true };
  Template.fromStack(stackWith()).hasResourceProperties('AWS::SageMaker::Endpoint', {
    ...retained,
    ExcludeRetainedVariantProperties: [{ VariantPropertyType: 'DesiredWeight' }],
  });
  Template.fromStack(stackWith({ scaling: Scaling.none() })).hasResourceProperties('AWS::SageMaker::Endpoint', {
    RetainAllVariantProperties: false,
    ExcludeRetainedVariantProperties: Match.absent(),
  });
});

describe('the image', () => {
  test('of a stack with a Region is in the registry of this Region', () => {
    Template.fromStack(stackWith({}, 'af-south-1')).hasResourceProperties('AWS::SageMaker::Model', {
      PrimaryContainer: {
        Image: {
          'Fn::Join': [
            '',
            ['626614931356.dkr.ecr.af-south-1.', { Ref: 'AWS::URLSuffix' }, '/sagemaker-tritonserver:26.05-py3'],
          ],
        },
      },
    });
  });

  test('of a stack without a Region is looked up in a mapping', () => {
    const template = Template.fromStack(stackWith());
    template.hasMapping('TritonRegistry2605', { 'us-east-1': { account: '763104351884' } });
  });

  test('has a mapping that two endpoints share', () => {
    const stack = stackWith();
    new TritonRealtimeEndpoint(stack, 'Second', { model: classifier() });
    expect(Object.keys(Template.fromStack(stack).findMappings('*'))).toEqual(['TritonRegistry2605']);
  });
});

test('model data in S3 is served from its location: an archive or a prefix', () => {
  const stack = new Stack(new App(), 'Stack');
  const bucket = Bucket.fromBucketName(stack, 'Bucket', 'models');
  const createEndpoint = (id: string, key: string) =>
    new TritonRealtimeEndpoint(stack, id, { model: classifier({ files: ModelFiles.fromS3(bucket, key) }) });
  createEndpoint('Archive', 'a/model.tar.gz');
  createEndpoint('Prefix', 'a/repository');
  const template = Template.fromStack(stack);
  template.hasResourceProperties('AWS::SageMaker::Model', {
    PrimaryContainer: { ModelDataUrl: 's3://models/a/model.tar.gz' },
  });
  template.hasResourceProperties('AWS::SageMaker::Model', {
    PrimaryContainer: {
      ModelDataSource: {
        S3DataSource: { S3Uri: 's3://models/a/repository/', S3DataType: 'S3Prefix', CompressionType: 'None' },
      },
    },
  });
});

describe('one error contains', () => {
  test('all problems of an endpoint, each with path, property, value, allowed values and rule', () => {
    const synthesize = () =>
      stackWith({
        endpointName: 'not_allowed',
        instanceCount: 0,
        instanceType: InstanceType.P3_2XLARGE,
        image: TritonImage.forRelease('25.09'),
        scaling: Scaling.invocationsPerInstance({ maxCapacity: 0, invocationsPerSecond: -1 }),
      });
    expect(synthesize).toThrow(/^Stack\/Classifier: \d problems/);
    for (const rule of ['sm.ec-name', 'sm.variant-count', 'sm.scaling', 'sm.cuda13-volta'])
      expect(synthesize).toThrow(`/rules/${rule})`);
    expect(synthesize).toThrow(/endpointName: got 'not_allowed'; allowed: 1 to 63 letters/);
  });
});

test('a decoupled model is rejected, because the model cannot respond to InvokeEndpoint', () => {
  expect(() => stackWith({ model: classifier({ decoupled: true }) })).toThrow(
    /model\.decoupled: got true; .*\/py\.decoupled\)/,
  );
});

test.each([
  ['cache.server-flag', { responseCache: true }],
  [
    'rl.inert',
    { config: ModelConfig.fromText('instance_group [{ rate_limiter { resources [{ name: "R" count: 1 }] } }]') },
  ],
])('%s: settings that the server ignores without a server option cause a warning', (rule, overrides) => {
  const stack = stackWith({ model: classifier(overrides) });
  Annotations.fromStack(stack).hasWarning('/Stack/Classifier', Match.stringLikeRegexp(`cdk-sagemaker-triton:${rule}`));
});

test('an instance count that is known only at deployment is also the maximum capacity, because the library cannot double the count', () => {
  const template = Template.fromStack(stackWith({ instanceCount: Token.asNumber({ Ref: 'Count' }) }));
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    MinCapacity: { Ref: 'Count' },
    MaxCapacity: { Ref: 'Count' },
  });
});

test('the L1 resources are properties of the endpoint, so users can override settings that have no option', () => {
  const stack = new Stack();
  const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
  endpoint.cfnEndpoint.addPropertyOverride('RetainDeploymentConfig', true);
  endpoint.cfnEndpointConfig.addPropertyOverride('ProductionVariants.0.EnableSSMAccess', true);
  endpoint.variants[0].cfnModels[0].addPropertyOverride('PrimaryContainer.ContainerHostname', 'triton');
  endpoint.variants[0].cfnScalableTarget?.addPropertyOverride('SuspendedState.DynamicScalingInSuspended', true);
  const template = Template.fromStack(stack);
  template.hasResourceProperties('AWS::SageMaker::Endpoint', { RetainDeploymentConfig: true });
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    SuspendedState: { DynamicScalingInSuspended: true },
  });
  template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [Match.objectLike({ VariantName: 'AllTraffic', EnableSSMAccess: true })],
  });
  template.hasResourceProperties('AWS::SageMaker::Model', {
    PrimaryContainer: Match.objectLike({ ContainerHostname: 'triton', Image: Match.anyValue() }),
  });
});
