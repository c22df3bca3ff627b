import { App, Lazy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CfnInferenceComponent, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { InstanceType, Scaling } from '../../lib';
import { ComponentScaling } from '../../lib/scaling/component-scaling';
import { statementsOf } from '../endpoint/fixtures';

const onRequests = Scaling.concurrentRequestsPerCopy({ minCapacity: 0, maxCapacity: 4, requestsPerCopy: 8 });

/** Creates a component of the endpoint "vision". */
function addComponent(stack: Stack, name: string, scaling: Scaling, copyCount = 2): CfnInferenceComponent {
  const scope = new Construct(stack, name);
  const model = new CfnModel(scope, 'Model');
  const component = new CfnInferenceComponent(scope, 'Component', {
    inferenceComponentName: `Vision-${name}`,
    endpointName: 'Vision',
    specification: { modelName: model.attrModelName, computeResourceRequirements: { minMemoryRequiredInMb: 1024 } },
  });
  new ComponentScaling(scope, 'Scaling', {
    component,
    endpointName: 'Vision',
    scaled: {
      scope: new Construct(scope, 'Copies'),
      variantName: name,
      inferenceComponentName: `Vision-${name}`,
      initialInstanceCount: copyCount,
      instanceTypes: [InstanceType.G5_12XLARGE],
      scaling,
    },
  });
  return component;
}

function stackWith(strategies: Record<string, Scaling>): Stack {
  const stack = new Stack(new App(), 'Stack');
  for (const [name, scaling] of Object.entries(strategies)) addComponent(stack, name, scaling);
  return stack;
}

/** Returns the logical ID and the definition of the only resource of a type. */
function resourceOf(template: Template, type: string) {
  const [[id, resource]] = Object.entries(template.findResources(type));
  return { id, ...resource } as { id: string; DependsOn: string[]; Properties: Record<string, unknown> };
}

const COMPONENT = 'AWS::SageMaker::InferenceComponent';
const RELEASE = 'Custom::TritonScalingRelease';
const REGISTRATION = 'Custom::TritonScalingRegistration';

test('the release resource is updated before the component, and the registration resource between the component and its scalable target', () => {
  const template = Template.fromStack(stackWith({ detector: onRequests }));
  const release = resourceOf(template, RELEASE);
  const component = resourceOf(template, COMPONENT);
  const registration = resourceOf(template, REGISTRATION);
  expect(component.DependsOn).toEqual([release.id]);
  expect(registration.DependsOn).toContain(component.id);
  expect(registration.DependsOn).toContainEqual(expect.stringContaining('TritonScalingRegistrationPolicy')); // deleted after the registration
  expect(resourceOf(template, 'AWS::ApplicationAutoScaling::ScalableTarget').DependsOn).toEqual([registration.id]);
});

test('the component receives the number of copies from the release resource', () => {
  const template = Template.fromStack(stackWith({ detector: onRequests }));
  const release = resourceOf(template, RELEASE);
  const copyCount = { 'Fn::GetAtt': [release.id, 'CopyCount'] };
  expect(release.Properties).toMatchObject({
    InferenceComponentName: 'Vision-detector',
    InitialCopyCount: '2',
    ServiceTimeout: '3600',
  });
  expect(resourceOf(template, COMPONENT).Properties.RuntimeConfig).toEqual({ CopyCount: copyCount });
  expect(resourceOf(template, REGISTRATION).Properties.CopyCount).toEqual(copyCount);
});

test('a component that does not scale has its own number of copies, and also waits for changes', () => {
  const template = Template.fromStack(stackWith({ detector: Scaling.none() }));
  expect(resourceOf(template, COMPONENT).Properties.RuntimeConfig).toEqual({ CopyCount: 2 });
  expect(resourceOf(template, RELEASE).Properties.InitialCopyCount).toBeUndefined();
  expect(resourceOf(template, REGISTRATION).Properties).toMatchObject({ CopyCount: '2', Scaling: '{"policies":[]}' });
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 0);
});

test('a number of copies that is known only at deployment is passed to both resources', () => {
  const stack = new Stack(new App(), 'Stack');
  addComponent(stack, 'detector', Scaling.none(), Lazy.number({ produce: () => 3 }));
  const template = Template.fromStack(stack);
  expect(resourceOf(template, REGISTRATION).Properties.CopyCount).toBe('3');
  expect(resourceOf(template, COMPONENT).Properties.RuntimeConfig).toEqual({ CopyCount: 3 });
});

