import { lastArgumentValue } from './user-arguments';
import { ServerOptions } from './options';

/**
 * Name of the metrics exporter, a Python model that the library adds to the model repository. It reads the metrics of the server and writes
 * them to the log, from which CloudWatch extracts metrics.
 */
export const METRICS_EXPORTER = 'cdk_sagemaker_triton_metrics';

/** First release that counts pending requests (triton-inference-server/core, src/metrics.cc, read 2026-11-27). */
export const FIRST_RELEASE_WITH_SERVER_METRICS = '23.09';

const GPU_METRICS = 'allow-gpu-metrics';
/** The port of the server's metrics, in the range that SageMaker allows. */
const METRICS_PORT_VARIABLE = 'SAGEMAKER_TRITON_METRICS_PORT';

/** The endpoint and the variant under whose names the metrics exporter publishes the metrics of a server. */
export interface ExportedMetrics {
  readonly endpointName: string;
  readonly variantName: string;
}

/** The user's options, with the variables and arguments that the metrics exporter requires. */
export function withMetricsExporter(options: ServerOptions, exported?: ExportedMetrics): ServerOptions {
  if (!exported) return options;
  return {
    ...options,
    environment: { SAGEMAKER_TRITON_ALLOW_METRICS: 'true', ...options.environment },
    additionalArguments: [
      ...(options.additionalArguments ?? []),
      // SageMaker publishes the metrics of GPUs. The metrics of CPUs stay on: without both, the server does not read the size of its pinned
      // memory pool (tested with release 24.10).
      ...(lastArgumentValue(GPU_METRICS, options) === undefined ? [`--${GPU_METRICS}=false`] : []),
      `--load-model=${METRICS_EXPORTER}`,
    ],
  };
}

/** The variables that the metrics exporter reads. */
export function exporterVariables(
  options: ServerOptions,
  environment: Record<string, string>,
  exported?: ExportedMetrics,
): Record<string, string> {
  const port = lastArgumentValue('metrics-port', options) ?? environment[METRICS_PORT_VARIABLE];
  // There is no port if the options turn the metrics off, which a check rejects.
  if (!exported || port === undefined) return {};
  return {
    SERVER_METRICS_ENDPOINT_NAME: exported.endpointName,
    SERVER_METRICS_VARIANT_NAME: exported.variantName,
    SERVER_METRICS_PORT: port,
  };
}
