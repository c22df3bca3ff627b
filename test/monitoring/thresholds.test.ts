import { Lazy, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { AlarmOverride, InferenceType, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';

/** Returns the errors and warnings about the thresholds of an endpoint. */
function findingsOf(alarms: Record<string, AlarmOverride>, inferenceType?: InferenceType): string[] {
  const stack = new Stack();
  try {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      model: classifier(),
      server: { inferenceType },
      monitoring: { alarms },
    });
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return warningsOf(stack);
}

function warningsOf(stack: Stack): string[] {
  return Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('cw\\.threshold'))
    .map(({ entry }) => String(entry.data));
}

test('a latency threshold that no request can exceed is an error', () => {
  expect(findingsOf({ latency: { threshold: 200_000 } })).toEqual([
    expect.stringMatching(
      /monitoring\.alarms\.latency\.threshold: got 200000; allowed: a number above 0 and below 60000, in milliseconds.*cw\.threshold/,
    ),
  ]);
  expect(findingsOf({ latency: { threshold: 59_999 } })).toEqual([]);
});

test('latency thresholds of streams must be less than 8 minutes', () => {
  expect(findingsOf({ firstChunkLatency: { threshold: 200_000 } }, InferenceType.GENERATE_STREAM)).toEqual([]);
  expect(findingsOf({ latency: { threshold: 480_000 } }, InferenceType.GENERATE_STREAM)).toHaveLength(1);
});

test.each<[string, Record<string, AlarmOverride>]>([
  ['a rate of 100 %, which cannot be exceeded', { serverErrors: { threshold: 100 } }],
  ['a negative rate, which is always exceeded', { clientErrors: { threshold: -1 } }],
  ['a utilization above 100 %', { gpuSaturation: { threshold: 150 } }],
  ['a latency of 0', { overheadLatency: { threshold: 0 } }],
  ['a count of 0, which is always reached', { modelLoadFailures: { threshold: 0 } }],
  ['a number of missing instances that is always reached', { instancesMissing: { threshold: 0 } }],
  ['a number of requests without a copy that is always reached', { noCapacity: { threshold: 0 } }],
  ['an age above the maximum time in the queue', { backlogAge: { threshold: 21_600 } }],
  ['a negative ratio of the time in the queue', { queueTime: { threshold: -1 } }],
  ['a negative excess of the latency of a shadow variant', { shadowLatency: { threshold: -1 } }],
  ['a value above 1 for the probe', { probe: { threshold: 2 } }],
])('%s is an error', (_, alarms) => {
  expect(findingsOf(alarms)).toEqual([expect.stringMatching(/threshold: got .*; allowed: .*cw\.threshold/)]);
});

test('a fraction instead of a percentage causes a warning that suggests the percentage', () => {
  expect(findingsOf({ serverErrors: { threshold: 0.01 } })).toEqual([
    expect.stringMatching(/serverErrors\.threshold: got 0\.01 %.*did you mean 1 %\?/),
  ]);
  expect(findingsOf({ cpuSaturation: { threshold: 0.9 } })).toEqual([expect.stringMatching(/did you mean 90 %\?/)]);
  expect(findingsOf({ serverErrors: { threshold: 0.1 }, clientErrors: { threshold: 0 } })).toEqual([]);
});

test('disabled alarms and tokens are not checked', () => {
  expect(findingsOf({ latency: { enabled: false, threshold: 200_000 } })).toEqual([]);
  expect(findingsOf({ latency: { threshold: Lazy.number({ produce: () => 200_000 }) } })).toEqual([]);
});

test('an alarm that does not exist is an error, with the most similar name', () => {
  expect(findingsOf({ serverError: { threshold: 5 } })).toEqual([
    expect.stringMatching(/monitoring\.alarms\.serverError: no alarm has this name; .*did you mean 'serverErrors'\?/),
  ]);
});
