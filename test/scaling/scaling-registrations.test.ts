import { App, Stack, Tags } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { InstanceType, Scaling } from '../../lib';
import { statementsOf } from '../endpoint/fixtures';
import { ScalingRegistrations } from '../../lib/scaling/scaling-registrations';

const requests = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 16 });

/** Creates an endpoint with one variant for each strategy. */
function endpointWith(
  strategies: Record<string, Scaling>,
  stack = new Stack(new App(), 'Stack'),
  id = 'vision',
): Stack {
  const scope = new Construct(stack, id);
  const config = new CfnEndpointConfig(scope, 'Config', { productionVariants: [] });
  const endpoint = new CfnEndpoint(scope, 'Endpoint', {
    endpointName: id,
    endpointConfigName: config.attrEndpointConfigName,
  });
  new ScalingRegistrations(scope, 'Scaling', {
    endpoint,
    variants: Object.entries(strategies).map(([variantName, scaling]) => ({
      scope: new Construct(scope, variantName),
      variantName,
      instanceTypes: [InstanceType.G5_XLARGE],
      initialInstanceCount: 2,
      scaling,
    })),
  });
  return stack;
}

/** Returns the logical IDs of the resources of a type, with their dependencies. */
function dependenciesOf(template: Template, type: string): [string, string[]][] {
  return Object.entries(template.findResources(type)).map(([id, { DependsOn = [] }]) => [id, [DependsOn].flat()]);
}

test('the release resource is created before the endpoint, and the registration resource between the endpoint and its scalable targets', () => {
  const template = Template.fromStack(endpointWith({ Champion: requests, Challenger: requests }));
  const [[release]] = dependenciesOf(template, 'Custom::TritonScalingRelease');
  const [[registration, afterEndpoint]] = dependenciesOf(template, 'Custom::TritonScalingRegistration');
  const [[endpoint, afterRelease]] = dependenciesOf(template, 'AWS::SageMaker::Endpoint');
  expect(afterRelease).toEqual([release]);
  expect(afterEndpoint).toContain(endpoint);
  expect(afterEndpoint).toContainEqual(expect.stringContaining('TritonScalingRegistrationPolicy')); // deleted after the registration
  for (const [, dependencies] of dependenciesOf(template, 'AWS::ApplicationAutoScaling::ScalableTarget')) {
    expect(dependencies).toEqual([registration]);
  }
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 2);
});

test('the handler receives the new endpoint configuration, and the scalable targets and policies of all variants', () => {
  const steps = Scaling.steps({
    maxCapacity: 4,
    metric: new Metric({ namespace: 'Work', metricName: 'Waiting' }),
    steps: [
      { upper: 2, change: -1 },
      { lower: 8, change: 1 },
    ],
  });
  const night = Scaling.scheduled({
    maxCapacity: 4,
    actions: [{ name: 'night', schedule: Schedule.expression('cron(0 20 * * ? *)'), minCapacity: 1 }],
  });
  const template = Template.fromStack(endpointWith({ AllTraffic: Scaling.combine(requests, steps, night) }));
  const [{ Properties: properties }] = Object.values(template.findResources('Custom::TritonScalingRelease'));
  expect(properties).toMatchObject({
    EndpointName: 'vision',
    EndpointConfigName: { 'Fn::GetAtt': [expect.stringMatching(/^visionConfig/), 'EndpointConfigName'] },
  });
  expect(JSON.parse(properties.Variants)).toEqual([
    {
      variantName: 'AllTraffic',
      instanceTypes: ['ml.g5.xlarge'],
      instanceCount: 2,
      target: {
        minCapacity: 2,
        maxCapacity: 4,
        scheduledActions: [
          {
            scheduledActionName: 'night',
            schedule: 'cron(0 20 * * ? *)',
            timezone: 'Etc/UTC',
            scalableTargetAction: { minCapacity: 1 },
          },
        ],
      },
      policies: [
        {
          policyName: expect.stringMatching(/^ConcurrentRequests-ml\.g5\.xlarge-[0-9a-f]{16}$/),
          policyType: 'TargetTrackingScaling',
          targetTrackingScalingPolicyConfiguration: {
            targetValue: 16,
            predefinedMetricSpecification: {
              predefinedMetricType: 'SageMakerVariantConcurrentRequestsPerModelHighResolution',
            },
            scaleInCooldown: 600,
            scaleOutCooldown: 200,
          },
        },
        {
          policyName: expect.stringMatching(/^Steps-ml\.g5\.xlarge-lower-[0-9a-f]{16}$/),
          alarmNames: [expect.stringMatching(/^vision\/AllTraffic\/scaling\/Steps-ml\.g5\.xlarge-lower-[0-9a-f]{16}$/)],
          policyType: 'StepScaling',
          stepScalingPolicyConfiguration: {
            adjustmentType: 'ChangeInCapacity',
            cooldown: 600,
            metricAggregationType: 'Average',
            stepAdjustments: [{ metricIntervalUpperBound: 0, scalingAdjustment: -1 }],
          },
        },
        expect.objectContaining({ policyName: expect.stringMatching(/^Steps-ml\.g5\.xlarge-upper-/) }),
      ],
    },
  ]);
});

