import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../../../lib/platform';
import { CapacityPlanner, LatencyProfiles } from '../../../lib/capacity';
import { renderLatencyTable, THIS_HOST } from '../../../lib/capacity/sizing/latency-table';

const ORIGIN = { configuration: 'bert, FP16', tritonRelease: '24.10', measuredOn: '2026-11-26' };

function writeTable(instanceType: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'latency-table-')), 'table.csv');
  const times = [
    { batch: 1, milliseconds: 3 },
    { batch: 8, milliseconds: 10.25 },
  ];
  writeFileSync(file, renderLatencyTable(times.map((time) => ({ ...time, ...ORIGIN, instanceType }))));
  return file;
}

describe('a latency table that a command writes', () => {
  test('is read as a profile with the same times and conditions', () => {
    expect(LatencyProfiles.fromLatencyTableCsv(writeTable('ml.g5.xlarge'))).toEqual([
      {
        ...ORIGIN,
        instanceType: 'ml.g5.xlarge',
        serviceTimes: [
          { batch: 1, milliseconds: 3 },
          { batch: 8, milliseconds: 10.25 },
        ],
      },
    ]);
  });

  test('results in a plan', () => {
    const { pick } = CapacityPlanner.fromLatencyTableCsv(writeTable('ml.g5.xlarge')).plan({
      requestsPerSecond: 500,
      latencyObjective: LatencyObjective.p99(Duration.millis(100)),
    });
    expect(pick).toMatchObject({ instanceType: 'ml.g5.xlarge', configuration: 'bert, FP16', maxBatchSize: 8 });
  });

  test('without an instance type contains times for a simulation, but a plan requires the type', () => {
    const profiles = LatencyProfiles.fromLatencyTableCsv(writeTable(THIS_HOST));
    expect(profiles).toEqual([expect.objectContaining({ instanceType: 'this-host' })]);
    expect(() => CapacityPlanner.fromLatencyProfiles(profiles)).toThrow(
      /profiles\[0\]: instanceType: got 'this-host', the label of a host whose price and GPUs are unknown; .*--instance-type/,
    );
  });
});
