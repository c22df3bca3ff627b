import { Duration } from 'aws-cdk-lib';
import { IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { ABOVE, AlarmDefinition, AT_LEAST, ALWAYS, BELOW, LASTING, ONCE, QUIET_IS_GOOD } from './alarm-definition';
import { AlarmKind } from './alarm-options';
import { EndpointMetrics } from './endpoint-metrics';
import { variantNameOf } from './endpoint-facts';
import { MonitoredEndpoint } from './monitored-endpoint';

/** Share of the objective from which on busy processors are a matter of time. */
const CLOSE_TO_OBJECTIVE = 0.8;

/** GPUs or CPUs, instances and loaded models, as far as the endpoint's numbers are known. */
export function capacityAlarms(endpoint: MonitoredEndpoint): AlarmDefinition[] {
  const metrics = new EndpointMetrics(endpoint.endpointName, variantNameOf(endpoint));
  return [
    ...saturation(endpoint, metrics),
    ...(endpoint.asynchronous ? [] : instanceAlarms(endpoint, metrics)),
    ...(endpoint.multiModel ? [modelCacheThrash(metrics)] : []),
    ...(endpoint.multiModel && endpoint.serverLog ? [modelLoadFailures(metrics)] : []),
  ];
}

/** What an instance computes with: its GPUs, or its vCPUs where there is none. */
function saturation(
  { instanceType, latencyObjective }: MonitoredEndpoint,
  metrics: EndpointMetrics,
): AlarmDefinition[] {
  const { gpuCount, vcpus } = instanceType ?? {};
  const [count, device] = gpuCount === 0 ? [vcpus, 'CPU'] : [gpuCount, 'GPU'];
  if (!count) return [];
  const microseconds = CLOSE_TO_OBJECTIVE * latencyObjective.limit.toMilliseconds() * 1000;
  const use = (): Record<string, IMetric> =>
    device === 'CPU' ? { cpu: metrics.cpuUtilization() } : { gpu: metrics.gpuUtilization() };
  return [
    {
      ...LASTING,
      kind: device === 'CPU' ? AlarmKind.CPU_SATURATION : AlarmKind.GPU_SATURATION,
      metric: () =>
        new MathExpression({
          // A busy processor alone is money well spent.
          expression: `IF(latency > ${microseconds}, ${device.toLowerCase()} / ${count}, 0)`,
          usingMetrics: { latency: metrics.modelLatency({ statistic: 'p50' }), ...use() },
          period: Duration.minutes(1),
          label: `${device} use while latency is high (%)`,
        }),
      threshold: 90,
      comparison: ABOVE,
      missing: QUIET_IS_GOOD,
      description: `The mean utilization of the ${device}s is above {} %, and half of the requests take more than 80 % of the latency objective.`,
    },
  ];
}

function instanceAlarms(endpoint: MonitoredEndpoint, metrics: EndpointMetrics): AlarmDefinition[] {
  const { minInstanceCount, maxInstanceCount } = endpoint;
  const alarms: AlarmDefinition[] = [];
  if (maxInstanceCount !== undefined && maxInstanceCount !== minInstanceCount) {
    alarms.push({
      ...ALWAYS,
      kind: AlarmKind.CAPACITY_AT_MAXIMUM,
      metric: () => metrics.instanceCount(),
      threshold: maxInstanceCount,
      comparison: AT_LEAST,
      missing: QUIET_IS_GOOD,
      description: 'All {} instances that scaling allows are in service: more load will increase the latency.',
    });
  }
  if (minInstanceCount !== undefined && minInstanceCount > 1) {
    alarms.push({
      ...ALWAYS,
      kind: AlarmKind.INSTANCES_MISSING,
      metric: () => metrics.instanceCount(),
      threshold: minInstanceCount,
      comparison: BELOW,
      missing: QUIET_IS_GOOD,
      description: 'Fewer than {} instances, the minimum capacity of scaling, are in service.',
    });
  }
  return alarms;
}

function modelCacheThrash(metrics: EndpointMetrics): AlarmDefinition {
  return {
    ...LASTING,
    kind: AlarmKind.MODEL_CACHE_THRASH,
    metric: () =>
      new MathExpression({
        // In a minute without requests SageMaker may publish 0, of which no model was unloaded.
        expression: 'IF(invocations > 0, hits, 1)',
        usingMetrics: { invocations: metrics.invocations(), hits: metrics.modelCacheHit() },
        period: Duration.minutes(1),
        label: 'share of requests whose model was loaded',
      }),
    threshold: 90,
    scale: 0.01,
    comparison: BELOW,
    missing: QUIET_IS_GOOD,
    description:
      'Fewer than {} % of the requests find their model loaded: SageMaker unloads models to make room for others.',
  };
}

function modelLoadFailures(metrics: EndpointMetrics): AlarmDefinition {
  return {
    ...ONCE,
    kind: AlarmKind.MODEL_LOAD_FAILURES,
    metric: () =>
      new MathExpression({
        // A model that finds no memory is loaded again when SageMaker has unloaded another.
        expression: 'IF(FILL(memory, 0) > 0, 0, failures)',
        usingMetrics: { memory: metrics.outOfMemory(), failures: metrics.loadFailures() },
        period: Duration.minutes(1),
        label: 'load failures without exhausted memory (lines)',
      }),
    threshold: 1,
    comparison: AT_LEAST,
    missing: QUIET_IS_GOOD,
    description:
      'At least {} line of the log reports that a model cannot be loaded, for a reason other than a lack of memory.',
  };
}