test('both custom resources are updated if the component is updated, including overrides, but not if its number of copies changes', () => {
  const stack = new Stack(new App(), 'Stack');
  const component = addComponent(stack, 'detector', onRequests);
  component.addPropertyOverride('DeploymentConfig.RollingUpdatePolicy.WaitIntervalInSeconds', 60);
  const template = Template.fromStack(stack);
  const { Component } = resourceOf(template, RELEASE).Properties;
  const [model] = Object.keys(template.findResources('AWS::SageMaker::Model'));
  expect(JSON.stringify(Component)).toContain(`{"Fn::GetAtt":["${model}","ModelName"]}`);
  expect(JSON.stringify(Component)).toContain('WaitIntervalInSeconds');
  expect(JSON.stringify(Component)).not.toContain('CopyCount');
  expect(resourceOf(template, REGISTRATION).Properties.Component).toEqual(Component);
});

test('a change of the limits or policies updates only the registration resource, so that the component is not updated', () => {
  const [before, after] = [8, 16].map((requestsPerCopy) =>
    Template.fromStack(
      stackWith({ detector: Scaling.concurrentRequestsPerCopy({ maxCapacity: requestsPerCopy, requestsPerCopy }) }),
    ),
  );
  for (const type of [RELEASE, COMPONENT]) {
    expect(resourceOf(after, type).Properties).toEqual(resourceOf(before, type).Properties);
  }
  expect(resourceOf(after, REGISTRATION).Properties).not.toEqual(resourceOf(before, REGISTRATION).Properties);
});

test('the registration resource receives the scalable target and the policies with their alarms', () => {
  const { Scaling: scaling } = resourceOf(Template.fromStack(stackWith({ detector: onRequests })), REGISTRATION)
    .Properties as { Scaling: string };
  expect(JSON.parse(scaling)).toEqual({
    target: { minCapacity: 0, maxCapacity: 4 },
    policies: [
      expect.objectContaining({ policyName: expect.stringMatching(/^ConcurrentRequestsPerCopy-[0-9a-f]{16}$/) }),
      expect.objectContaining({
        policyName: expect.stringMatching(/^FromZero-[0-9a-f]{16}$/),
        alarmNames: [expect.stringMatching(/^Vision\/detector\/scaling\/FromZero-[0-9a-f]{16}$/)],
      }),
    ],
  });
});

test('the components of a stack share a function, whose permissions are restricted to these components', () => {
  const template = Template.fromStack(stackWith({ detector: onRequests, classifier: Scaling.none() }));
  template.resourceCountIs('AWS::Lambda::Function', 1);
  const statements = statementsOf(template);
  const resourcesOf = (action: string): string =>
    JSON.stringify(statements.filter(({ Action }) => [Action].flat().includes(action)).map(({ Resource }) => Resource));
  for (const action of ['sagemaker:DescribeInferenceComponent', 'sagemaker:UpdateInferenceComponentRuntimeConfig']) {
    const resources = resourcesOf(action);
    expect(resources.match(/:inference-component\/[\w-]+/g)?.sort()).toEqual([
      ':inference-component/Vision-classifier',
      ':inference-component/Vision-detector',
      ':inference-component/vision-classifier',
      ':inference-component/vision-detector',
    ]);
    expect(resources).not.toContain('*');
  }
  expect(statements).toContainEqual(
    expect.objectContaining({
      Action: [
        'application-autoscaling:DeleteScalingPolicy',
        'application-autoscaling:DeregisterScalableTarget',
        'application-autoscaling:PutScalingPolicy',
        'application-autoscaling:PutScheduledAction',
        'application-autoscaling:RegisterScalableTarget',
      ],
      Condition: {
        StringEquals: {
          'application-autoscaling:service-namespace': 'sagemaker',
          'application-autoscaling:scalable-dimension': 'sagemaker:inference-component:DesiredCopyCount',
        },
      },
    }),
  );
  const alarms = statements.filter(
    ({ Action, Condition }) => Action === 'cloudwatch:PutMetricAlarm' && Condition === undefined,
  );
  expect(alarms.map(({ Resource }) => JSON.stringify(Resource))).toEqual([
    expect.stringMatching(/:alarm:Vision\/detector\/scaling\/\*"\]\]}$/),
  ]);
});
