import { InstanceType } from '../../platform';
import { LatencyProfile } from '../latency-profile';
import { CsvTable } from './csv-table';
import { groupProfiles, MeasuredTime } from './group-profiles';
import { PerfAnalyzerReport } from './reports';
import { rulePage } from '../../findings/rule-page';

/** Server times, in microseconds. */
const COMPUTE = ['Server Compute Input', 'Server Compute Infer', 'Server Compute Output'];

export function readPerfAnalyzerCsvs(reports: PerfAnalyzerReport[]): LatencyProfile[] {
  return groupProfiles(reports.map(readReport));
}

function readReport({ path, ...report }: PerfAnalyzerReport): MeasuredTime {
  const [first] = new CsvTable(path, []).rows;
  if (first?.text('Request Rate') && !first.text('Concurrency')) {
    throw new Error(
      `${path}: got latencies at request rates, as 'load --csv' and --request-rate-range write them, in which waiting cannot be told from ` +
        `computing; allowed: what perf_analyzer measured with --concurrency-range ${rulePage('sizing.perf-analyzer')}`,
    );
  }
  const table = new CsvTable(path, ['Concurrency', ...COMPUTE]);
  const instances = (report.instancesPerGpu ?? 1) * (InstanceType.of(report.instanceType).gpuCount ?? 1);
  const row = table.rows.find((candidate) => candidate.number('Concurrency') === instances);
  if (!row) {
    // with fewer requests instances are idle; with more, the server may join them into larger batches
    throw new Error(
      `${path}: no row with concurrency ${instances}, the number of model instances ${rulePage('sizing.perf-analyzer')}`,
    );
  }
  const microseconds = COMPUTE.reduce((sum, column) => sum + row.requiredNumber(column), 0);
  return { ...report, milliseconds: microseconds / 1000 };
}
