import { Template } from 'aws-cdk-lib/assertions';
import { buildComponentFailureReport } from '../../../lib/endpoint/failure-report/build';
import { MonitoringOptions } from '../../../lib';
import { COMPONENT, COMPONENT_ARNS, arnEndsOf, componentStack } from '../component-fixtures';
import { statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

const REPORT = 'Custom::TritonFailureReport';

function templateWith(monitoring: MonitoringOptions = {}): Template {
  const { stack, hostedVariant, cfnModel, cfnInferenceComponent, cfnEndpoint } = componentStack();
  buildComponentFailureReport(hostedVariant, {
    endpoint: { endpointName: 'vision', monitoring },
    cfnEndpoint,
    inferenceComponentName: COMPONENT,
    cfnInferenceComponent,
    modelName: cfnModel.attrModelName,
  });
  return Template.fromStack(stack);
}

const template = templateWith();
const [[reportId, report]] = Object.entries(template.findResources(REPORT));
const [[componentId, component]] = Object.entries(template.findResources('AWS::SageMaker::InferenceComponent'));

test('the failure report has the dependencies of the inference component, so both start at the same time, after the endpoint', () => {
  const [endpointId] = Object.keys(template.findResources('AWS::SageMaker::Endpoint'));
  expect(report.DependsOn).toEqual(component.DependsOn);
  expect(report.DependsOn).toContain(endpointId);
  expect(report.Properties.ModelName).toEqual(component.Properties.Specification.ModelName);
  expect(report.Properties).toMatchObject({ EndpointName: 'vision', InferenceComponentName: COMPONENT });
  expect(report.Properties).not.toHaveProperty('EndpointConfigName');
});

test('no resource depends on the failure report, and the inference component depends on its function', () => {
  const graph = referencesOf(template.toJSON().Resources);
  expect([...graph].filter(([, dependencies]) => dependencies.has(reportId))).toEqual([]);
  expect([...(graph.get(componentId) ?? [])].join()).toContain('TritonFailureReportHandler');
  expect(findCycle(graph)).toBeUndefined();
});

test('the function can describe the inference component, read its log, and write to the log group that keeps lines of the endpoint', () => {
  const statements = statementsOf(template, /TritonFailureReport/).map(({ Action, Resource }) => [
    [Action].flat().join(),
    Resource,
  ]);
  const resources = Object.fromEntries(statements) as Record<string, unknown>;
  expect(arnEndsOf(resources['sagemaker:DescribeInferenceComponent'])).toEqual(COMPONENT_ARNS);
  expect(resources).not.toHaveProperty('sagemaker:DescribeEndpoint');
  expect(arnEndsOf(resources['logs:DescribeLogStreams,logs:GetLogEvents'])).toEqual([
    `:log-group:/aws/sagemaker/InferenceComponents/${COMPONENT}:*`,
  ]);
  const kept = ':log-group:/cdk-sagemaker-triton/failed-deployments/vision';
  expect(
    arnEndsOf(resources['logs:CreateLogGroup,logs:CreateLogStream,logs:PutLogEvents,logs:PutRetentionPolicy']),
  ).toEqual([kept, `${kept}:*`]);
});

test('the failure report can be turned off', () => {
  templateWith({ failureReport: false }).resourceCountIs(REPORT, 0);
});
