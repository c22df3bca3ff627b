import * as fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import * as path from 'node:path';
import { SERVER_MODEL_METRICS } from '../../../lib/facts/cloudwatch-metrics';
import { adviseCommand } from '../../../cli/advise';
import { ModelMetric, ModelMinute } from '../../../cli/advise/metrics/minutes';
import { AwsRequest, provideSimulatedAws } from '../aws-on-loopback';
import { CommandResult, runCommand } from '../run-command';
import { line, metricsOf, rising } from './simulated-metrics';
import { folderWith } from '../../model/folders';

const folder = folderWith({});
const config = path.join(folder, 'config.pbtxt');
fs.writeFileSync(
  config,
  'name: "classifier" max_batch_size: 8 instance_group [ { kind: KIND_GPU } ] dynamic_batching { max_queue_delay_microseconds: 200000 }',
);

describe('advise on an endpoint', () => {
  let minutes: ModelMinute[];
  const inputs: Record<string, unknown>[] = [];
  const account = provideSimulatedAws((request, response) => respond(request, response));
  beforeEach(() => {
    minutes = metricsOf({
      ...{ serviceTimes: line(20, 2, 8), maxBatchSize: 8, rates: rising(5, 15, 22), instances: 2 },
      dynamicBatching: { maxQueueDelayMicroseconds: 200_000 },
    });
    inputs.length = 0;
  });

  function respond({ operation, input }: AwsRequest, response: ServerResponse): void {
    inputs.push(input);
    if (operation === 'ListMetrics') {
      const dimensions = { EndpointName: 'vision', VariantName: 'AllTraffic', ModelName: 'classifier' };
      const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
      response.end(JSON.stringify({ Metrics: minutes.length > 0 ? [{ Dimensions }] : [] }));
      return;
    }
    const { EndTime, MetricDataQueries } = input as unknown as {
      EndTime: number;
      MetricDataQueries: { Id: string; MetricStat: { Stat: string } }[];
    };
    const Timestamps = minutes.map((_, index) => EndTime - 60 * (minutes.length - index));
    const valueOf = (minute: ModelMinute, id: string): number =>
      id === 'instances' ? minute.instances : minute[id as ModelMetric];
    response.end(
      JSON.stringify({
        MetricDataResults: MetricDataQueries.map(({ Id }) => ({
          ...{ Id, Timestamps, StatusCode: 'Complete' },
          Values: minutes.map((minute) => valueOf(minute, Id)),
        })),
      }),
    );
  }

  const run = (...options: string[]): Promise<CommandResult> =>
    runCommand(adviseCommand(), ['vision', '--config', config, ...options]);

  test('reads the sums of its models, and the number of instances as the number of documents', async () => {
    const { stdout, stderr } = await run('--latency', '500');
    expect(stderr).toBe('');
    expect(stdout).toContain('Remove the queue delay of 200 ms.');
    expect(stdout).toContain('Reduce the number of instances from 2 to 1');
    const [, { MetricDataQueries: queries }] = inputs as { MetricDataQueries: { Id: string; MetricStat: object }[] }[];
    expect(queries).toHaveLength(1 + Object.keys(SERVER_MODEL_METRICS).length);
    expect(queries[0]).toMatchObject({
      Id: 'instances',
      MetricStat: {
        Stat: 'SampleCount',
        Metric: {
          Namespace: 'TritonOnSageMaker',
          MetricName: 'Executions',
          Dimensions: [{ Value: 'vision' }, { Value: 'AllTraffic' }, { Name: 'ModelName', Value: 'classifier' }],
        },
      },
    });
  });

  test.each<[string, () => void, string]>([
    [
      'without server metrics',
      () => (minutes = []),
      'CloudWatch has no data of the server metrics of the variant AllTraffic of the endpoint vision in the last 24 hours: check the name, ' +
        '--variant and the Region, and whether the endpoint has monitoring: { serverMetrics: true }',
    ],
    [
      'without the permission to list metrics',
      () => (account.denied = ['ListMetrics']),
      'not authorized to perform ListMetrics: allow the action cloudwatch:ListMetrics',
    ],
  ])('%s is an error', async (_, prepare, message) => {
    prepare();
    const { stderr, status: exitStatus } = await run();
    expect(stderr).toContain(message);
    expect(exitStatus).toBe(2);
  });
});
