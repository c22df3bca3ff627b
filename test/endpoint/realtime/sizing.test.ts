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
