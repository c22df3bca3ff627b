import * as fs from 'fs';
import * as path from 'path';
import { joinNames } from '../../lib/findings/join-names';
import { ModelConfig } from '../../lib/model-config';
import { readMeasurementFile } from '../../lib/measurements/readers/measurement-file';
import { RoutingStrategy } from '../../lib/platform';
import { configuredModel } from './deployed/configured-model';
import { DeployedVariant } from './deployed/deployment';
import { readVariant } from './deployed/from-assembly';
import { fetchModelMetrics, MAX_HOURS } from './metrics/cloudwatch';
import { readDocuments } from './metrics/documents';
import { collectMinutes, MetricRow, MinutesByModel } from './metrics/minutes';

/** The options of the command. */
export interface AdviseOptions {
  readonly assembly?: string;
  readonly endpoint?: string;
  readonly variant?: string;
  readonly config?: string[];
  readonly hours: number;
  readonly latency?: number;
  readonly percentile?: number;
  readonly latencyTable?: string;
  readonly json?: string;
}

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
  const isFile = fs.existsSync(source);
  if (!isFile && /[./\\]/.test(source)) throw new Error(`advise: there is no file ${source}`);
  const variant = configuredVariant({ ...options, endpoint: options.endpoint ?? (isFile ? undefined : source) });
  const variantName = variant.variantName ?? options.variant;
  const rows = isFile
    ? readFile(source, variantName)
    : await readEndpoint(source, variantName ?? DEFAULT_VARIANT, options.hours);
  return { minutes: collectMinutes(rows), variant: withObjective(variant, options) };
}

function readEndpoint(endpointName: string, variantName: string, hours: number): Promise<MetricRow[]> {
  if (hours > MAX_HOURS)
    throw new Error(
      `advise: --hours: got ${hours}; allowed: 1 to ${MAX_HOURS}, for which CloudWatch keeps datapoints of 1 minute`,
    );
  return fetchModelMetrics({ endpointName, variantName }, hours);
}

function configuredVariant({ assembly, endpoint, variant, config }: AdviseOptions): DeployedVariant {
  if ((assembly === undefined) === (config === undefined))
    throw new Error(
      `advise: got ${assembly === undefined ? 'neither' : 'both'} --assembly and --config; required: one of them, because the metrics do not contain the configuration`,
    );
  return assembly === undefined ? variantOfConfigs(config ?? []) : readVariant(assembly, endpoint, variant);
}

/**
 * The variant that config.pbtxt files describe, with one device for each instance. The name of a model is the name in its file, or that of the folder
 * of the file.
 */
function variantOfConfigs(files: readonly string[]): DeployedVariant {
  return {
    models: new Map(
      files.map((file) => {
        const config = ModelConfig.fromFile(file);
        const name = config._document.name || path.basename(path.dirname(path.resolve(file)));
        return [name, configuredModel(name, config, 1)];
      }),
    ),
    routingStrategy: RoutingStrategy.RANDOM, // SageMaker's default
    isScaled: false,
  };
}

/** The metrics in a log. The log of an endpoint contains those of all of its variants. */
function readFile(file: string, variantName?: string): MetricRow[] {
  const rows = readDocuments(readMeasurementFile(file), file).filter(
    (row) => row.variantName === undefined || row.variantName === (variantName ?? row.variantName),
  );
  const variants = [...new Set(rows.map((row) => row.variantName))];
  if (variants.length > 1)
    throw new Error(
      `advise: ${file} has metrics of the variants ${joinNames(variants.map(String))}; choose one with --variant`,
    );
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
