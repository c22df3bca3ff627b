import { fullDiff, ResourceDifference, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Batching, InstanceType, Scaling, TritonImage, TritonRealtimeEndpointProps } from '../../lib';
import { classifier, stackWith } from './fixtures';
import { referencesOf } from './template-graph';

const defaultTemplate = templateJson(stackWith());

function templateJson(stack: Stack): Record<string, unknown> {
  return Template.fromStack(stack).toJSON();
}

/** Returns the action of CloudFormation on a resource, or undefined if only the dependencies of the resource change. */
function actionOf({ changeImpact, propertyUpdates }: ResourceDifference): string | undefined {
  if (changeImpact === ResourceImpact.WILL_CREATE) return 'create';
  if (changeImpact === ResourceImpact.WILL_DESTROY) return 'remove';
  if (changeImpact === ResourceImpact.WILL_REPLACE || changeImpact === ResourceImpact.MAY_REPLACE) return 'replace';
  // The schemas of custom resources are not known. A change of their properties is assumed to be an update.
  return Object.keys(propertyUpdates).length > 0 ? 'update' : undefined;
}

/** Returns the actions of a deployment that adds properties to an endpoint with all defaults. */
function changesBy(props: Partial<TritonRealtimeEndpointProps>): string[] {
  const changes: string[] = [];
  fullDiff(defaultTemplate, templateJson(stackWith(props))).resources.forEachDifference((_, difference) => {
    const action = actionOf(difference);
    if (action) changes.push(`${action} ${difference.resourceType}`);
  });
  return changes.sort();
}

test('a deployment without a change has no actions', () => {
  expect(changesBy({})).toEqual([]);
});

test('a change of config.pbtxt replaces only the model and the endpoint configuration', () => {
  const batching = Batching.dynamic({ maxQueueDelayMicroseconds: 100 });
  expect(changesBy({ model: classifier({ batching }) })).toEqual([
    'replace AWS::SageMaker::EndpointConfig',
    'replace AWS::SageMaker::Model',
    'update Custom::TritonModelPublication',
    'update Custom::TritonSmokeTest',
  ]);
});

test('a change of the image replaces only the model and the endpoint configuration', () => {
  expect(changesBy({ image: TritonImage.forRelease('24.05') })).toEqual([
    'create AWS::IAM::Policy', // new policy, with the permission to pull the new image
    'remove AWS::IAM::Policy', // old policy, deleted after the update has succeeded
    'replace AWS::SageMaker::EndpointConfig',
    'replace AWS::SageMaker::Model',
    'update Custom::TritonModelPublication', // waits until the new policy of the role takes effect
    'update Custom::TritonSmokeTest',
  ]);
});

test('a change of the instance type replaces only the endpoint configuration and the scaling policy', () => {
  expect(changesBy({ instanceType: InstanceType.G5_XLARGE })).toEqual([
    'create AWS::ApplicationAutoScaling::ScalingPolicy',
    'remove AWS::ApplicationAutoScaling::ScalingPolicy',
    'replace AWS::SageMaker::EndpointConfig',
    'update AWS::CloudWatch::Dashboard', // its cost graph contains the price of the instance type
    'update Custom::TritonScalingRegistration',
    'update Custom::TritonScalingRelease',
    'update Custom::TritonSmokeTest',
  ]);
});

test('a change of the scaling replaces only the scaling policies', () => {
  expect(changesBy({ scaling: Scaling.concurrentRequests({ maxCapacity: 5, requestsPerInstance: 4 }) })).toEqual([
    'replace AWS::ApplicationAutoScaling::ScalingPolicy',
    'update AWS::ApplicationAutoScaling::ScalableTarget',
    'update AWS::CloudWatch::Alarm', // the alarm on the maximum number of instances
    'update AWS::CloudWatch::Dashboard',
    'update Custom::TritonScalingRegistration',
    'update Custom::TritonScalingRelease',
  ]);
});

test('a replaced configuration updates the endpoint in place, but a new endpoint name replaces the endpoint', () => {
  const resources = defaultTemplate.Resources as Record<string, { Type: string }>;
  const idOf = (type: string) => Object.keys(resources).filter((id) => resources[id].Type === type)[0];
  const graph = referencesOf(resources);
  expect(graph.get(idOf('AWS::SageMaker::EndpointConfig'))).toContain(idOf('AWS::SageMaker::Model'));
  expect(graph.get(idOf('AWS::SageMaker::Endpoint'))).toContain(idOf('AWS::SageMaker::EndpointConfig'));
  const renamed = fullDiff(defaultTemplate, templateJson(stackWith({ endpointName: 'other' }))).resources;
  expect(renamed.get(idOf('AWS::SageMaker::Endpoint')).changeImpact).toBe(ResourceImpact.WILL_REPLACE);
});
