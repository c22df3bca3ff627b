import { Template } from 'aws-cdk-lib/assertions';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { buildComponentCleanup } from '../../../lib/endpoint/cleanup/build-component';
import { ExecutionRole } from '../../../lib/endpoint/execution-role';
import { COMPONENT, COMPONENT_ARNS, arnEndsOf, componentStack } from '../component-fixtures';
import { statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

/** The template of an endpoint with the cleanup of an inference component. */
function templateWith(inferenceComponentName = COMPONENT): Template {
  const { stack, hostedVariant, cfnInferenceComponent } = componentStack();
  const logGroup = new LogGroup(hostedVariant, 'ComponentLogs');
  const role = ExecutionRole.of(stack, 'ComponentRole');
  role.allow([new PolicyStatement({ actions: ['s3:GetObject'], resources: ['arn:aws:s3:::models/classifier'] })]);
  const logPermissions = [new PolicyStatement({ actions: ['logs:PutLogEvents'], resources: [logGroup.logGroupArn] })];
  const properties = { endpointName: 'vision', inferenceComponentName, role, logGroup };
  const cleanup = buildComponentCleanup(hostedVariant, properties);
  cfnInferenceComponent.node.addDependency(...role.addSeparatePolicy('LogPolicy', logPermissions, cleanup));
  return Template.fromStack(stack);
}

const template = templateWith();

/** The cleanup of the inference component, next to the cleanup of its endpoint. */
const cleanupOf = (from: Template): string =>
  Object.entries(from.findResources('Custom::TritonEndpointCleanup')).find(
    ([, { Properties }]) => Properties.InferenceComponentName !== undefined,
  )?.[0] ?? '';

test('the inference component, its permission to write the log, the cleanup and the log group are deleted in this order', () => {
  const { Resources } = template.toJSON();
  const graph = referencesOf(Resources);
  const idWith = (part: string): string => Object.keys(Resources).find((id) => id.includes(part)) ?? '';
  const [componentId] = Object.keys(template.findResources('AWS::SageMaker::InferenceComponent'));
  const policyId = idWith('LogPolicy');
  expect(graph.get(componentId)).toContain(policyId);
  expect(graph.get(policyId)).toContain(cleanupOf(template));
  expect(graph.get(cleanupOf(template))).toContain(idWith('ComponentLogs'));
  expect(findCycle(graph)).toBeUndefined();
});

test('the function can describe the inference component', () => {
  const [{ Resource }] = statementsOf(template, /TritonEndpointCleanup/).filter(({ Action }) =>
    Action.includes('sagemaker:DescribeInferenceComponent'),
  );
  expect(arnEndsOf(Resource)).toEqual(COMPONENT_ARNS);
});

test('an inference component with a different name has a different cleanup', () => {
  expect(cleanupOf(templateWith('vision-Detector'))).not.toBe(cleanupOf(template));
  expect(cleanupOf(templateWith())).toBe(cleanupOf(template));
});
