import { setTimeout as sleep } from 'node:timers/promises';
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { REQUEST_METRICS } from '../../lib/facts/cloudwatch-metrics';

/** The longest wait for the metrics. CloudWatch publishes the metrics of a minute up to two minutes later. */
const PATIENCE_MILLISECONDS = 240_000;
const INTERVAL_MILLISECONDS = 15_000;

const { invocations, invocation4xxErrors, invocation5xxErrors, invocationModelErrors } = REQUEST_METRICS;
const METRICS = [invocations, invocation4xxErrors, invocation5xxErrors, invocationModelErrors];

/**
 * Checks shadow variants by their metrics, since SageMaker does not return their responses; returns sentences that describe the errors.
 * This file is imported dynamically, so that the CloudWatch client is in a separate chunk of the bundle.
 */
export async function checkShadows(
  endpointName: string,
  variants: string[],
  since: Date,
  signal: AbortSignal,
): Promise<string[]> {
  const client = new CloudWatchClient();
  const problems = variants.map(async (variant) => {
    for (
      const deadline = Date.now() + PATIENCE_MILLISECONDS;
      ;
      await sleep(INTERVAL_MILLISECONDS, undefined, { signal })
    ) {
      const [invocations, ...errors] = await metricSums(client, endpointName, variant, since);
      const count = errors.reduce((sum, each) => Math.max(sum, each), 0);
      if (count > 0) return [`shadow variant ${variant} responded to ${count} of ${invocations} requests with errors`];
      if (invocations > 0) return [];
      if (Date.now() > deadline) return [`shadow variant ${variant} received no copy of a request`];
    }
  });
  return (await Promise.all(problems)).flat();
}

async function metricSums(
  client: CloudWatchClient,
  endpointName: string,
  variant: string,
  since: Date,
): Promise<number[]> {
  const { MetricDataResults = [] } = await client.send(
    new GetMetricDataCommand({
      StartTime: new Date(Math.floor(since.getTime() / 60_000) * 60_000),
      EndTime: new Date(Date.now() + 60_000),
      MetricDataQueries: METRICS.map(({ namespace, name }, index) => ({
        Id: `m${index}`,
        MetricStat: {
          Metric: {
            Namespace: namespace,
            MetricName: name,
            Dimensions: [
              { Name: 'EndpointName', Value: endpointName },
              { Name: 'VariantName', Value: variant },
            ],
          },
          Period: 60,
          Stat: 'Sum',
        },
      })),
    }),
  );
  return METRICS.map((_, index) => {
    const values = MetricDataResults.find(({ Id }) => Id === `m${index}`)?.Values ?? [];
    return values.reduce((sum, value) => sum + value, 0);
  });
}
