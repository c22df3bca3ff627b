import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../../lib/platform';
import { CapacityPlanner } from '../../lib/capacity';
import { renderCsv } from '../../lib/contracts/recommendations/csv';
import { recommendationsOf } from '../../lib/contracts/recommendations/described-job';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recommendations-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('the table of a job results in a plan', () => {
  const job = {
    InferenceRecommendations: [
      {
        Metrics: { CostPerHour: 2.8, MaxInvocations: 1200, ModelLatency: 20, CpuUtilization: NaN },
        EndpointConfiguration: { InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 2 },
      },
      { Metrics: { MaxInvocations: NaN }, EndpointConfiguration: { InstanceType: 'ml.g6.xlarge' } },
      { EndpointConfiguration: {} },
    ],
  };
  const file = path.join(folder, 'results.csv');
  fs.writeFileSync(file, renderCsv(recommendationsOf(job, { configuration: 'Base', dynamicBatching: true })));
  const { pick, candidates } = CapacityPlanner.fromInferenceRecommenderCsv(file).plan({
    requestsPerSecond: 50,
    latencyObjective: LatencyObjective.p99(Duration.millis(500)),
  });
  expect(pick).toMatchObject({ configuration: 'Base', instanceType: 'ml.g5.xlarge', instanceCount: 3 });
  expect(pick.costPerHour).toBeCloseTo(4.2);
  expect(candidates).toHaveLength(1);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])(
  'a configuration with the name %s is not written as a spreadsheet formula',
  (configuration) => {
    const [, row] = renderCsv([{ configuration, instanceType: 'ml.g5.xlarge' }]).split('\n');
    expect(row).toMatch(`'${configuration},`);
  },
);
