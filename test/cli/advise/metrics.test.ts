import { readDocuments } from '../../../cli/advise/metrics/documents';
import { collectMinutes } from '../../../cli/advise/metrics/minutes';
import { STARTS_AT } from './simulated-metrics';

const DIMENSIONS = { EndpointName: 'vision', VariantName: 'AllTraffic' };
const documentOf = (
  minute: number,
  values: Record<string, unknown>,
  model: string | undefined = 'classifier',
): string =>
  JSON.stringify({
    _aws: { Timestamp: STARTS_AT + minute * 60_000, CloudWatchMetrics: [] },
    ...DIMENSIONS,
    ...(model === undefined ? {} : { ModelName: model }),
    ...values,
  });
const VALUES = { SuccessfulRequests: 10, Executions: 5, Inferences: 10, QueueDuration: 12.5, ComputeDuration: 80 };

describe('the documents of the metrics exporter', () => {
  test('are found in the lines of an exported log, and those of the variant are ignored', () => {
    const log = [
      'I1123 08:00:00.000000 1 server.cc:674] "started"',
      `2026-11-23T08:01:00.000Z ${documentOf(0, { ...VALUES, PendingRequests: [1, 2, 3, 6] })}\r`,
      documentOf(0, VALUES, undefined).replace('"ModelName":"undefined",', ''),
      '',
    ].join('\n');
    const [row, ...others] = readDocuments(log, 'log');
    expect(others.filter(({ modelName }) => modelName !== 'classifier')).toEqual([]);
    expect(row).toEqual({
      modelName: 'classifier',
      variantName: 'AllTraffic',
      time: STARTS_AT,
      instances: 1,
      values: {
        ...{ successfulRequests: 10, executions: 5, inferences: 10, queueDuration: 12.5, computeDuration: 80 },
        ...{ pendingRequests: 3, failedRequests: 0, cacheHits: 0, cacheMisses: 0 },
      },
    });
  });

  test('that are invalid are an error with their line', () => {
    const invalid = documentOf(0, { ...VALUES, Executions: 'many' });
    expect(() => readDocuments(`\n${invalid}`, 'log')).toThrow('log, line 2: got "many"; allowed: a number');
    expect(() => readDocuments(`{"_aws":`, 'log')).toThrow('log, line 1: ');
  });

  test('of several instances are added, without the first and the last minute, which can be partial', () => {
    const log = [0, 1, 2, 3].flatMap((minute) => [documentOf(minute, VALUES), documentOf(minute, VALUES)]).join('\n');
    const minutes = collectMinutes(readDocuments(log, 'log')).get('classifier');
    expect(minutes).toMatchObject([
      { time: STARTS_AT + 60_000, instances: 2, executions: 10, queueDuration: 25 },
      { time: STARTS_AT + 120_000, instances: 2 },
    ]);
  });
});
