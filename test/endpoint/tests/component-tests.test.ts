import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { InstanceType, Scaling, TritonInferenceComponents, TritonInferenceComponentsProps } from '../../../lib';
import { classifier, statementsOf } from '../fixtures';
import { referencesOf } from '../template-graph';

const SMOKE_TEST = 'Custom::TritonSmokeTest';
const PROBES = { Properties: { ScheduleExpression: Match.anyValue() } };

const COMPONENT = 'vision-Classifier';

/** The ends of the ARNs in policies: with the original name, and with the name in lower case. */
const COMPONENT_ARNS = [`:inference-component/${COMPONENT}`, ':inference-component/vision-classifier'];

/** The end of each ARN of a statement. */
function arnEndsOf(resource: unknown): unknown[] {
  return [resource].flat().map((arn) => (arn as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1].at(-1));
}

/** The template of an endpoint with one inference component. */
function templateWith(props: Partial<TritonInferenceComponentsProps> = {}, scaling?: Scaling): Template {
  const stack = new Stack(new App(), 'Stack');
  new TritonInferenceComponents(stack, 'Shared', {
    endpointName: 'vision',
    instanceType: InstanceType.G5_12XLARGE,
    maxInstanceCount: 2,
    components: [{ componentName: 'Classifier', model: classifier(), scaling }],
    ...props,
  });
  return Template.fromStack(stack);
}

/** The schedules of the probes, by logical ID. */
const probesIn = (from: Template) => Object.entries(from.findResources('AWS::Events::Rule', PROBES));

const TO_ZERO = Scaling.invocationsPerCopy({ minCapacity: 0, maxCapacity: 2, invocationsPerSecond: 10 });

const template = templateWith();
const [[componentId]] = Object.entries(template.findResources('AWS::SageMaker::InferenceComponent'));
const modelReference = { 'Fn::GetAtt': [expect.stringContaining('Model'), 'ModelName'] };

const smokeTestOf = (from: Template): Record<string, unknown> =>
  Object.values(from.findResources(SMOKE_TEST))[0].Properties as Record<string, unknown>;

/** The allowed actions of a function, with the ends of the ARNs to which they apply. */
const sageMakerStatements = (from: Template, idPattern: RegExp): [unknown, unknown[]][] =>
  statementsOf(from, idPattern)
    .filter(({ Action }) => [Action].flat()[0].startsWith('sagemaker:'))
    .map(({ Action, Resource }) => [Action, arnEndsOf(Resource)]);

test('the smoke test names the inference component and the model that it must have', () => {
  const { EndpointName, EndpointConfigName, ModelName, Spec } = smokeTestOf(template);
  expect({ EndpointName, EndpointConfigName, ModelName }).toEqual({
    EndpointName: 'vision',
    EndpointConfigName: undefined,
    ModelName: modelReference,
  });
  expect(JSON.parse(Spec as string)).toMatchObject({ inferenceComponent: COMPONENT, scalesToZero: false });
});

test('the smoke test runs after the deployment of the inference component, and the probe is deployed before it', () => {
  const graph = referencesOf(template.toJSON().Resources);
  const [smokeTestId] = Object.keys(template.findResources(SMOKE_TEST));
  const [[probeId]] = probesIn(template);
  expect(graph.get(smokeTestId)).toContain(componentId);
  expect(graph.get(componentId)).toContain(probeId);
});

test('the function of the tests can only invoke and describe the inference component', () => {
  expect(sageMakerStatements(template, /TritonTests/)).toEqual([
    [['sagemaker:DescribeInferenceComponent', 'sagemaker:InvokeEndpoint'], COMPONENT_ARNS],
    ['sagemaker:InvokeEndpoint', [':endpoint/vision']],
  ]);
});

test('the probe names the inference component, its model, and its dimension in the metrics', () => {
  const [[, { Properties }]] = probesIn(template);
  const [, parts] = Properties.Targets[0].InputTransformer.InputTemplate['Fn::Join'] as [string, unknown[]];
  const text = parts.map((part) => (typeof part === 'string' ? part : 'MODEL')).join('');
  expect(text).toContain(`"inferenceComponent":{"name":"${COMPONENT}","modelName":"MODEL","scalesToZero":false}`);
  expect(text).toContain('"variantName":"Classifier"');
  expect(text).not.toContain('endpointConfigName');
});

test('an inference component that scales to zero has a probe only if the probe is enabled, because its requests can keep the last copy running', () => {
  expect(probesIn(templateWith({}, TO_ZERO))).toHaveLength(0);
  expect(probesIn(templateWith({ probe: { enabled: true } }, TO_ZERO))).toHaveLength(1);
  expect(probesIn(templateWith({ probe: { enabled: false } }))).toHaveLength(0);
});
