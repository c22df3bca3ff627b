import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { EndpointLogs, EndpointLogsProps } from '../../lib/monitoring/endpoint-logs';
import { REAL_TIME, createMonitoring } from './fixtures/endpoints';
import { metricsDocument } from './fixtures/metrics-document';
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

/**
 * Returns the log lines that the filters of a metric count. A pattern has alternatives (`?"a" ?"b"`), or a text and texts that exclude a line
 * (`"a" -"b"`). A line that several filters count is in the list several times.
 */
function countedLines(template: Template, metricName: string, lines = LINES): string[] {
  const filters = Object.values(
    template.findResources('AWS::Logs::MetricFilter', {
      Properties: { MetricTransformations: [{ MetricName: metricName, MetricNamespace: 'TritonOnSageMaker/bert' }] },
    }),
  );
  return filters.flatMap(({ Properties: { FilterPattern } }) => {
    const texts = (sign: string): string[] =>
      [...FilterPattern.matchAll(/(\S?)"([^"]+)"/g)].flatMap(([, before, text]) => (before === sign ? [text] : []));
    return lines.filter((line) => {
      const contains = (text: string): boolean => line.includes(text);
      return (texts('?').some(contains) || texts('').some(contains)) && !texts('-').some(contains);
    });
  });
}

/** The regular expression with which the query on the dashboard finds errors. */
function errorPattern(): RegExp {
  const { widgets } = dashboardOf(createMonitoring(REAL_TIME).template);
  const [{ properties }] = widgets.filter(({ type }) => type === 'log');
  const [, pattern] = /like \/(.+)\//.exec((properties as { query: string }).query) ?? [];
  return new RegExp(pattern);
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
    const matchingLines = LINES.filter((line) => errorPattern().test(line));
    expect(matchingLines.length).toBeGreaterThan(3);
    for (const line of matchingLines) expect(line).toMatch(/^E\d{4} |^error: /);
    expect(matchingLines.length).toBe(LINES.filter((line) => !/^[IW]\d{4} /.test(line)).length);
  });
});

describe('with server metrics', () => {
  const template = logsTemplate({ serverMetrics: true });

  test('the metric filters count the same lines, each line once', () => {
    for (const metricName of ['LoadFailureLines', 'OutOfMemoryLines']) {
      expect(countedLines(template, metricName).sort()).toEqual(countedLines(logsTemplate(), metricName).sort());
    }
  });

  test('the metric filters do not count documents of the metrics exporter, whatever the names of the models are', () => {
    const names = ['error', 'out_of_memory', 'OUT_OF_MEMORY', 'MemoryError', 'bad_alloc', 'failed to load', 'E1127 '];
    const documents = names.map((name) => metricsDocument({ ModelName: name }));
    for (const metricName of ['LoadFailureLines', 'OutOfMemoryLines']) {
      expect(countedLines(template, metricName, documents)).toEqual([]);
    }
    expect(countedLines(logsTemplate(), 'OutOfMemoryLines', documents)).toHaveLength(3);
    for (const document of documents) expect(document).not.toMatch(errorPattern());
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

test('metric filters can be turned off', () => {
  logsTemplate({ metricFilters: false }).resourceCountIs('AWS::Logs::MetricFilter', 0);
});
