import { LatencyProfile } from '../../lib/measurements';
import { MeasurementReport, LatencyProfiles } from '../../lib/capacity';
import { readModelAnalyzerCsv, readPerfAnalyzerCsvs } from '../../lib/capacity/sizing/readers/profile-csvs';

/** The options that select measurements from which execution times by batch size are known. */
export interface ProfileOptions {
  readonly engine?: string[];
  readonly latencyTable?: string;
  readonly modelAnalyzer?: string;
  readonly perfAnalyzer?: string[];
  readonly instanceType?: string;
  readonly instancesPerGpu: number;
}

/**
 * Rejects options of no kind or of several kinds of measurements.
 *
 * @param kinds the value of each option that selects measurements, by the name of the option
 */
export function requireOneKind(command: string, kinds: Record<string, unknown>): void {
  const given = Object.values(kinds).filter(Boolean).length;
  if (given !== 1) {
    throw new Error(
      `${command}: got ${given} kinds of measurements; required: one of ${Object.keys(kinds).join(', ')}`,
    );
  }
}

/** Reads the measurements that the options select. */
export function profilesOf(command: string, options: ProfileOptions): LatencyProfile[] {
  const { engine, latencyTable, modelAnalyzer, perfAnalyzer, instanceType, instancesPerGpu } = options;
  if (latencyTable) return LatencyProfiles.fromLatencyTableCsv(latencyTable);
  if (engine) return LatencyProfiles.fromEngines(engine.map((report) => parseEngineReport(command, report)));
  if (!instanceType)
    throw new Error(`${command}: --instance-type is required: reports of analyzers do not contain the instance type`);
  if (modelAnalyzer) return readModelAnalyzerCsv({ path: modelAnalyzer, instanceType });
  return readPerfAnalyzerCsvs(
    (perfAnalyzer ?? []).map((report) => {
      const [, batch, path] = /^(\d+)=(.+)$/.exec(report) ?? [];
      if (!path) throw new Error(`${command}: --perf-analyzer: got '${report}'; allowed: such as 8=batch-8.csv`);
      return { path, batch: Number(batch), instanceType, instancesPerGpu };
    }),
  );
}

function parseEngineReport(command: string, report: string): MeasurementReport {
  const [, instanceType, path] = /^(ml\.[^=]+)=(.+)$/.exec(report) ?? [];
  if (!path) throw new Error(`${command}: --engine: got '${report}'; allowed: such as ml.g5.xlarge=model.plan.json`);
  return { path, instanceType };
}
