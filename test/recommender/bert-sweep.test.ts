import { App, Duration } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { BertSweepStack } from '../../bin/bert-sweep-stack';
import { LatencyObjective, Recommendations } from '../../lib';
import { CapacityPlanner } from '../../lib/capacity';
import { findCycle, referencesOf } from '../endpoint/template-graph';
import { definitionIn } from './definition';
import { REFERENCE } from './fixtures';

describe('the reference experiment', () => {
  test('is a stack with 8 model packages and one workflow, which tests 3 instance types', () => {
    const stack = new BertSweepStack(new App(), 'BertSweep');
    const template = Template.fromStack(stack);
    template.resourceCountIs('AWS::SageMaker::ModelPackage', 8);
    template.resourceCountIs('AWS::StepFunctions::StateMachine', 1);
    const types = ['ml.g4dn.xlarge', 'ml.g4dn.2xlarge', 'ml.g4dn.12xlarge'];
    const jobs = definitionIn(stack).States.Jobs.Result ?? [];
    expect(jobs).toHaveLength(8);
    for (const { request } of jobs) {
      expect(request.InputConfig).toMatchObject({
        EndpointConfigurations: types.map((InstanceType) => ({ InstanceType })),
      });
    }
    expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
  });

  test('results in the documented pick (selected fleet)', () => {
    const plan = CapacityPlanner.fromRecommendations(Recommendations.fromFile(REFERENCE).all).plan({
      requestsPerSecond: 500,
      latencyObjective: LatencyObjective.p95(Duration.millis(500)),
    });
    expect(plan.pick).toMatchObject({
      configuration: 'trt-db',
      instanceType: 'ml.g4dn.2xlarge',
      instanceCount: 23,
      costPerHour: 21.62,
    });
  });
});
