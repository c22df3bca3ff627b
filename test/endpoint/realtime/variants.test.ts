import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import {
  Backend,
  InstanceType,
  ModelFiles,
  Scaling,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
  UpdateStrategy,
  CapacitySize,
} from '../../../lib';
import { folderWith } from '../../model/folders';
import { dashboardOf } from '../../monitoring/fixtures/rendered';
import { classifier } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

function stackWith(props: Partial<TritonRealtimeEndpointProps>): Stack {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), endpointName: 'shop', ...props });
  return stack;
}

/** A Python model with a different name. */
function challenger(): TritonModel {
  return new TritonModel({
    name: 'challenger',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(folderWith({ '1/model.py': 'pass' })),
    inputs: [Tensor.fp32('image', [3, 32, 32])],
    outputs: [Tensor.fp32('scores', [10])],
  });
}

function variantsOf(template: Template): Record<string, unknown>[] {
  const [config] = Object.values(template.findResources('AWS::SageMaker::EndpointConfig'));
  return config.Properties.ProductionVariants;
}

/** The descriptions of the alarms on a shadow variant. */
function shadowAlarmsOf(template: Template): string[] {
  const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm'));
  return alarms.map(({ Properties }) => Properties.AlarmDescription).filter((text) => /shadow/.test(text));
}

describe('two variants', () => {
  const stack = stackWith({
    instanceCount: 2,
    variants: [
      { variantName: 'Champion', weight: 3 },
      {
        variantName: 'Challenger',
        weight: 0,
        model: challenger(),
        instanceType: InstanceType.G5_XLARGE,
        instanceCount: 1,
      },
    ],
  });
  const template = Template.fromStack(stack);

  test('share the traffic according to their weights, and a weight can be 0', () => {
    expect(variantsOf(template)).toEqual([
      expect.objectContaining({ VariantName: 'Champion', InitialVariantWeight: 3 }),
      expect.objectContaining({ VariantName: 'Challenger', InitialVariantWeight: 0 }),
    ]);
  });

  test('have their own instance types, or inherit them from the endpoint', () => {
    expect(variantsOf(template)).toEqual([
      expect.objectContaining({ InstanceType: 'ml.g4dn.xlarge', InitialInstanceCount: 2 }),
      expect.objectContaining({ InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 1 }),
    ]);
  });

  test('each serve their own model', () => {
    for (const name of ['image-classifier', 'challenger']) {
      template.hasResourceProperties('AWS::SageMaker::Model', {
        PrimaryContainer: { Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: name } },
      });
    }
    template.resourceCountIs('AWS::SageMaker::Model', 2);
  });

  test('both have alarms and tests, and the endpoint rolls back on the alarms of both', () => {
    template.resourceCountIs('Custom::TritonSmokeTest', 2);
    const [{ Properties }] = Object.values(template.findResources('AWS::SageMaker::Endpoint'));
    const names = JSON.stringify(Properties.DeploymentConfig.AutoRollbackConfiguration.Alarms);
    expect(names).toContain('EndpointChampionRollbackAlarms');
    expect(names).toContain('EndpointChallengerRollbackAlarms');
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ModelLatency',
      Dimensions: Match.arrayWith([{ Name: 'VariantName', Value: 'Challenger' }]),
    });
  });

  test('cause no circular dependency in the template', () => {
    expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
  });
});

test('each variant has its own scaling, or none', () => {
  const template = Template.fromStack(
    stackWith({
      variants: [
        { variantName: 'A', scaling: Scaling.invocationsPerInstance({ maxCapacity: 7, invocationsPerSecond: 2 }) },
        { variantName: 'B', scaling: Scaling.none() },
      ],
    }),
  );
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 1);
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    ResourceId: 'endpoint/shop/variant/A',
    MaxCapacity: 7,
  });
});

