import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Scaling } from '../../../lib';
import { accountWithQueues, withServerMetrics } from './queue-account';

const LIMITS = { minCapacity: 2, maxCapacity: 12 };
const queueTime = Scaling.queueTime({ ...LIMITS, target: Duration.millis(500) });
const pendingRequests = Scaling.pendingRequests({ ...LIMITS, requestsPerInstance: 5 });
const STRATEGIES: [string, Scaling][] = [
  ['queue time', queueTime],
  ['pending requests', pendingRequests],
];
type QueueAccount = Awaited<ReturnType<typeof accountWithQueues>>;

/** Sends a constant number of requests per minute, and returns the capacity after each minute. */
async function capacities(aws: QueueAccount, requests: number, minutes: number): Promise<number[]> {
  aws.sagemaker.hooks.requestsPerMinute = () => requests;
  const counts: number[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    await aws.minutes(1);
    counts.push(await aws.count());
  }
  return counts;
}

/** The number of changes of direction: from adding to removing instances, and back. */
function turns(counts: readonly number[]): number {
  const directions = counts
    .slice(1)
    .map((count, index) => Math.sign(count - counts[index]))
    .filter((direction) => direction !== 0);
  return directions.filter((direction, index) => index > 0 && direction !== directions[index - 1]).length;
}

function pending(aws: QueueAccount): number {
  const metric = { namespace: 'TritonOnSageMaker', name: 'PendingRequests' };
  const dimensions = { EndpointName: 'faces', VariantName: 'AllTraffic' };
  const now = aws.account.now();
  return aws.cloudwatch.metrics.statistic({ ...metric, dimensions }, 'Average', now - 60_000, now) ?? NaN;
}

/** Why the strategies are steps: target tracking removes most instances while the queues are empty. */
test('target tracking on pending requests would oscillate under a constant load', async () => {
  const dimensionsMap = { EndpointName: 'faces', VariantName: 'AllTraffic' };
  const metric = new Metric({ namespace: 'TritonOnSageMaker', metricName: 'PendingRequests', dimensionsMap });
  const aws = await accountWithQueues(Scaling.custom({ ...LIMITS, metric, targetValue: 5 }), { count: 2 });
  const counts = await capacities(aws, 3000, 180);
  expect(turns(counts)).toBeGreaterThan(5);
  expect(new Set(counts)).toContain(2);
});

describe.each(STRATEGIES)('%s', (_, scaling) => {
  test('scales out after a spike until the queues are short', async () => {
    const aws = await accountWithQueues(scaling, { count: 2 });
    expect(new Set(await capacities(aws, 600, 30))).toEqual(new Set([2]));
    await capacities(aws, 4200, 90);
    expect(await aws.count()).toBeGreaterThanOrEqual(8);
    expect(pending(aws)).toBeLessThan(5);
  });

  test('does not scale out after one minute of requests in queues', async () => {
    const aws = await accountWithQueues(scaling, { count: 2 });
    await capacities(aws, 600, 20);
    await capacities(aws, 1150, 1);
    expect(new Set(await capacities(aws, 600, 20))).toEqual(new Set([2]));
  });

  test('scales in step by step to the minimum when it is quiet', async () => {
    const aws = await accountWithQueues(scaling, { count: 10 });
    const counts = await capacities(aws, 300, 180);
    expect(counts.at(-1)).toBe(2);
    expect(turns(counts)).toBe(0);
    expect(counts[7]).toBe(10); // the endpoint was in service for six minutes before
    expect(Math.max(...counts.slice(1).map((count, index) => counts[index] - count))).toBe(1);
  });

  test.each([
    ['is idle', 0],
    ['has requests', 3000],
  ])('keeps the capacity of a fleet that %s if no metric arrives', async (_name, requests) => {
    const aws = await accountWithQueues(scaling, { count: 4, off: ['sagemaker.passes-log-lines-unchanged'] });
    expect(new Set(await capacities(aws, requests, 120))).toEqual(new Set([4]));
  });

  test('keeps the capacity when the log agent stops', async () => {
    let isAgentRunning = true;
    const aws = await accountWithQueues(scaling, {
      count: 4,
      respond: ({ operation }) => (operation === 'PutLogEvents' && !isAgentRunning ? {} : undefined),
    });
    await capacities(aws, 600, 5); // too short for scale-in
    isAgentRunning = false;
    expect(new Set(await capacities(aws, 600, 60))).toEqual(new Set([4]));
    isAgentRunning = true;
    expect((await capacities(aws, 600, 40)).at(-1)).toBeLessThan(4);
  });

  test('scales in and out although metrics arrive two minutes later', async () => {
    const aws = await accountWithQueues(scaling, { count: 4, off: ['cloudwatch.metrics-arrive-without-delay'] });
    expect((await capacities(aws, 300, 90)).at(-1)).toBe(2);
    expect((await capacities(aws, 3000, 60)).at(-1)).toBeGreaterThan(4);
  });

  test('scales each variant on its own queues', async () => {
    const aws = await accountWithQueues(scaling, {
      count: 3,
      variants: [
        { VariantName: 'Slow', ModelName: 'model-of-slow' },
        { VariantName: 'Fast', ModelName: 'model-of-fast' },
      ],
      models: { slow: withServerMetrics('Slow'), fast: withServerMetrics('Fast') },
    });
    aws.sagemaker.hooks.quality = ({ variantName }) => ({ capacityPerMinute: variantName === 'Slow' ? 150 : 6000 });
    await capacities(aws, 2000, 90);
    expect(await aws.count('Slow')).toBeGreaterThan(5);
    expect(await aws.count('Fast')).toBe(2);
  });
});

