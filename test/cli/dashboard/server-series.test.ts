import { serverSeries } from '../../../cli/dashboard/page/server-series';
import type { Measurement } from '../../../cli/assembly/measurements';

const dimensions = { EndpointName: 'bert', VariantName: 'AllTraffic' };
const MINUTE = 60_000;
const minute = (index: number, values: Record<string, number[]>, ModelName?: string) => ({
  timestamp: index * MINUTE,
  dimensions: { ...dimensions, ...(ModelName !== undefined && { ModelName }) },
  values,
});
const MEASUREMENT: Measurement = {
  endpointName: 'bert',
  variantName: 'AllTraffic',
  source: 'local run',
  at: '1970-01-01T00:00:00Z',
  requests: [],
  serverMetrics: [
    minute(0, { SuccessfulRequests: [0], QueueDuration: [0], PendingRequests: [0, 0] }),
    minute(1, { SuccessfulRequests: [10], QueueDuration: [20], PendingRequests: [1, 3] }),
    minute(2, { SuccessfulRequests: [30], QueueDuration: [180], PendingRequests: [0] }),
    minute(1, { Executions: [4] }, 'error'),
  ],
};

test('a metric has a value for each minute, and its statistic over the run', () => {
  const sum = serverSeries({ label: '', metric: 'SuccessfulRequests', statistic: 'Sum', dimensions }, [MEASUREMENT]);
  expect(sum).toMatchObject({ points: [{ y: 0 }, { x: 1, y: 10 }, { x: 2, y: 30 }], total: 40 });
  const pending = { label: '', metric: 'PendingRequests', dimensions };
  expect(serverSeries({ ...pending, statistic: 'Average' }, [MEASUREMENT])).toMatchObject({ total: 0.8 });
  expect(serverSeries({ ...pending, statistic: 'Maximum' }, [MEASUREMENT])).toMatchObject({ total: 3 });
});

test('an expression has no value in a minute without requests', () => {
  const inputs = {
    queue: { label: '', metric: 'QueueDuration', statistic: 'Sum', dimensions },
    requests: { label: '', metric: 'SuccessfulRequests', statistic: 'Sum', dimensions },
  };
  const series = serverSeries({ label: '', expression: 'queue / requests', inputs }, [MEASUREMENT]);
  expect(series).toMatchObject({
    points: [
      { x: 1, y: 2 },
      { x: 2, y: 6 },
    ],
    total: 5,
  });
});

test('metrics of a model belong to this model only', () => {
  const executions = { label: '', metric: 'Executions', statistic: 'Sum' };
  const ofModel = (ModelName: string) => ({ ...executions, dimensions: { ...dimensions, ModelName } });
  expect(serverSeries(ofModel('error'), [MEASUREMENT])).toMatchObject({ total: 4 });
  expect(serverSeries(ofModel('bert'), [MEASUREMENT])).toBeUndefined();
  expect(serverSeries({ ...executions, dimensions }, [MEASUREMENT])).toBeUndefined();
});
