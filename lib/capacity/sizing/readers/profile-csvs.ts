import { inLanguageOfApp } from '../../../findings/in-language-of-app';
import { rulePage } from '../../../findings/rule-page';
import { InstanceType } from '../../../platform';
import { deviceCountOf } from '../device-count';
import { LatencyProfile } from '../../../measurements/latency-profile';
import { CsvTable } from '../../../measurements/readers/csv-table';
import { groupProfiles, MeasuredTime } from './group-profiles';
import {
  ABOVE_ZERO,
  BATCH,
  COUNT,
  EXECUTION_MILLISECONDS,
  NOT_NEGATIVE,
} from '../../../measurements/readers/measured-value';
import { MeasurementReport } from './reports';

/** Server compute times in a CSV file of perf_analyzer, in microseconds. */
const COMPUTE_COLUMNS = ['Server Compute Input', 'Server Compute Infer', 'Server Compute Output'];

/** Reads a table of execution times, for `CapacityPlanner.fromLatencyTableCsv`. */
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

/** Reads the CSV file of Model Analyzer. Only rows whose concurrency is the number of model instances are used. */
export function readModelAnalyzerCsv({
  path,
  instanceType,
  tritonRelease,
  measuredOn,
}: MeasurementReport): LatencyProfile[] {
  const origin = { instanceType, tritonRelease, measuredOn };
  const columns = ['Model', 'Batch', 'Concurrency', 'Instance Group', 'Throughput (infer/sec)'];
  const devices = deviceCountOf(origin.instanceType);
  const device = InstanceType.of(origin.instanceType).gpuCount === 0 ? /cpu/i : /gpu/i;
  const times = new CsvTable(path, columns).read((row): MeasuredTime[] => {
    const group = row.requiredText('Instance Group'); // such as 2:GPU, or 2/GPU in old releases
    const configuration = row.requiredText('Model');
    const instancesPerGpu = Number.parseInt(group, 10);
    const concurrency = row.requiredNumber('Concurrency', COUNT);
    const batch = row.requiredNumber('Batch', COUNT);
    const throughput = row.requiredNumber('Throughput (infer/sec)', ABOVE_ZERO);
    if (!device.test(group) || concurrency !== instancesPerGpu * devices) return [];
    const milliseconds = (1000 * batch * concurrency) / throughput;
    return [{ ...origin, configuration, instancesPerGpu, batch, milliseconds }];
  });
  return groupProfiles(times.flat());
}

/** Reads the CSV files of perf_analyzer, one for each batch size. */
export function readPerfAnalyzerCsvs(reports: MeasurementReport[]): LatencyProfile[] {
  return groupProfiles(reports.map(readPerfAnalyzerCsv));
}

function readPerfAnalyzerCsv({ path, batch, ...report }: MeasurementReport): MeasuredTime {
  if (batch === undefined)
    throw new Error(
      `${path}: got no ${inLanguageOfApp('batch')}; allowed: the batch size of the requests (-b) ${rulePage('sizing.perf-analyzer')}`,
    );
  const table = new CsvTable(path, []);
  rejectRequestRates(table, path);
  table.require(['Concurrency', ...COMPUTE_COLUMNS]);
  const instances = (report.instancesPerGpu ?? 1) * deviceCountOf(report.instanceType);
  const rows = table.read((row) => ({
    concurrency: row.number('Concurrency', COUNT),
    microseconds: COMPUTE_COLUMNS.reduce((sum, column) => sum + row.requiredNumber(column, NOT_NEGATIVE), 0),
  }));
  const measured = rows.find(({ concurrency }) => concurrency === instances);
  if (!measured) {
    // With fewer concurrent requests, instances are idle. With more requests, the server can combine them into larger batches.
    throw new Error(
      `${path}: no row with concurrency ${instances}, the number of model instances ${rulePage('sizing.perf-analyzer')}`,
    );
  }
  return { ...report, batch, milliseconds: measured.microseconds / 1000 };
}

function rejectRequestRates(table: CsvTable, path: string): void {
  const requestRates = table.read((row) => row.text('Concurrency') === undefined && row.text('Request Rate'));
  if (!requestRates[0]) return;
  throw new Error(
    `${path}: got latencies at request rates, which --request-rate-range writes and which do not separate waiting from ` +
      `computing; allowed: results of perf_analyzer with --concurrency-range ${rulePage('sizing.perf-analyzer')}`,
  );
}
