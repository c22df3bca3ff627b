import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { EndpointLogs, EndpointLogsProps } from '../../lib/monitoring/endpoint-logs';
import { REAL_TIME, createMonitoring } from './fixtures/endpoints';
import { dashboardOf } from './fixtures/rendered';

/** Lines of a real server (release 24.10, version 2.51) whose models fail, with the paths of the container. */
const LINES = fs
  .readFileSync(path.join(__dirname, 'fixtures', 'server-lines.txt'), 'utf8')
  .trim()
  .split('\n');

function logsTemplate(props: Partial<EndpointLogsProps> = {}, stack = new Stack(new App(), 'Stack')): Template {
  new EndpointLogs(stack, 'Logs', { endpointName: 'bert', ...props });
  return Template.fromStack(stack);
}

/** Returns the log lines that a metric filter counts: the lines that contain any text of its pattern (`?"a" ?"b"`). */
function countedLines(template: Template, metricName: string): string[] {
  const [{ Properties }] = Object.values(
    template.findResources('AWS::Logs::MetricFilter', {
      Properties: { MetricTransformations: [{ MetricName: metricName, MetricNamespace: 'TritonOnSageMaker/bert' }] },
    }),
  );
  const texts = [...Properties.FilterPattern.matchAll(/\?"([^"]+)"/g)].map(([, text]: string[]) => text);
  return LINES.filter((line) => texts.some((text) => line.includes(text)));
}

describe('with log lines of a real server', () => {
  test('the metric filter counts all log messages of the server about load failures', () => {
    const lines = countedLines(logsTemplate(), 'LoadFailureLines');
    for (const text of [
      /Poll failed for model directory 'poll'/,
      /failed to load 'bad' version 1/,
      /failed to poll model 'absent'/,
      /^error: creating server/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(text));
    expect(lines).not.toContainEqual(expect.stringMatching(/successfully loaded|pinned/));
  });

  test('the metric filter counts exhausted memory, but not the message that the memory pool is disabled', () => {
    const lines = countedLines(logsTemplate(), 'OutOfMemoryLines');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/CUDA out of memory/);
  });

  test('the query on the dashboard finds only the errors', () => {
    const [{ properties }] = dashboardOf(createMonitoring(REAL_TIME).template).widgets.filter(
      ({ type }) => type === 'log',
    );
    const [, pattern] = /like \/(.+)\//.exec((properties as { query: string }).query) ?? [];
    const matchingLines = LINES.filter((line) => new RegExp(pattern).test(line));
    expect(matchingLines.length).toBeGreaterThan(3);
    for (const line of matchingLines) expect(line).toMatch(/^E\d{4} |^error: /);
    expect(matchingLines.length).toBe(LINES.filter((line) => !/^[IW]\d{4} /.test(line)).length);
  });
});

test('the log group to which SageMaker writes is created with a retention of one month, and is deleted with the stack', () => {
  logsTemplate().hasResourceProperties('AWS::Logs::LogGroup', {
    LogGroupName: '/aws/sagemaker/Endpoints/bert',
    RetentionInDays: 30,
  });
  logsTemplate().hasResource('AWS::Logs::LogGroup', { DeletionPolicy: 'Delete' });
  logsTemplate({ retention: RetentionDays.ONE_YEAR }).hasResourceProperties('AWS::Logs::LogGroup', {
    RetentionInDays: 365,
  });
});

test('the key policy allows CloudWatch Logs to use the key for this log group only', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
  const template = logsTemplate({ encryptionKey: new Key(stack, 'Key') }, stack);
  template.hasResourceProperties('AWS::Logs::LogGroup', { KmsKeyId: Match.anyValue() });
  template.hasResourceProperties('AWS::KMS::Key', {
    KeyPolicy: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Principal: { Service: { 'Fn::Join': ['', ['logs.eu-west-1.', { Ref: 'AWS::URLSuffix' }]] } },
          Condition: {
            ArnEquals: {
              'kms:EncryptionContext:aws:logs:arn': {
                'Fn::Join': [
                  '',
                  [
                    'arn:',
                    { Ref: 'AWS::Partition' },
                    ':logs:eu-west-1:111122223333:log-group:/aws/sagemaker/Endpoints/bert',
                  ],
                ],
              },
            },
          },
        }),
      ]),
    },
  });
});

test('the copies of an inference component have their own log group and metrics', () => {
  const template = logsTemplate({ endpointName: 'shared', inferenceComponentName: 'shared-classifier' });
  template.hasResourceProperties('AWS::Logs::LogGroup', {
    LogGroupName: '/aws/sagemaker/InferenceComponents/shared-classifier',
  });
  template.allResourcesProperties('AWS::Logs::MetricFilter', {
    MetricTransformations: [
      Match.objectLike({ MetricNamespace: 'TritonOnSageMaker/InferenceComponents/shared-classifier' }),
    ],
  });
});

test('metric filters can be turned off', () => {
  logsTemplate({ metricFilters: false }).resourceCountIs('AWS::Logs::MetricFilter', 0);
});
