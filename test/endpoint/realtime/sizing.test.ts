import { Duration } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { artifact } from '../../../bin/model-folders';
import {
  Backend,
  Batching,
  Ensemble,
  ICapacityPlan,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  ModelConfig,
  TritonModel,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { CapacityPlanner } from '../../../lib/capacity';
import { checkPlan } from '../../../lib/endpoint/serving/check-plan';
import { resolveRealtime } from '../../../lib/endpoint/realtime/resolve';
import { folderWith } from '../../model/folders';
import { classifier, stackWith } from '../fixtures';

const sizing = CapacityPlanner.fromInferenceRecommenderCsv(artifact('bert-large-inference-recommender.csv')).plan({
  requestsPerSecond: 500,
  latencyObjective: LatencyObjective.p99(Duration.millis(500)),
});

test('a capacity plan sets instance type, instance counts, scaling and latency objective', () => {
  const template = Template.fromStack(stackWith({ sizing }));
  template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [{ InstanceType: 'ml.g4dn.2xlarge', InitialInstanceCount: 23 }],
  });
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 1, MaxCapacity: 23 });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'ModelLatency', Threshold: 500_000 });
});

test('a capacity plan with spare instances keeps them at each rate, also if the user sets a smaller number of instances', () => {
  const withSpares = CapacityPlanner.fromInferenceRecommenderCsv(artifact('bert-large-inference-recommender.csv')).plan(
    {
      requestsPerSecond: 480,
      latencyObjective: LatencyObjective.p99(Duration.millis(500)),
      spareInstances: 1,
    },
  );
  const capacityWith = (props: Partial<TritonRealtimeEndpointProps>) =>
    Object.values(
      Template.fromStack(stackWith({ sizing: withSpares, ...props })).findResources(
        'AWS::ApplicationAutoScaling::ScalableTarget',
      ),
    ).map(({ Properties }) => [Properties.MinCapacity, Properties.MaxCapacity]);
  expect(capacityWith({})).toEqual([[withSpares.minCapacity, withSpares.maxCapacity]]);
  expect(capacityWith({ instanceCount: 2 })).toEqual([[2, withSpares.maxCapacity]]);
  expect(capacityWith({ instanceCount: 30 })).toEqual([[withSpares.minCapacity, 30]]);
});

test('a capacity plan whose minimum is its maximum does not scale', () => {
  const fixed = CapacityPlanner._fromRecommendations([
    { configuration: 'model', instanceType: 'ml.g5.xlarge', invocationsPerMinute: 600, modelLatencyMilliseconds: 80 },
  ]).plan({ requestsPerSecond: 10, latencyObjective: LatencyObjective.p99(Duration.millis(100)), spareInstances: 1 });
  const template = Template.fromStack(stackWith({ sizing: fixed }));
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 0);
  template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [{ InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 2 }],
  });
});

test('an objective can have fractions of milliseconds', () => {
  const template = Template.fromStack(stackWith({ latencyObjective: LatencyObjective.p99(Duration.millis(12.5)) }));
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'ModelLatency', Threshold: 12_500 });
});

test('properties override the plan', () => {
  const template = Template.fromStack(stackWith({ sizing, instanceType: InstanceType.G5_XLARGE, instanceCount: 2 }));
  template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [{ InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 2 }],
  });
});

describe('properties that differ from the plan', () => {
  const warningsOf = (props: Partial<TritonRealtimeEndpointProps>): string[] =>
    Annotations.fromStack(stackWith({ sizing, ...props }))
      .findWarning('*', Match.stringLikeRegexp('sizing\\.overridden'))
      .map(({ entry }) => String(entry.data));

  test.each<[string, Partial<TritonRealtimeEndpointProps>, RegExp]>([
    ['instance type', { instanceType: InstanceType.G5_XLARGE }, /instanceType: got ml\.g5\.xlarge.* ml\.g4dn\.2xlarge/],
    [
      'instance pools',
      { instancePools: [{ instanceType: InstanceType.G5_XLARGE }] },
      /instancePools: got ml\.g5\.xlarge.* ml\.g4dn\.2xlarge/,
    ],
    ['instance count', { instanceCount: 2 }, /instanceCount: got 2.* 23/],
    [
      'objective',
      { latencyObjective: LatencyObjective.p99(Duration.millis(200)) },
      /latencyObjective: got p99 of 200 ms.* p99 of 500 ms/,
    ],
  ])('cause a warning that contains both values: %s', (_, props, message) => {
    expect(warningsOf(props)).toEqual([expect.stringMatching(message)]);
  });

  test('are the only ones that cause a warning: values that equal the plan cause none', () => {
    const instanceType = InstanceType.of('ml.g4dn.2xlarge');
    expect(warningsOf({ instanceType, instanceCount: 23, latencyObjective: sizing.latencyObjective })).toEqual([]);
    expect(warningsOf({ instancePools: [{ instanceType }, { instanceType: InstanceType.G5_XLARGE }] })).toEqual([]);
  });
});

