import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { EndpointLogs, EndpointLogsProps } from '../../lib/monitoring/endpoint-logs';
import { REAL_TIME, watch } from './fixtures/endpoints';
import { dashboardOf } from './fixtures/rendered';

/** Printed by a real server 2.51 (24.10) whose models were made to fail; paths as in the container. */
const LINES = fs
  .readFileSync(path.join(__dirname, 'fixtures', 'server-lines.txt'), 'utf8')
  .trim()
  .split('\n');

function logs(props: Partial<EndpointLogsProps> = {}, stack = new Stack(new App(), 'Stack')): Template {
  new EndpointLogs(stack, 'Logs', { endpointName: 'bert', ...props });
  return Template.fromStack(stack);
}

/** The lines that a pattern of alternatives (`?"a" ?"b"`) counts. */
function counted(template: Template, metricName: string): string[] {
  const [{ Properties }] = Object.values(
    template.findResources('AWS::Logs::MetricFilter', {
      Properties: { MetricTransformations: [{ MetricName: metricName, MetricNamespace: 'TritonOnSageMaker/bert' }] },
    }),
  );
  const texts = [...Properties.FilterPattern.matchAll(/\?"([^"]+)"/g)].map(([, text]: string[]) => text);
  return LINES.filter((line) => texts.some((text) => line.includes(text)));
}

describe('of what a real server prints', () => {
  test('the filters count load failures, however the server words them', () => {
    const lines = counted(logs(), 'LoadFailureLines');
    for (const text of [
      /Poll failed for model directory 'poll'/,
      /failed to load 'bad' version 1/,
      /failed to poll model 'absent'/,
      /^error: creating server/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(text));
    expect(lines).not.toContainEqual(expect.stringMatching(/successfully loaded|pinned/));
  });

  test('the filters count exhausted memory, but not the memory pool that is off', () => {
    const lines = counted(logs(), 'OutOfMemoryLines');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/CUDA out of memory/);
  });

  test('the query on the dashboard finds the errors, and nothing else', () => {
    const [{ properties }] = dashboardOf(watch(REAL_TIME).template).widgets.filter(({ type }) => type === 'log');
    const [, pattern] = /like \/(.+)\//.exec((properties as { query: string }).query) ?? [];
    const found = LINES.filter((line) => new RegExp(pattern).test(line));
    expect(found.length).toBeGreaterThan(3);
    for (const line of found) expect(line).toMatch(/^E\d{4} |^error: /);
    expect(found.length).toBe(LINES.filter((line) => !/^[IW]\d{4} /.test(line)).length);
  });
});

test('the group is the one that SageMaker writes to, kept for a month and not beyond the stack', () => {
  logs().hasResourceProperties('AWS::Logs::LogGroup', {
    LogGroupName: '/aws/sagemaker/Endpoints/bert',
    RetentionInDays: 30,
  });
  logs().hasResource('AWS::Logs::LogGroup', { DeletionPolicy: 'Delete' });
  logs({ retention: RetentionDays.ONE_YEAR }).hasResourceProperties('AWS::Logs::LogGroup', { RetentionInDays: 365 });
});

test('a key is opened to CloudWatch Logs for this group alone', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
  const template = logs({ encryptionKey: new Key(stack, 'Key') }, stack);
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

test('without metric filters nothing is counted', () => {
  logs({ metricFilters: false }).resourceCountIs('AWS::Logs::MetricFilter', 0);
});
