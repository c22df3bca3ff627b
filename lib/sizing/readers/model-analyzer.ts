import { InstanceType } from '../../platform';
import { LatencyProfile } from '../latency-profile';
import { CsvTable } from './csv-table';
import { groupProfiles, MeasuredTime } from './group-profiles';
import { ModelAnalyzerReport } from './reports';

export function readModelAnalyzerCsv({ path, ...origin }: ModelAnalyzerReport): LatencyProfile[] {
  const columns = ['Model', 'Batch', 'Concurrency', 'Instance Group', 'Throughput (infer/sec)'];
  const gpus = InstanceType.of(origin.instanceType).gpuCount ?? 1;
  const times = new CsvTable(path, columns).rows.flatMap((row): MeasuredTime[] => {
    const group = row.requiredText('Instance Group'); // 2:GPU, in older releases 2/GPU
    const instancesPerGpu = Number.parseInt(group, 10);
    const concurrency = row.requiredNumber('Concurrency');
    const batch = row.requiredNumber('Batch');
    if (!/gpu/i.test(group) || concurrency !== instancesPerGpu * gpus) return [];
    return [
      {
        ...origin,
        configuration: row.requiredText('Model'),
        instancesPerGpu,
        batch,
        milliseconds: (1000 * batch * concurrency) / row.requiredNumber('Throughput (infer/sec)'),
      },
    ];
  });
  return groupProfiles(times);
}