describe("the model's own batching and instance groups", () => {
  // A maximum batch size of 2, without a queue delay, and one instance per GPU.
  const plan = CapacityPlanner.fromLatencyProfiles([
    { instanceType: 'ml.g4dn.xlarge', serviceTimes: [1, 2].map((batch) => ({ batch, milliseconds: 10 + batch })) },
  ]).plan({ requestsPerSecond: 50, latencyObjective: LatencyObjective.p99(Duration.millis(100)) });
  const own = {
    maxBatchSize: 8,
    batching: Batching.dynamic({ maxQueueDelayMicroseconds: 777 }),
    instanceGroups: [InstanceGroup.gpu({ count: 4 })],
  };
  const OWN_TEXT =
    'max_batch_size: 8 dynamic_batching { max_queue_delay_microseconds: 777 } instance_group { count: 4 kind: KIND_GPU }';
  const modelWithFile = (text: string): TritonModel =>
    TritonModel.fromDirectory(
      folderWith({ 'config.pbtxt': `backend: "python" ${text}`, '1/model.py': 'class TritonPythonModel: pass' }),
    );

  /** The largest batch, the queue delay and the number of instances that are deployed, and the properties that cause a warning. */
  function deploy(model: TritonModel): [number, string, number, ...string[]] {
    const [variant] = resolveRealtime({ model, sizing: plan }).variants;
    const { max_batch_size, dynamic_batching, instance_group } = variant.pools[0].models[0].config._document;
    const warnings = Annotations.fromStack(stackWith({ model, sizing: plan }))
      .findWarning('*', Match.stringLikeRegexp('sizing\\.overridden'))
      .map(({ entry }) => /model\.\w+: got .*, and the plan in `sizing` has [^:]*/.exec(String(entry.data))?.[0] ?? '');
    const delay = String(dynamic_batching?.max_queue_delay_microseconds);
    return [max_batch_size, delay, instance_group[0].count, ...warnings];
  }

  const WARNINGS = [
    'model.maxBatchSize: got 8, and the plan in `sizing` has 2',
    'model.batching: got dynamic batching with a queue delay of 777 µs, and the plan in `sizing` has dynamic batching with a queue delay of 0 µs',
    'model.instanceGroups: got 4 on GPUs, and the plan in `sizing` has 1 on GPUs',
  ];

  test.each<[string, () => TritonModel]>([
    ['properties', () => classifier(own)],
    ['`config`', () => classifier({ maxBatchSize: undefined, config: ModelConfig.fromText(OWN_TEXT) })],
    ['a config.pbtxt', () => modelWithFile(OWN_TEXT)],
    ['overrides of a config.pbtxt', () => modelWithFile('').withOverrides(own)],
  ])('take precedence, with a warning: %s', (_, model) => {
    expect(deploy(model())).toEqual([8, '777', 4, ...WARNINGS]);
  });

  test('are those of the plan if the model does not set them, or sets equal values', () => {
    expect(deploy(classifier({ maxBatchSize: undefined }))).toEqual([2, '0', 1]);
    expect(deploy(classifier({ ...plan.modelOverrides, maxBatchSize: 2 }))).toEqual([2, '0', 1]);
    expect(deploy(classifier({ maxBatchSize: 2, batching: Batching.dynamic() }))).toEqual([2, '0', 1]);
  });

  test('are each compared alone: the plan sets those that the model does not set', () => {
    expect(deploy(classifier({ maxBatchSize: 8 }))).toEqual([8, '0', 1, WARNINGS[0]]);
    const sequences = classifier({ maxBatchSize: 2, batching: Batching.sequenceDirect() });
    expect(deploy(sequences)).toEqual([2, 'undefined', 1, expect.stringContaining('got no dynamic batching')]);
  });

  test('a config.pbtxt without max_batch_size, which is 0, gets no dynamic batching of the plan', () => {
    expect(deploy(modelWithFile(''))).toEqual([
      0,
      'undefined',
      1,
      'model.maxBatchSize: got 0, and the plan in `sizing` has 2',
    ]);
  });

  describe('of an ensemble', () => {
    const step = { model: classifier(), inputMap: { image: 'image' }, outputMap: { scores: 'scores' } };
    const ensemble = classifier({
      ...{ name: 'pipeline', backend: Backend.ENSEMBLE, files: undefined, maxBatchSize: 1 },
      ensemble: Ensemble.of([step]),
    });
    const warningsOf = (measured: ICapacityPlan): string[] =>
      checkPlan({ variantName: 'AllTraffic', model: ensemble, sizing: measured }).map(({ message }) => message);

    test('are not those of the plan, because its composing models have batching and instance groups', () => {
      const [variant] = resolveRealtime({ model: ensemble.withOverrides({ maxBatchSize: 4 }), sizing: plan }).variants;
      const { config } = variant.pools[0].models[0];
      expect(config._document.max_batch_size).toBe(4);
      expect(config.toText()).not.toMatch(/dynamic_batching|instance_group/);
    });

    test('differ from a plan that combines requests into batches', () => {
      expect(warningsOf(plan)).toEqual([
        expect.stringMatching(
          /^got a plan that combines requests into batches of up to 2, for the ensemble 'pipeline'/,
        ),
      ]);
    });

    test('agree with a plan for single requests, and with one of Inference Recommender', () => {
      const single = CapacityPlanner.fromLatencyProfiles([
        { instanceType: 'ml.g4dn.xlarge', serviceTimes: [{ batch: 1, milliseconds: 10 }] },
      ]).plan({ requestsPerSecond: 50, latencyObjective: LatencyObjective.p99(Duration.millis(100)) });
      expect(warningsOf(single)).toEqual([]);
      expect(sizing.pick.dynamicBatching).toBe(true);
      expect(warningsOf(sizing)).toEqual([]);
    });
  });

  test('instances on the CPU differ from the same number on GPUs', () => {
    const onCpu = classifier({ maxBatchSize: 2, instanceGroups: [InstanceGroup.cpu({ count: 1 })] });
    expect(deploy(onCpu).slice(3)).toEqual([
      'model.instanceGroups: got 1 on the CPU, and the plan in `sizing` has 1 on GPUs',
    ]);
  });

  test('an inferred batch size is replaced, since nobody has set it', () => {
    const onnx = TritonModel.fromFile(artifact('image-classifier/onnx/1/model.onnx'));
    expect(onnx.maxBatchSize).toBe(4);
    expect(deploy(onnx)).toEqual([2, '0', 1]);
  });
});
