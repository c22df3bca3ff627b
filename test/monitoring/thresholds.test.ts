import { Duration, Lazy, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { AlarmOverrides, EndpointAlarms, InferenceType, LatencyObjective, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';

/** The errors and warnings of an endpoint on thresholds. */
function findingsOf(alarms: AlarmOverrides, inferenceType?: InferenceType): string[] {
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

test('a latency that no request reaches is an error, as it is for an objective', () => {
  expect(findingsOf({ latency: { threshold: 200_000 } })).toEqual([
    expect.stringMatching(
      /monitoring\.alarms\.latency\.threshold: got 200000; allowed: a number above 0 and below 60000, in milliseconds.*cw\.threshold/,
    ),
  ]);
  expect(findingsOf({ latency: { threshold: 59_999 } })).toEqual([]);
});

test('streams may take 8 minutes', () => {
  expect(findingsOf({ firstChunkLatency: { threshold: 200_000 } }, InferenceType.GENERATE_STREAM)).toEqual([]);
  expect(findingsOf({ latency: { threshold: 480_000 } }, InferenceType.GENERATE_STREAM)).toHaveLength(1);
});

test.each<[string, AlarmOverrides]>([
  ['a rate of 100 %, which none exceeds', { serverErrors: { threshold: 100 } }],
  ['a negative rate, which all exceed', { clientErrors: { threshold: -1 } }],
  ['a utilization above 100 %', { gpuSaturation: { threshold: 150 } }],
  ['no latency at all', { overheadLatency: { threshold: 0 } }],
  ['a count that is always reached', { modelLoadFailures: { threshold: 0 } }],
  ['a count that is never missed', { instancesMissing: { threshold: 0 } }],
  ['the age that no queued request reaches', { backlogAge: { threshold: 21_600 } }],
  ['more than the 1 of a correct response', { probe: { threshold: 2 } }],
])('%s is an error', (_, alarms) => {
  expect(findingsOf(alarms)).toEqual([expect.stringMatching(/threshold: got .*; allowed: .*cw\.threshold/)]);
});

test('a fraction in the place of percent is a warning that names the percentage', () => {
  expect(findingsOf({ serverErrors: { threshold: 0.01 } })).toEqual([
    expect.stringMatching(/serverErrors\.threshold: got 0\.01 %.*did you mean 1 %\?/),
  ]);
  expect(findingsOf({ cpuSaturation: { threshold: 0.9 } })).toEqual([expect.stringMatching(/did you mean 90 %\?/)]);
  expect(findingsOf({ serverErrors: { threshold: 0.1 }, clientErrors: { threshold: 0 } })).toEqual([]);
});

test('alarms that are off, and thresholds that are only known at deploy time, are not checked', () => {
  expect(findingsOf({ latency: { enabled: false, threshold: 200_000 } })).toEqual([]);
  expect(findingsOf({ latency: { threshold: Lazy.number({ produce: () => 200_000 }) } })).toEqual([]);
});

test('alarms of an endpoint from elsewhere are checked, too', () => {
  const stack = new Stack();
  const alarms = (overrides: AlarmOverrides): EndpointAlarms =>
    new EndpointAlarms(stack, 'Alarms', {
      endpoint: { endpointName: 'elsewhere', latencyObjective: LatencyObjective.p99(Duration.millis(200)) },
      overrides,
    });
  expect(() => alarms({ latency: { threshold: 200_000 } })).toThrow(/overrides\.latency\.threshold: got 200000/);
});