test('the handler receives the instance types of variants without scaling', () => {
  const template = Template.fromStack(endpointWith({ AllTraffic: Scaling.none() }));
  template.hasResourceProperties('Custom::TritonScalingRelease', {
    Variants: JSON.stringify([
      { variantName: 'AllTraffic', instanceTypes: ['ml.g5.xlarge'], instanceCount: 2, policies: [] },
    ]),
  });
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 0);
});

test('the handler receives the tags of a target in the template', () => {
  const stack = endpointWith({ AllTraffic: requests });
  Tags.of(stack.node.findChild('vision')).add('cost', '42');
  const template = Template.fromStack(stack);
  const [{ Properties: target }] = Object.values(template.findResources('AWS::ApplicationAutoScaling::ScalableTarget'));
  const [{ Properties }] = Object.values(template.findResources('Custom::TritonScalingRegistration'));
  expect(target.Tags).toEqual([{ Key: 'cost', Value: '42' }]);
  expect(JSON.parse(Properties.Variants)[0].target.tags).toEqual([{ key: 'cost', value: '42' }]);
});

test('both custom resources are updated when the endpoint is updated, and have a timeout of one hour', () => {
  const stack = endpointWith({ AllTraffic: requests });
  const endpoint = stack.node.findChild('vision').node.findChild('Endpoint') as CfnEndpoint;
  const propertiesOf = (type: string): Record<string, unknown> =>
    Object.values(Template.fromStack(stack).findResources(type))[0].Properties;
  for (const type of ['Custom::TritonScalingRelease', 'Custom::TritonScalingRegistration']) {
    expect(propertiesOf(type)).toMatchObject({
      EndpointConfigName: stack.resolve(endpoint.endpointConfigName),
      Deployment: '{}',
      ServiceTimeout: '3600',
    });
  }
});

test('the function can invoke itself without a limit', () => {
  Template.fromStack(endpointWith({ AllTraffic: requests })).hasResourceProperties('AWS::Lambda::Function', {
    RecursiveLoop: 'Allow',
  });
});

test('the endpoints of a stack share a function, whose permissions are restricted to these endpoints', () => {
  const stack = endpointWith({ AllTraffic: requests });
  const template = Template.fromStack(endpointWith({ AllTraffic: requests }, stack, 'speech'));
  template.resourceCountIs('AWS::Lambda::Function', 1);
  const statements = statementsOf(template);
  const resourcesOf = (action: string): string =>
    JSON.stringify(statements.filter(({ Action }) => [Action].flat().includes(action)).map(({ Resource }) => Resource));
  expect(resourcesOf('sagemaker:DescribeEndpoint')).toMatch(/:endpoint\/speech.*:endpoint\/vision/);
  expect(resourcesOf('cloudwatch:PutMetricAlarm')).toMatch(/alarm:TargetTracking\*/);
  expect(statements).toContainEqual(
    expect.objectContaining({
      Action: ['cloudwatch:DeleteAlarms', 'cloudwatch:PutMetricAlarm'],
      Condition: { StringEquals: { 'aws:CalledViaLast': 'application-autoscaling.amazonaws.com' } },
    }),
  );
  expect(statements).toContainEqual(
    expect.objectContaining({
      Condition: {
        StringEquals: {
          'application-autoscaling:service-namespace': 'sagemaker',
          'application-autoscaling:scalable-dimension': 'sagemaker:variant:DesiredInstanceCount',
        },
      },
    }),
  );
  expect(statements.filter(({ Resource }) => JSON.stringify(Resource) === '"*"')).toEqual([]);
});

test('the function can change only the alarms that invoke policies of its variants', () => {
  const waiting = Scaling.steps({
    maxCapacity: 4,
    metric: new Metric({ namespace: 'Work', metricName: 'Waiting' }),
    steps: [
      { upper: 2, change: -1 },
      { lower: 8, change: 1 },
    ],
  });
  const unconditionalAlarmResources = (strategies: Record<string, Scaling>): string[] =>
    statementsOf(Template.fromStack(endpointWith(strategies)))
      .filter(({ Action, Condition }) => Action === 'cloudwatch:PutMetricAlarm' && Condition === undefined)
      .map(({ Resource }) => JSON.stringify(Resource));
  expect(unconditionalAlarmResources({ Champion: waiting, Challenger: requests })).toEqual([
    expect.stringMatching(/:alarm:vision\/Champion\/scaling\/\*"\]\]}$/),
  ]);
  expect(unconditionalAlarmResources({ Champion: requests })).toEqual([]);
});
