import { LatencyProfile } from '../latency-profile';
import { CsvTable } from './csv-table';
import { groupProfiles } from './group-profiles';

export function readLatencyTableCsv(path: string): LatencyProfile[] {
  const table = new CsvTable(path, ['instance_type', 'batch', 'milliseconds']);
  return groupProfiles(
    table.rows.map((row) => ({
      instanceType: row.requiredText('instance_type'),
      batch: row.requiredNumber('batch'),
      milliseconds: row.requiredNumber('milliseconds'),
      configuration: row.text('configuration'),
      instancesPerGpu: row.number('instances_per_gpu'),
      gpuModel: row.text('gpu_model'),
      tritonRelease: row.text('triton_release'),
      measuredOn: row.text('measured_on'),
    })),
  );
}
