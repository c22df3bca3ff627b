import { Duration } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { artifact } from '../../../bin/model-folders';
import { CapacityPlanner, InstanceType, LatencyObjective } from '../../../lib';
import { stackWith } from '../fixtures';

const sizing = CapacityPlanner.fromInferenceRecommenderCsv(artifact('bert-large-inference-recommender.csv')).plan({
  requestsPerSecond: 500,
  latencyObjective: LatencyObjective.p99(Duration.millis(500)),
});

test('an endpoint takes type, counts, scaling and objective from a plan', () => {
  const template = Template.fromStack(stackWith({ sizing }));
  template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [{ InstanceType: 'ml.g4dn.2xlarge', InitialInstanceCount: 23 }],
  });
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 1, MaxCapacity: 23 });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'ModelLatency', Threshold: 500_000 });
});

test('what the properties say wins over the plan', () => {
  const template = Template.fromStack(stackWith({ sizing, instanceType: InstanceType.G5_XLARGE, instanceCount: 2 }));
  template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [{ InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 2 }],
  });
});
