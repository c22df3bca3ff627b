import { App, Duration, Stack } from 'aws-cdk-lib';
import { Annotations } from 'aws-cdk-lib/assertions';
import { LatencyObjective, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

/** A real-time endpoint and a multi-model endpoint. */
function bothKinds(stack: Stack): (TritonRealtimeEndpoint | TritonMultiModelEndpoint)[] {
  return [
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() }),
    new TritonMultiModelEndpoint(stack, 'Vision', { models: [classifier()] }),
  ];
}

test('real-time and multi-model endpoints have the same properties', () => {
  for (const endpoint of bothKinds(new Stack(new App(), 'Stack'))) {
    const [variant] = endpoint.variants;
    expect(endpoint.variantNames).toEqual([variant.variantName]);
    expect(endpoint.alarms).toEqual([variant.alarms]);
    expect(endpoint.cfnEndpoint.endpointName).toBe(endpoint.endpointName);
    expect(endpoint.dashboard?.node.scope).toBe(endpoint);
  }
});

test('a variant has its probe and its smoke test as children', () => {
  for (const { variants } of bothKinds(new Stack(new App(), 'Stack'))) {
    const [{ node, probe, smokeTest }] = variants;
    expect(probe).toBe(node.findChild('Probe'));
    expect(smokeTest).toBe(node.findChild('SmokeTest'));
  }
});

test('the alarms of each variant are defined only once', () => {
  // The definition of the latency alarm reads the objective. The test counts the reads.
  const limit = Duration.millis(300);
  const toMilliseconds = limit.toMilliseconds.bind(limit);
  let readCount = 0;
  limit.toMilliseconds = (options) => {
    const reader = new Error().stack?.split('\n').find((line) => line.includes('/lib/monitoring/'));
    if (reader?.includes('requestAlarms')) readCount++;
    return toMilliseconds(options);
  };
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier(),
    latencyObjective: LatencyObjective.p99(limit),
    variants: [{ variantName: 'Blue' }, { variantName: 'Green' }],
  });
  expect(readCount).toBe(2);
  expect(Annotations.fromStack(stack).findError('*', '*')).toEqual([]);
});
