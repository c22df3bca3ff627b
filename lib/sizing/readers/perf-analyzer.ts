import { InstanceType } from '../../platform';
import { LatencyProfile } from '../latency-profile';
import { CsvTable } from './csv-table';
import { groupProfiles, MeasuredTime } from './group-profiles';
import { COUNT, NOT_NEGATIVE } from './measured-value';
import { PerfAnalyzerReport } from './reports';
import { rulePage } from '../../findings/rule-page';

/** Server times, in microseconds. */
const COMPUTE = ['Server Compute Input', 'Server Compute Infer', 'Server Compute Output'];

export function readPerfAnalyzerCsvs(reports: PerfAnalyzerReport[]): LatencyProfile[] {
  return groupProfiles(reports.map(readReport));
}

function readReport({ path, ...report }: PerfAnalyzerReport): MeasuredTime {
  const table = new CsvTable(path, []);
  requireConcurrency(table, path);
  table.require(['Concurrency', ...COMPUTE]);
  const instances = (report.instancesPerGpu ?? 1) * (InstanceType.of(report.instanceType).gpuCount ?? 1);
  const rows = table.read((row) => ({
    concurrency: row.number('Concurrency', COUNT),
    microseconds: COMPUTE.reduce((sum, column) => sum + row.requiredNumber(column, NOT_NEGATIVE), 0),
  }));
  const measured = rows.find(({ concurrency }) => concurrency === instances);
  if (!measured) {
    // with fewer requests instances are idle; with more, the server may join them into larger batches
    throw new Error(
      `${path}: no row with concurrency ${instances}, the number of model instances ${rulePage('sizing.perf-analyzer')}`,
    );
  }
  return { ...report, milliseconds: measured.microseconds / 1000 };
}

function requireConcurrency(table: CsvTable, path: string): void {
  const rates = table.read((row) => row.text('Concurrency') === undefined && row.text('Request Rate'));
  if (!rates[0]) return;
  throw new Error(
    `${path}: got latencies at request rates, which 'load --csv' and --request-rate-range write and which do not separate waiting from ` +
      `computing; allowed: results of perf_analyzer with --concurrency-range ${rulePage('sizing.perf-analyzer')}`,
  );
}
