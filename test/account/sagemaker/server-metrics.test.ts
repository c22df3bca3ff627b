import { withServerMetrics } from '../autoscaling/queue-account';
import { accountWithEndpoint } from './fixtures';

/** The mean queue time and the pending requests in the last minute of an endpoint with two instances. */
async function statisticsAfter(
  minutes: number,
  requestsPerMinute: number,
  options: Parameters<typeof accountWithEndpoint>[0] = {},
) {
  const aws = await accountWithEndpoint({ count: 2, environment: withServerMetrics(), ...options });
  aws.sagemaker.hooks.requestsPerMinute = () => requestsPerMinute;
  aws.sagemaker.hooks.quality = () => ({ capacityPerMinute: 600 });
  await aws.minutes(minutes);
  const now = aws.account.now();
  const statistic = (name: string, kind: string): number | undefined =>
    aws.cloudwatch.metrics.statistic(
      { namespace: 'TritonOnSageMaker', name, dimensions: { EndpointName: 'faces', VariantName: 'AllTraffic' } },
      kind,
      now - 60_000,
      now,
    );
  return {
    requests: statistic('SuccessfulRequests', 'Sum'),
    documents: statistic('SuccessfulRequests', 'SampleCount'),
    queueTime: Number(statistic('QueueDuration', 'Sum')) / Number(statistic('SuccessfulRequests', 'Sum')),
    pending: statistic('PendingRequests', 'Average'),
    samples: statistic('PendingRequests', 'SampleCount'),
  };
}

test('requests beyond the capacity wait', async () => {
  const { requests, pending } = await statisticsAfter(5, 1800);
  expect(requests).toBe(1200);
  expect(pending).toBeGreaterThan(1000); // 600 each minute, for two instances
});

test('without the exporter, or if SageMaker changes the lines, nothing is published', async () => {
  const nothing = { requests: undefined, documents: undefined, pending: undefined };
  expect(await statisticsAfter(5, 600, { environment: {} })).toMatchObject(nothing);
  expect(await statisticsAfter(5, 600, { off: ['sagemaker.passes-log-lines-unchanged'] })).toMatchObject(nothing);
});
