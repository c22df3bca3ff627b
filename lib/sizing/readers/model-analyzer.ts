import { InstanceType } from '../../platform';
import { LatencyProfile } from '../latency-profile';
import { CsvTable } from './csv-table';
import { groupProfiles, MeasuredTime } from './group-profiles';
import { ABOVE_ZERO, COUNT } from './measured-value';
import { ModelAnalyzerReport } from './reports';

export function readModelAnalyzerCsv({ path, ...origin }: ModelAnalyzerReport): LatencyProfile[] {
  const columns = ['Model', 'Batch', 'Concurrency', 'Instance Group', 'Throughput (infer/sec)'];
  const gpus = InstanceType.of(origin.instanceType).gpuCount ?? 1;
  const times = new CsvTable(path, columns).read((row): MeasuredTime[] => {
    const group = row.requiredText('Instance Group'); // 2:GPU, in older releases 2/GPU
    const configuration = row.requiredText('Model');
    const instancesPerGpu = Number.parseInt(group, 10);
    const concurrency = row.requiredNumber('Concurrency', COUNT);
    const batch = row.requiredNumber('Batch', COUNT);
    const throughput = row.requiredNumber('Throughput (infer/sec)', ABOVE_ZERO);
    if (!/gpu/i.test(group) || concurrency !== instancesPerGpu * gpus) return [];
    const milliseconds = (1000 * batch * concurrency) / throughput;
    return [{ ...origin, configuration, instancesPerGpu, batch, milliseconds }];
  });
  return groupProfiles(times.flat());
}
