import { fullDiff, ResourceDifference, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Batching, InstanceType, Scaling, TritonImage, TritonRealtimeEndpointProps } from '../../lib';
import { classifier, stackWith } from './fixtures';
import { referencesOf } from './template-graph';

const before = templateOf(stackWith());

function templateOf(stack: Stack): Record<string, unknown> {
  return Template.fromStack(stack).toJSON();
}

/** What CloudFormation does with a resource; dependencies alone are no change to it. */
function fateOf({ changeImpact, propertyUpdates }: ResourceDifference): string | undefined {
  if (changeImpact === ResourceImpact.WILL_CREATE) return 'create';
  if (changeImpact === ResourceImpact.WILL_DESTROY) return 'remove';
  if (changeImpact === ResourceImpact.WILL_REPLACE || changeImpact === ResourceImpact.MAY_REPLACE) return 'replace';
  // Nothing is known of custom resources: they are called again.
  return Object.keys(propertyUpdates).length > 0 ? 'update' : undefined;
}

/** What a deployment does with the resources whose properties differ. */
function changesBy(props: Partial<TritonRealtimeEndpointProps>): string[] {
  const changes: string[] = [];
  fullDiff(before, templateOf(stackWith(props))).resources.forEachDifference((_, difference) => {
    const fate = fateOf(difference);
    if (fate) changes.push(`${fate} ${difference.resourceType}`);
  });
  return changes.sort();
}

test('nothing changes nothing', () => {
  expect(changesBy({})).toEqual([]);
});

test('only config.pbtxt replaces the model and the configuration', () => {
  const batching = Batching.dynamic({ maxQueueDelayMicroseconds: 100 });
  expect(changesBy({ model: classifier({ batching }) })).toEqual([
    'replace AWS::SageMaker::EndpointConfig',
    'replace AWS::SageMaker::Model',
    'update Custom::TritonModelPublication',
    'update Custom::TritonSmokeTest',
  ]);
});

test('only the image replaces the model and the configuration', () => {
  expect(changesBy({ image: TritonImage.forRelease('24.05') })).toEqual([
    'create AWS::IAM::Policy', // may pull the new image
    'remove AWS::IAM::Policy', // may pull the old image, until the update has succeeded
    'replace AWS::SageMaker::EndpointConfig',
    'replace AWS::SageMaker::Model',
    'update Custom::TritonModelPublication', // waits until AWS knows the new policy of the role that reads the files
    'update Custom::TritonSmokeTest',
  ]);
});

test('only the instance type replaces the configuration, and the policy of what scales the old type', () => {
  expect(changesBy({ instanceType: InstanceType.G5_XLARGE })).toEqual([
    'create AWS::ApplicationAutoScaling::ScalingPolicy',
    'remove AWS::ApplicationAutoScaling::ScalingPolicy',
    'replace AWS::SageMaker::EndpointConfig',
    'update AWS::CloudWatch::Dashboard', // the price
    'update Custom::TritonScalingRegistration',
    'update Custom::TritonScalingRelease',
    'update Custom::TritonSmokeTest',
  ]);
});

test('only the scaling replaces its policies, and nothing else', () => {
  expect(changesBy({ scaling: Scaling.concurrentRequests({ maxCapacity: 5, requestsPerInstance: 4 }) })).toEqual([
    'replace AWS::ApplicationAutoScaling::ScalingPolicy',
    'update AWS::ApplicationAutoScaling::ScalableTarget',
    'update AWS::CloudWatch::Alarm', // on reaching the most instances
    'update AWS::CloudWatch::Dashboard',
    'update Custom::TritonScalingRegistration',
    'update Custom::TritonScalingRelease',
  ]);
});

test('a replaced configuration updates the endpoint, which refers to it, in place', () => {
  const resources = before.Resources as Record<string, { Type: string }>;
  const idOf = (type: string) => Object.keys(resources).filter((id) => resources[id].Type === type)[0];
  const graph = referencesOf(resources);
  expect(graph.get(idOf('AWS::SageMaker::EndpointConfig'))).toContain(idOf('AWS::SageMaker::Model'));
  expect(graph.get(idOf('AWS::SageMaker::Endpoint'))).toContain(idOf('AWS::SageMaker::EndpointConfig'));
  const renamed = fullDiff(before, templateOf(stackWith({ endpointName: 'other' }))).resources;
  expect(renamed.get(idOf('AWS::SageMaker::Endpoint')).changeImpact).toBe(ResourceImpact.WILL_REPLACE);
});
