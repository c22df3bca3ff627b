import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { TritonRealtimeEndpoint } from '../../../lib';
import { classifier, stackWith } from '../fixtures';

const REPORT = 'Custom::TritonFailureReport';

interface Resource {
  readonly DependsOn?: string[];
  readonly Properties: Record<string, unknown>;
}

function onlyResource(template: Template, type: string): [id: string, resource: Resource] {
  return Object.entries(template.findResources(type))[0] as [string, Resource];
}

describe('the failure report of an endpoint', () => {
  const template = Template.fromStack(stackWith({ endpointName: 'vision' }));
  const [reportId, report] = onlyResource(template, REPORT);
  const [, endpoint] = onlyResource(template, 'AWS::SageMaker::Endpoint');

  test('has the dependencies of the endpoint, so both start at the same time', () => {
    expect(report.DependsOn).toEqual(endpoint.DependsOn);
    expect(report.Properties.EndpointConfigName).toEqual(endpoint.Properties.EndpointConfigName);
  });

  test('keeps its Lambda function and the permissions of the function until the endpoint is deleted', () => {
    const { Resources } = template.toJSON() as { Resources: Record<string, object> };
    const functionResources = Object.keys(Resources).filter((id) => id.startsWith('TritonFailureReport'));
    expect(functionResources.length).toBeGreaterThan(3);
    expect(endpoint.DependsOn).toEqual(expect.arrayContaining(functionResources));
  });

  test('does not delay the deployment, because no resource depends on the report', () => {
    const otherResources = Object.entries(template.toJSON().Resources as Record<string, object>).filter(
      ([id]) => id !== reportId,
    );
    expect(JSON.stringify(otherResources)).not.toContain(`"${reportId}"`);
  });

  test('has the name of the endpoint and a timeout of one hour', () => {
    template.hasResourceProperties(REPORT, { EndpointName: 'vision', ServiceTimeout: '3600' });
  });

  test('may read the log of the endpoint, and write to one log group outside the stack', () => {
    const group = (name: string) => ({ 'Fn::Join': ['', Match.arrayWith([`:log-group:${name}`])] });
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
            Resource: group('/aws/sagemaker/Endpoints/vision:*'),
          }),
          Match.objectLike({
            Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents', 'logs:PutRetentionPolicy'],
            Resource: [
              group('/cdk-sagemaker-triton/failed-deployments/vision'),
              group('/cdk-sagemaker-triton/failed-deployments/vision:*'),
            ],
          }),
        ]),
      },
    });
  });
});

test('several endpoints of a stack share the function of the failure report', () => {
  const stack = stackWith();
  new TritonRealtimeEndpoint(stack, 'Second', { model: classifier() });
  const template = Template.fromStack(stack);
  template.resourceCountIs(REPORT, 2);
  template.resourcePropertiesCountIs(
    'AWS::Lambda::Function',
    { Description: 'Reports why the deployment of an endpoint failed' },
    1,
  );
});

test('the key for the log also encrypts the retained log lines, and its policy allows the log group of these lines', () => {
  const stack = new Stack(new App(), 'Stack');
  const logEncryptionKey = new Key(stack, 'Key');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier(),
    endpointName: 'vision',
    monitoring: { logEncryptionKey },
  });
  const template = Template.fromStack(stack);
  template.hasResourceProperties(REPORT, { EncryptionKeyArn: stack.resolve(logEncryptionKey.keyArn) });
  const [, key] = onlyResource(template, 'AWS::KMS::Key');
  expect(JSON.stringify(key)).toContain('log-group:/cdk-sagemaker-triton/failed-deployments/vision');
});

test('the failure report can be turned off', () => {
  const template = Template.fromStack(stackWith({ monitoring: { failureReport: false } }));
  template.resourceCountIs(REPORT, 0);
  expect(JSON.stringify(template.toJSON())).not.toContain('TritonFailureReport');
});
