import { formatCsv } from '../../contracts/csv-rows';
import type { MeasuredTime } from './readers/group-profiles';

/** In place of an instance type: label of measurements on the host of the user. A plan requires an instance type. */
export const THIS_HOST = 'this-host';

const COLUMNS = [
  'instance_type',
  'configuration',
  'batch',
  'milliseconds',
  'instances_per_gpu',
  'gpu_model',
  'triton_release',
  'measured_on',
];

/** Formats execution times as the table that `CapacityPlanner.fromLatencyTableCsv` reads. */
export function renderLatencyTable(times: MeasuredTime[]): string {
  const rows = times.map((time) => [
    time.instanceType,
    time.configuration,
    time.batch,
    time.milliseconds.toFixed(3),
    time.instancesPerGpu,
    time.gpuModel,
    time.tritonRelease,
    time.measuredOn,
  ]);
  return formatCsv([COLUMNS, ...rows]);
}
