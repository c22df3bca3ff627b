import { Duration } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { artifact } from '../../../bin/model-folders';
import { CapacityPlanner, InstanceType, LatencyObjective, TritonRealtimeEndpointProps } from '../../../lib';
import { stackWith } from '../fixtures';

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
