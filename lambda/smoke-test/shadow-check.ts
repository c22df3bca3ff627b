import { setTimeout as sleep } from 'node:timers/promises';
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';

/** Metrics of a minute come up to two minutes later. */
const PATIENCE_MILLISECONDS = 240_000;
const INTERVAL_MILLISECONDS = 15_000;

const METRICS = ['Invocations', 'Invocation4XXErrors', 'Invocation5XXErrors', 'InvocationModelErrors'];

/**
 * What is wrong with shadow variants, in words: nobody can ask them or sees their answers, but SageMaker counts them. A file of its
 * own, loaded only when used, like `example-store`.
 */
export async function checkShadows(
  endpointName: string,
  variants: string[],
  since: Date,
  signal: AbortSignal,
): Promise<string[]> {
  const client = new CloudWatchClient();
  const problems = variants.map(async (variant) => {
    for (const end = Date.now() + PATIENCE_MILLISECONDS; ; await sleep(INTERVAL_MILLISECONDS, undefined, { signal })) {
      const [invocations, ...errors] = await sums(client, endpointName, variant, since);
      const count = errors.reduce((sum, each) => Math.max(sum, each), 0);
      if (count > 0) return [`shadow variant ${variant} responded to ${count} of ${invocations} requests with errors`];
      if (invocations > 0) return [];
      if (Date.now() > end) return [`shadow variant ${variant} received no copy of a request`];
    }
  });
  return (await Promise.all(problems)).flat();
}

async function sums(client: CloudWatchClient, endpointName: string, variant: string, since: Date): Promise<number[]> {
  const { MetricDataResults = [] } = await client.send(
    new GetMetricDataCommand({
      StartTime: new Date(Math.floor(since.getTime() / 60_000) * 60_000),
      EndTime: new Date(Date.now() + 60_000),
      MetricDataQueries: METRICS.map((MetricName, index) => ({
        Id: `m${index}`,
        MetricStat: {
          Metric: {
            Namespace: 'AWS/SageMaker',
            MetricName,
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
