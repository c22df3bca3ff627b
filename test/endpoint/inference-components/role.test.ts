import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EndpointPurpose, TritonInferenceComponents } from '../../../lib';
import { statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';
import { component, createVisionEndpoint, stackInRegion, templateOf, warningsOf } from './fixtures';

/** A development endpoint with many components. */
function endpointWith(componentCount: number): TritonInferenceComponents {
  const components = Array.from({ length: componentCount }, (_, index) => component(`model-${index}`));
  return createVisionEndpoint({ components, maxInstanceCount: componentCount, purpose: EndpointPurpose.DEVELOPMENT });
}

test('the policies of all components count towards the size of the role', () => {
  expect(() => templateOf(endpointWith(14))).not.toThrow();
  expect(() => templateOf(endpointWith(45))).toThrow(/move components to a different endpoint.*\/iam\.role-size/);
});

test('the components share the policy for logs', () => {
  const template = templateOf(createVisionEndpoint());
  const logs = /log-group:\/aws\/sagemaker\/InferenceComponents\/vision-(cat|dog):\*/;
  const [statement, ...others] = statementsOf(template, /^VisionLogPolicy/);
  expect(others).toEqual([]);
  expect(statement.Resource).toEqual([
    expect.objectContaining({ 'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(logs)])] }),
    expect.objectContaining({ 'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(logs)])] }),
  ]);
});

test('a component, the permission to write its log, and its log group are deleted in this order', () => {
  const { Resources } = templateOf(createVisionEndpoint()).toJSON();
  const graph = referencesOf(Resources);
  const find = (pattern: RegExp): string => Object.keys(Resources).find((id) => pattern.test(id)) ?? '';
  expect(graph.get(find(/^Visioncat[0-9A-F]{8}/))).toContain(find(/^VisionLogPolicy/));
  expect(graph.get(find(/^VisionLogPolicy/))).toContain(find(/^VisioncatLogs/));
  expect(findCycle(graph)).toBeUndefined();
});

test('a role that SageMaker cannot assume is reported once', () => {
  const stack = stackInRegion();
  const role = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const synthesize = () => templateOf(createVisionEndpoint({ role }, stack));
  expect(synthesize).toThrow(/\[Stack\/Vision\] role: .*\/iam\.role-trust/);
});

test('one warning lists the permissions for all models that a role lacks', () => {
  const stack = stackInRegion();
  const role = Role.fromRoleArn(stack, 'Role', 'arn:aws:iam::111122223333:role/models', { mutable: false });
  const warnings = warningsOf(createVisionEndpoint({ role }, stack));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/vision-cat:\*.*vision-dog:\*/);
});
