import { compareReleases, releaseOrNewer } from '../../facts/triton-releases';
import { error, Finding } from '../../findings/finding';
import { modelAndMembers } from '../../model/rules/model-validation';
import { FIRST_RELEASE_WITH_SERVER_METRICS, METRICS_EXPORTER } from '../../model/server/metrics-exporter';
import { lastArgumentValue, userArguments } from '../../model/server/user-arguments';
import { isCountedByFilters } from '../../monitoring/endpoint-logs';
import { Host } from '../resolved/host';

/** Reports why the server of a host cannot publish its own metrics. The fields are relative to the host. */
export function checkServerMetrics(host: Host, multiModel: boolean): Finding[] {
  if (!host.exportedMetrics) return [];
  if (multiModel) {
    const message =
      'got server metrics of a multi-model endpoint; its server starts with an empty repository, to which the library cannot add the exporter: set monitoring.serverMetrics to false';
    return [serverMetricsError('monitoring.serverMetrics', message)];
  }
  return [...checkRelease(host), ...checkModels(host), ...checkNames(host), ...checkOptions(host)];
}

function serverMetricsError(field: string, message: string): Finding {
  return error('sme.server-metrics', field, message);
}

function checkRelease({ image: { release } }: Host): Finding[] {
  if (compareReleases(release, FIRST_RELEASE_WITH_SERVER_METRICS) >= 0) return [];
  const message = `got Triton ${release}; monitoring.serverMetrics requires Triton ${releaseOrNewer(FIRST_RELEASE_WITH_SERVER_METRICS)}, which counts pending requests`;
  return [serverMetricsError('image', message)];
}

/** The exporter is added to the model files, so the library must be the one that writes them to S3. */
function checkModels(host: Host): Finding[] {
  const { models } = host;
  return [
    ...models.flatMap(({ files }) => {
      if (!files?._location) return [];
      const kind = files._location.modelPackageArn === undefined ? 'files in S3' : 'a model package';
      const message = `got ${kind}, to which the library adds no exporter; with monitoring.serverMetrics allowed: local files, such as ModelFiles.fromDirectory`;
      return [serverMetricsError('model.files', message)];
    }),
    ...models.flatMap(modelAndMembers).flatMap(({ name }) => {
      if (name !== METRICS_EXPORTER) return [];
      return [
        serverMetricsError('model.name', `got '${name}', the name of the metrics exporter; allowed: other names`),
      ];
    }),
  ];
}

/** Rejects names with which the metric filters of the log would count each line of the metrics exporter as a failure. */
function checkNames(host: Host): Finding[] {
  const { endpointName = '', variantName = '' } = host.exportedMetrics ?? {};
  const names: [field: string, name: string][] = [
    ['endpointName', endpointName],
    ['variantName', variantName],
    ...host.models.flatMap(modelAndMembers).map(({ name }): [string, string] => ['model.name', name]),
  ];
  return names.flatMap(([field, name]) => {
    if (!isCountedByFilters(name)) return [];
    const message = `got '${name}', a message of a failure, which the metric filters of the log count; allowed with monitoring.serverMetrics: other names`;
    return [serverMetricsError(field, message)];
  });
}

/** Reports options of the server that disable the metrics, or that replace arguments of the library. */
function checkOptions({ server = {} }: Host): Finding[] {
  const { environment = {} } = server;
  const allow = lastArgumentValue('allow-metrics', server) ?? environment.SAGEMAKER_TRITON_ALLOW_METRICS;
  // By default, the metrics have the address of HTTP.
  const address = lastArgumentValue('metrics-address', server) ?? lastArgumentValue('http-address', server);
  const findings: Finding[] = [];
  if (allow !== undefined && /^(?:false|off|0)$/i.test(allow)) {
    const message = `got ${allow} for --allow-metrics; monitoring.serverMetrics requires the metrics of the server: leave the setting out`;
    findings.push(serverMetricsError('server', message));
  }
  if (address !== undefined && !['0.0.0.0', '127.0.0.1', 'localhost'].includes(address)) {
    const message = `got ${address} as the address of the metrics; allowed with monitoring.serverMetrics: 127.0.0.1, where the exporter reads the metrics`;
    findings.push(serverMetricsError('server.additionalArguments', message));
  }
  if (userArguments(server).some(({ name, value }) => name === 'metrics-config' && isWithoutCounters(value))) {
    const message =
      'got --metrics-config=counter_latencies=false; monitoring.serverMetrics requires the counters of the server: leave the setting out';
    findings.push(serverMetricsError('server.additionalArguments', message));
  }
  if (environment.SAGEMAKER_TRITON_ADDITIONAL_ARGS !== undefined) {
    const message =
      'got SAGEMAKER_TRITON_ADDITIONAL_ARGS, which replaces the argument that loads the metrics exporter; with monitoring.serverMetrics allowed: server.additionalArguments';
    findings.push(serverMetricsError('server.environment', message));
  }
  return findings;
}

/** Whether a setting turns the counters off. The server then also stops counting requests (core, src/metric_model_reporter.cc). */
function isWithoutCounters(setting = ''): boolean {
  return /^counter_latencies=(?:false|off|0)$/i.test(setting);
}
