import * as fs from 'node:fs';
import * as path from 'node:path';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { AdjustmentType, Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Batching, Scaling } from '../../../lib';
import { scalingProperties } from '../../../lib/capacity/fleet/scaling-properties';
import { readDeployedEndpoint } from '../../../cli/simulate/deployed-endpoint';
import { createSimulationFolder, INSTANCE_TYPE, synthesize } from './fixtures';

const { folder } = createSimulationFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));

const LIMITS = { minCapacity: 2, maxCapacity: 6 };
const invocations = new Metric({ namespace: 'AWS/SageMaker', metricName: 'Invocations', statistic: 'Sum' });
const STRATEGIES: [string, Scaling][] = [
  ['target tracking', Scaling.invocationsPerInstance({ ...LIMITS, invocationsPerSecond: 50 })],
  [
    'a schedule and cooldowns',
    Scaling.combine(
      Scaling.concurrentRequests({ ...LIMITS, requestsPerInstance: 4 }),
      Scaling.scheduled({
        ...LIMITS,
        actions: [{ name: 'morning', schedule: Schedule.expression('cron(0 8 * * ? *)'), minCapacity: 4 }],
      }),
    ),
  ],
  [
    'step scaling with alarms',
    Scaling.steps({
      ...LIMITS,
      metric: invocations,
      adjustmentType: AdjustmentType.CHANGE_IN_CAPACITY,
      steps: [
        { upper: 3000, change: -1 },
        { lower: 6000, change: 1 },
        { lower: 12_000, change: 2 },
      ],
    }),
  ],
  ['no scaling', Scaling.none()],
];

test.each(STRATEGIES)('%s is read from a template as the simulation of the library binds it', (_, scaling) => {
  const assembly = synthesize(folder, {
    id: 'Classifier',
    scaling,
    instanceCount: 2,
    monitoring: { serverMetrics: true },
  });
  const endpoint = readDeployedEndpoint(assembly);
  const bound = scalingProperties(scaling, {
    instanceType: INSTANCE_TYPE,
    initialInstanceCount: 2,
    asynchronous: false,
  });
  expect(endpoint).toMatchObject({ name: 'classifier', instanceType: INSTANCE_TYPE, instanceCount: 2 });
  expect(endpoint.scaling).toMatchObject(bound);
});

describe('the batching of the model', () => {
  const batchingOf = (model: object) => readDeployedEndpoint(synthesize(folder, { id: 'Classifier', model })).batching;

  test('is that of its config.pbtxt', () => {
    const batching = Batching.dynamic({ maxQueueDelayMicroseconds: 500 });
    expect(batchingOf({ batching, maxBatchSize: 8 })).toEqual({
      maxBatchSize: 8,
      dynamicBatching: { maxQueueDelayMicroseconds: 500 },
    });
  });

  test('is a batch of 1 without dynamic batching', () => {
    expect(batchingOf({ maxBatchSize: 8 })).toEqual({ maxBatchSize: 1 });
  });

  test('is rejected if the model uses sequence batching', () => {
    expect(() => batchingOf({ batching: Batching.sequenceDirect(), maxBatchSize: 8 })).toThrow(
      'simulate: the endpoint classifier serves the model image-classifier with sequence batching, which is not simulated',
    );
  });
});

describe('an assembly with two endpoints', () => {
  const assembly = synthesize(folder, { id: 'First' }, { id: 'Second', instanceCount: 3, scaling: Scaling.none() });

  test('requires --endpoint, and lists the names and the paths', () => {
    expect(() => readDeployedEndpoint(assembly)).toThrow(
      'has 2 endpoints; choose one with --endpoint: first (Vision/First), second (Vision/Second)',
    );
  });

  test.each(['second', 'Vision/Second'])('selects the endpoint %s', (name) => {
    expect(readDeployedEndpoint(assembly, name).instanceCount).toBe(3);
  });

  test('rejects a name that no endpoint has', () => {
    expect(() => readDeployedEndpoint(assembly, 'third')).toThrow(
      '--endpoint: got third, which 0 endpoints have as their name; allowed: one of first (Vision/First), second',
    );
  });
});

describe('an endpoint that cannot be simulated', () => {
  /** Changes the template of an endpoint, and reads it. */
  const readChanged = (change: (resources: Record<string, { Type: string; Properties: never }>) => void) => () => {
    const assembly = synthesize(folder, {
      id: 'Classifier',
      scaling: Scaling.invocationsPerInstance({ maxCapacity: 2, invocationsPerSecond: 5 }),
    });
    const file = path.join(assembly, 'Vision.template.json');
    const template = JSON.parse(fs.readFileSync(file, 'utf8'));
    change(template.Resources);
    fs.writeFileSync(file, JSON.stringify(template));
    return readDeployedEndpoint(assembly);
  };
  const propertiesOf = (resources: object, type: string): Record<string, unknown> =>
    Object.values(resources).find(({ Type }) => Type === type).Properties;
  const config = 'AWS::SageMaker::EndpointConfig';

  test.each<[string, (resources: object) => void, string]>([
    [
      'an asynchronous endpoint',
      (resources) => (propertiesOf(resources, config).AsyncInferenceConfig = {}),
      'classifier is asynchronous, and the command compares real-time endpoints',
    ],
    [
      'two variants',
      (resources) => {
        const properties = propertiesOf(resources, config);
        const [variant] = properties.ProductionVariants as object[];
        properties.ProductionVariants = [variant, { ...variant, VariantName: 'Other' }];
      },
      'has 2 production variants; allowed: 1',
    ],
    [
      'an instance count that only a deployment knows',
      (resources) => {
        const [variant] = propertiesOf(resources, config).ProductionVariants as Record<string, unknown>[];
        variant.InitialInstanceCount = { 'Fn::ImportValue': 'count' };
      },
      'has no InitialInstanceCount that is known at synthesis',
    ],
    [
      'a target that only a deployment knows',
      (resources) => {
        const policy = propertiesOf(resources, 'AWS::ApplicationAutoScaling::ScalingPolicy');
        (policy.TargetTrackingScalingPolicyConfiguration as Record<string, unknown>).TargetValue = {
          'Fn::ImportValue': 'x',
        };
      },
      'TargetTrackingScalingPolicyConfiguration.TargetValue: got nothing; allowed: a number',
    ],
    [
      'no endpoint',
      (resources) => Object.keys(resources).forEach((id) => delete (resources as Record<string, unknown>)[id]),
      'has no endpoint',
    ],
  ])('%s is an error', (_, change, message) => {
    expect(readChanged(change)).toThrow(message);
  });
});
