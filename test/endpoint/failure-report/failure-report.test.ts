import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { EndpointPurpose, TritonRealtimeEndpoint } from '../../../lib';
import { classifier, stackWith } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

interface Resource {
  readonly DependsOn?: string[];
  readonly Properties: Record<string, unknown>;
}

/** The patterns of the rules, and the inputs of their targets. */
function rulesOf(template: Template): { names: string[]; input: string }[] {
  const rules = template.findResources('AWS::Events::Rule', {
    Properties: { EventPattern: Match.objectLike({ source: ['aws.sagemaker'] }) },
  }) as Record<string, Resource>;
  return Object.values(rules).map(({ Properties }) => {
    const { detail } = Properties.EventPattern as { detail: { EndpointName: string[] } };
    const [{ InputTransformer }] = Properties.Targets as { InputTransformer: { InputTemplate: unknown } }[];
    return { names: detail.EndpointName, input: JSON.stringify(InputTransformer.InputTemplate) };
  });
}

describe('the failure report of an endpoint', () => {
  const template = Template.fromStack(stackWith({ endpointName: 'vision' }));
  const [[endpointId, endpoint]] = Object.entries(template.findResources('AWS::SageMaker::Endpoint'));
  const [configId] = Object.keys(template.findResources('AWS::SageMaker::EndpointConfig'));

  test('starts when the status of the endpoint changes', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.sagemaker'],
        'detail-type': ['SageMaker Endpoint State Change'],
        detail: {
          EndpointName: ['vision'],
          EndpointStatus: ['FAILED', 'IN_SERVICE', 'ROLLING_BACK', 'UPDATE_ROLLBACK_FAILED'],
        },
      },
      Targets: [
        Match.objectLike({
          InputTransformer: {
            InputPathsMap: { detail: '$.detail' },
            InputTemplate: {
              'Fn::Join': [
                '',
                [
                  '{"detail":<detail>,"stackId":"',
                  { Ref: 'AWS::StackId' },
                  `","endpoints":{"vision":{"endpoint":"${endpointId}","config":"${configId}"}}}`,
                ],
              ],
            },
          },
        }),
      ],
    });
  });

  test('keeps its rule, its Lambda function and their permissions until the endpoint is deleted', () => {
    const { Resources } = template.toJSON() as { Resources: Record<string, Resource & { Type: string }> };
    const ids = Object.keys(Resources).filter((id) => id.startsWith('TritonFailureReport'));
    expect(ids.map((id) => Resources[id].Type).sort()).toEqual([
      'AWS::Events::Rule',
      'AWS::IAM::Role',
      'AWS::Lambda::Function',
      'AWS::Lambda::Permission',
    ]);
    expect(endpoint.DependsOn).toEqual(expect.arrayContaining(ids));
  });

  test('may read the log of the endpoint, and write to the log groups of failed deployments', () => {
    const group = (name: string) => ({ 'Fn::Join': ['', Match.arrayWith([`:log-group:${name}`])] });
    const Statement = Match.arrayWith([
      Match.objectLike({
        Action: [
          'logs:CreateLogGroup',
          'logs:CreateLogStream',
          'logs:GetLogEvents',
          'logs:PutLogEvents',
          'logs:PutRetentionPolicy',
        ],
        Resource: [
          group('/cdk-sagemaker-triton/failed-deployments/*'),
          group('/cdk-sagemaker-triton/failed-deployments/*:*'),
        ],
      }),
      Match.objectLike({
        Action: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
        Resource: group('/aws/sagemaker/Endpoints/vision:*'),
      }),
    ]);
    template.hasResourceProperties('AWS::IAM::Role', {
      Policies: [Match.objectLike({ PolicyDocument: { Statement } })],
    });
  });
});

describe('several endpoints of a stack', () => {
  test('share the function and a rule, also if one endpoint waits for another', () => {
    const stack = stackWith();
    const second = new TritonRealtimeEndpoint(stack, 'Second', { model: classifier() });
    second.node.addDependency(stack.node.findChild('Classifier'));
    const template = Template.fromStack(stack);
    expect(rulesOf(template).map(({ names }) => names.length)).toEqual([2]);
    template.resourcePropertiesCountIs(
      'AWS::Lambda::Function',
      { Description: 'Reports why the deployment of an endpoint failed' },
      1,
    );
    expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
  });

  test('have rules within the limits of EventBridge, however long their names are', () => {
    const stack = new Stack(new App(), 'Stack');
    const key = new Key(stack, 'Key');
    for (let index = 10; index < 22; index++) {
      new TritonRealtimeEndpoint(stack, `Endpoint${index}${'x'.repeat(200)}`, {
        model: classifier(),
        endpointName: `${'e'.repeat(61)}${index}`,
        purpose: EndpointPurpose.DEVELOPMENT,
        monitoring: { logEncryptionKey: key },
      });
    }
    const rules = rulesOf(Template.fromStack(stack));
    expect(rules.map(({ names }) => names.length)).toEqual([10, 2]);
    for (const { names, input } of rules) {
      expect(JSON.stringify(names).length).toBeLessThan(1800); // 2,048 for the pattern, with its other fields
      expect(input.length).toBeLessThan(8192);
    }
  });
});

test('the key for the log also encrypts the kept log lines, and its policy allows the log group of these lines', () => {
  const stack = new Stack(new App(), 'Stack');
  const logEncryptionKey = new Key(stack, 'Key');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier(),
    endpointName: 'vision',
    monitoring: { logEncryptionKey },
  });
  const template = Template.fromStack(stack);
  const [[keyId, key]] = Object.entries(template.findResources('AWS::KMS::Key'));
  expect(rulesOf(template)[0].input).toContain(JSON.stringify({ 'Fn::GetAtt': [keyId, 'Arn'] }));
  expect(JSON.stringify(key)).toContain('log-group:/cdk-sagemaker-triton/failed-deployments/vision');
});