describe('a shadow variant', () => {
  const template = Template.fromStack(
    stackWith({
      variants: [{ variantName: 'Live' }],
      shadowVariants: [{ variantName: 'Next', weight: 0.5, model: challenger() }],
    }),
  );

  test('receives copies of a share of the traffic, according to its weight', () => {
    template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [{ VariantName: 'Live', InitialVariantWeight: 1 }],
      ShadowProductionVariants: [{ VariantName: 'Next', InitialVariantWeight: 0.5 }],
    });
  });

  test('neither scales nor has tests by default', () => {
    template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 1);
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
      ResourceId: 'endpoint/shop/variant/Live',
    });
    template.resourceCountIs('Custom::TritonSmokeTest', 1);
  });

  test('is compared with the production variant by alarms and on the dashboard', () => {
    expect(shadowAlarmsOf(template)).toEqual([
      expect.stringMatching(/^ModelLatency p99 of the shadow variant/),
      expect.stringMatching(/^More requests fail/),
    ]);
    expect(JSON.stringify(dashboardOf(template).widgets)).toContain('## Shadow Next, compared with Live');
  });
});

describe('instance pools', () => {
  test('contain the instance types in order, with the model of the variant or their own model', () => {
    const template = Template.fromStack(
      stackWith({
        instancePools: [
          { instanceType: InstanceType.G5_XLARGE },
          { instanceType: InstanceType.G5_2XLARGE },
          { instanceType: InstanceType.G5_4XLARGE, model: challenger() },
        ],
      }),
    );
    template.resourceCountIs('AWS::SageMaker::Model', 2);
    const [variant] = variantsOf(template);
    expect(variant).not.toHaveProperty('InstanceType');
    expect(variant.InstancePools).toEqual([
      { InstanceType: 'ml.g5.xlarge', Priority: 1 },
      { InstanceType: 'ml.g5.2xlarge', Priority: 2 },
      {
        InstanceType: 'ml.g5.4xlarge',
        Priority: 3,
        ModelNameOverride: { 'Fn::GetAtt': [expect.stringContaining('Model2'), 'ModelName'] },
      },
    ]);
  });

  test('of a variant replace the endpoint’s instance type', () => {
    const instancePools = [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G5_2XLARGE }];
    const template = Template.fromStack(
      stackWith({
        instanceType: InstanceType.G4DN_2XLARGE,
        variants: [{ variantName: 'A' }, { variantName: 'B', instancePools }],
      }),
    );
    expect(variantsOf(template)).toEqual([
      expect.objectContaining({ InstanceType: 'ml.g4dn.2xlarge' }),
      expect.objectContaining({ InstancePools: [expect.anything(), expect.anything()] }),
    ]);
  });

  test('together with an instance type are rejected', () => {
    const pools = [{ instanceType: InstanceType.G5_XLARGE }];
    const synthesize = () => stackWith({ instanceType: InstanceType.G5_XLARGE, instancePools: pools });
    expect(synthesize).toThrow(/instancePools: got an instanceType \(ml\.g5\.xlarge\) as well.*\/sm\.instance-pools\)/);
  });
});

test('one error contains all problems of all variants, each with its path', () => {
  const synthesize = () =>
    stackWith({
      variants: [
        { variantName: 'A', weight: -1 },
        { variantName: 'A', instanceCount: 0, instanceType: InstanceType.P6E_GB200_36XLARGE },
      ],
      updateStrategy: UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(50) }),
    });
  expect(synthesize).toThrow(/^Stack\/Endpoint: \d problems/);
  expect(synthesize).toThrow(/variants\[0\]\.weight: got -1.*\/sm\.variant-weight\)/);
  expect(synthesize).toThrow(/variants\[1\]\.variantName: got 'A' twice.*\/sm\.variant-name\)/);
  expect(synthesize).toThrow(/variants\[1\]\.instanceCount: got 0.*\/sm\.variant-count\)/);
  expect(synthesize).toThrow(/variants\[1\]\.instanceType: got ml\.p6e-gb200\.36xlarge.*\/sm\.arm\)/);
  expect(synthesize).toThrow(/updateStrategy: got rolling with 2 variants.*\/sm\.deploy-rolling\)/);
});