test.each(STRATEGIES)('%s: a server that completes no request does not scale in', async (_, scaling) => {
  const aws = await accountWithQueues(scaling, { count: 4 });
  aws.sagemaker.hooks.quality = () => ({ capacityPerMinute: 0 });
  const counts = await capacities(aws, 600, 60);
  expect(Math.min(...counts)).toBe(4);
  expect(counts.at(-1)).toBe(12);
});

test('without pending requests in the expression, a stalled server would scale in', async () => {
  const metric = (metricName: string): Metric =>
    new Metric({
      namespace: 'TritonOnSageMaker',
      metricName,
      statistic: 'Sum',
      dimensionsMap: { EndpointName: 'faces', VariantName: 'AllTraffic' },
    });
  const steps = Scaling.steps({
    ...LIMITS,
    metric: new MathExpression({
      expression: 'duration / IF(requests > 0, requests, 1)',
      usingMetrics: { duration: metric('QueueDuration'), requests: metric('SuccessfulRequests') },
      period: Duration.minutes(1),
    }),
    steps: [
      { upper: 50, change: -1 },
      { lower: 500, change: 1 },
    ],
  });
  const aws = await accountWithQueues(steps, { count: 4 });
  aws.sagemaker.hooks.quality = () => ({ capacityPerMinute: 0 });
  expect((await capacities(aws, 600, 60)).at(-1)).toBe(2);
});

test.each<[string, object | undefined]>([
  ['all at once', undefined],
  [
    'in batches',
    {
      RollingUpdatePolicy: {
        MaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: 25 },
        WaitIntervalInSeconds: 300,
      },
    },
  ],
])('an update %s keeps the capacity that the strategy has set', async (_, DeploymentConfig) => {
  const aws = await accountWithQueues(queueTime, { count: 2 });
  await capacities(aws, 4200, 90);
  const before = await aws.count();
  await aws.addConfig('config-2', { count: 2, environment: withServerMetrics() });
  await aws.update('config-2', {
    RetainAllVariantProperties: true,
    ...(DeploymentConfig ? { DeploymentConfig } : {}),
  });
  const counts = await capacities(aws, 4200, 120);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(7); // the load needs seven instances
  expect(before).toBeGreaterThanOrEqual(8);
  expect(await aws.describe()).toMatchObject({ EndpointStatus: 'InService', EndpointConfigName: 'config-2' });
});
