import { LatencyProfile } from '../latency-profile';
import { CsvTable } from './csv-table';
import { groupProfiles } from './group-profiles';
import { BATCH, COUNT, EXECUTION_MILLISECONDS } from './measured-value';

export function readLatencyTableCsv(path: string): LatencyProfile[] {
  const table = new CsvTable(path, ['instance_type', 'batch', 'milliseconds']);
  return groupProfiles(
    table.read((row) => ({
      instanceType: row.requiredText('instance_type'),
      batch: row.requiredNumber('batch', BATCH),
      milliseconds: row.requiredNumber('milliseconds', EXECUTION_MILLISECONDS),
      configuration: row.text('configuration'),
      instancesPerGpu: row.number('instances_per_gpu', COUNT),
      gpuModel: row.text('gpu_model'),
      tritonRelease: row.text('triton_release'),
      measuredOn: row.text('measured_on'),
    })),
  );
}
