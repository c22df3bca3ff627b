import { Duration, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import {
  Batching,
  InferenceType,
  LatencyObjective,
  TritonModel,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { classifier } from '../fixtures';

/** The errors and warnings of an endpoint. */
function findingsOf(
  limit: Duration,
  model: TritonModel = classifier(),
  props: Partial<TritonRealtimeEndpointProps> = {},
): string[] {
  const stack = new Stack();
  try {
    new TritonRealtimeEndpoint(stack, 'Endpoint', { model, ...props, latencyObjective: LatencyObjective.p99(limit) });
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('latency\\.'))
    .map(({ entry }) => String(entry.data));
}

test('an objective of 60 seconds or more is rejected, because SageMaker ends requests after 60 seconds', () => {
  expect(findingsOf(Duration.hours(2))).toEqual([
    expect.stringMatching(/latencyObjective: got 7200 seconds; allowed: less than 60 seconds.*latency\.objective/),
  ]);
  expect(findingsOf(Duration.seconds(60))).toHaveLength(1);
});

test('an objective of 30 seconds or more causes a warning', () => {
  expect(findingsOf(Duration.seconds(50))).toEqual([
    expect.stringMatching(/got 50 seconds, near the 60 seconds.*did you mean milliseconds\?/),
  ]);
  expect(findingsOf(Duration.seconds(29))).toEqual([]);
});

test('an objective for a stream must be less than 8 minutes', () => {
  const server = { inferenceType: InferenceType.GENERATE_STREAM };
  expect(findingsOf(Duration.minutes(8), classifier(), { server })).toEqual([
    expect.stringMatching(/latencyObjective: got 480 seconds; allowed: less than 480 seconds.*latency\.objective/),
  ]);
  expect(findingsOf(Duration.seconds(479), classifier(), { server })).toEqual([]);
});

test('a queue delay as long as the objective causes a warning', () => {
  const modelWithDelay = (maxQueueDelayMicroseconds: number): TritonModel =>
    classifier().withOverrides({ maxBatchSize: 8, batching: Batching.dynamic({ maxQueueDelayMicroseconds }) });
  expect(findingsOf(Duration.millis(50), modelWithDelay(50_000))).toEqual([
    expect.stringMatching(/batching\.maxQueueDelayMicroseconds: got 50 ms, and a latencyObjective of 50 ms/),
  ]);
  expect(findingsOf(Duration.millis(50), modelWithDelay(49_999))).toEqual([]);
});
