import * as fs from 'fs';
import { readMeasurementFile } from '../../lib/measurements/readers/measurement-file';
import { readMeasurements } from '../assembly/measurements';
import { DeployedVariant } from './deployed/deployment';
import { AssemblyVariant, readVariant } from './deployed/from-assembly';
import { variantOfConfigs } from './deployed/from-options';
import { fetchModelMetrics, MAX_HOURS } from './metrics/cloudwatch';
import { readMetricsCsv } from './metrics/csv';
import { hasDocuments, readDocuments } from './metrics/documents';
import { rowsOfServerMinutes } from './metrics/local-run';
import { collectMinutes, MetricRow, MinutesByModel } from './metrics/minutes';
import { AdviseOptions } from './options';

/** The metrics to judge, and the configuration that was deployed. */
export interface Source {
  readonly minutes: MinutesByModel;
  readonly variant: DeployedVariant;
}

const DEFAULT_VARIANT = 'AllTraffic';
const DEFAULT_PERCENTILE = 99;

/**
 * Reads the metrics, and the configuration of the endpoint.
 *
 * @throws if an option is missing, or if something cannot be read
 */
export async function readSource(source: string, options: AdviseOptions): Promise<Source> {
  const { rows, variant } = await readRows(source, options);
  return { minutes: collectMinutes(rows), variant: withObjective(variant, options) };
}

interface Rows {
  readonly rows: MetricRow[];
  readonly variant: DeployedVariant;
}

function readRows(source: string, options: AdviseOptions): Rows | Promise<Rows> {
  const { endpoint, variant: variantName } = options;
  const stat = fs.statSync(source, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    const variant = readVariant(source, endpoint, variantName);
    const rows = readLocalRun(source, variant);
    if (rows.length === 0)
      throw new Error(
        `advise: ${source} has no server metrics of the endpoint ${variant.endpointName}: run 'local ${source} --keep' with an endpoint that has ` +
          'monitoring: { serverMetrics: true }, and send requests for several minutes',
      );
    return { rows, variant };
  }
  if (stat) {
    const variant = configuredVariant(options);
    return { rows: readFile(source, variant.variantName ?? variantName), variant };
  }
  if (/[./\\]/.test(source)) throw new Error(`advise: there is no file or folder ${source}`);
  return readEndpoint(source, options);
}

/** The metrics of the server in the minutes of the last measurement of a local run. */
function readLocalRun(assembly: string, { endpointName, variantName }: AssemblyVariant): MetricRow[] {
  const measurement = readMeasurements(assembly).find(
    (each) => each.endpointName === endpointName && each.variantName === variantName,
  );
  return rowsOfServerMinutes(measurement?.serverMetrics ?? []);
}

async function readEndpoint(endpointName: string, options: AdviseOptions): Promise<Rows> {
  if (options.hours > MAX_HOURS)
    throw new Error(
      `advise: --hours: got ${options.hours}; allowed: 1 to ${MAX_HOURS}, for which CloudWatch keeps datapoints of 1 minute`,
    );
  const variant = configuredVariant({ ...options, endpoint: options.endpoint ?? endpointName });
  const variantName = variant.variantName ?? options.variant ?? DEFAULT_VARIANT;
  return { rows: await fetchModelMetrics({ endpointName, variantName }, options.hours), variant };
}

function configuredVariant({ assembly, endpoint, variant, config, instanceType }: AdviseOptions): DeployedVariant {
  if ((assembly === undefined) === (config === undefined))
    throw new Error(
      `advise: got ${assembly === undefined ? 'neither' : 'both'} --assembly and --config; required: one of them, because the metrics do not contain the configuration`,
    );
  return assembly === undefined
    ? variantOfConfigs(config ?? [], instanceType)
    : readVariant(assembly, endpoint, variant);
}

/** The metrics in a file. The log of an endpoint contains those of all of its variants. */
function readFile(file: string, variantName?: string): MetricRow[] {
  const content = readMeasurementFile(file);
  const all = hasDocuments(content) ? readDocuments(content, file) : readMetricsCsv(content, file);
  const rows = all.filter(
    (row) => row.variantName === undefined || row.variantName === (variantName ?? row.variantName),
  );
  const variants = [...new Set(rows.map((row) => row.variantName))];
  if (variants.length > 1)
    throw new Error(`advise: ${file} has metrics of the variants ${variants.join(', ')}; choose one with --variant`);
  if (rows.length > 0) return rows;
  const subject = variantName === undefined ? '' : ` of the variant ${variantName}`;
  throw new Error(`advise: ${file} has no metrics of a model${subject}`);
}

function withObjective(variant: DeployedVariant, { latency, percentile }: AdviseOptions): DeployedVariant {
  if (percentile !== undefined && !(percentile < 100))
    throw new Error(`advise: --percentile: got ${percentile}; allowed: above 0 and below 100`);
  const milliseconds = latency ?? variant.objective?.milliseconds;
  if (milliseconds === undefined) return variant;
  return {
    ...variant,
    objective: { milliseconds, percentile: percentile ?? variant.objective?.percentile ?? DEFAULT_PERCENTILE },
  };
}
