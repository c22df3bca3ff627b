import { IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { AlarmDefinition, AT_LEAST, FIFTEEN_OF_FIFTEEN, BELOW, TEN_OF_FIFTEEN, ONE_OF_FIVE } from './alarm-definition';
import { AlarmKind } from './alarm-options';
import { PERIOD } from './create-metric';
import { HostMetrics } from './host-metrics';
import { metricsOf } from './metrics-of';
import { gpuCountOf, MonitoredHost } from './monitored-endpoint';

/** Fraction of the latency objective above which high utilization is a problem. */
const CLOSE_TO_OBJECTIVE = 0.8;

/** 20 datapoints within 60 minutes: twice the longest observed start of a first copy, also for a caller that retries every 3 minutes. */
const TWENTY_OF_SIXTY = { evaluationPeriods: 60, datapointsToAlarm: 20 };

/** Alarms on GPUs or CPUs, instances or copies, and loaded models. An alarm is omitted if its threshold cannot be derived from the endpoint. */
export function capacityAlarms(endpoint: MonitoredHost): AlarmDefinition[] {
  const metrics = metricsOf(endpoint);
  return [
    ...saturationAlarm(endpoint, metrics),
    ...(endpoint.serverMetrics && !endpoint.asynchronous ? [queueTimeAlarm(endpoint, metrics)] : []),
    ...(endpoint.asynchronous ? [] : countAlarms(endpoint, metrics)),
    ...noCapacityAlarm(endpoint, metrics),
    ...(endpoint.multiModel ? [modelCacheThrashAlarm(metrics)] : []),
    ...(endpoint.multiModel && endpoint.serverLog ? [modelLoadFailuresAlarm(metrics)] : []),
  ];
}

/** Alarm on the utilization of the GPUs, or of the vCPUs of instances and copies without GPUs. */
function saturationAlarm(endpoint: MonitoredHost, metrics: HostMetrics): AlarmDefinition[] {
  const { instanceType, latencyObjective } = endpoint;
  const gpuCount = gpuCountOf(endpoint);
  const [deviceCount, device] = gpuCount === 0 ? [instanceType?.vcpus, 'CPU'] : [gpuCount, 'GPU'];
  // The utilization of a component is the mean of its devices, and that of an instance the sum.
  const count = endpoint.inferenceComponentName !== undefined && gpuCount !== undefined ? 1 : deviceCount;
  if (!count) return [];
  const microseconds = CLOSE_TO_OBJECTIVE * latencyObjective._milliseconds * 1000;
  const utilization = (): Record<string, IMetric> =>
    device === 'CPU' ? { cpu: metrics.get('cpuUtilization') } : { gpu: metrics.get('gpuUtilization') };
  return [
    {
      ...TEN_OF_FIFTEEN,
      kind: device === 'CPU' ? AlarmKind.CPU_SATURATION : AlarmKind.GPU_SATURATION,
      metric: () =>
        new MathExpression({
          // High utilization is not a problem as long as the latency is low.
          expression: `IF(latency > ${microseconds}, ${device.toLowerCase()} / ${count}, 0)`,
          usingMetrics: { latency: metrics.get('modelLatency', { statistic: 'p50' }), ...utilization() },
          period: PERIOD,
          label: `${device} use while latency is high (%)`,
        }),
      threshold: 90,
      description: `The mean utilization of the ${device}s is above {} %, and half of the requests take more than 80 % of the latency objective.`,
    },
  ];
}

/** Alarm on the time of requests in the queues of the server, compared with the time of their executions. */
function queueTimeAlarm({ latencyObjective }: MonitoredHost, metrics: HostMetrics): AlarmDefinition {
  const milliseconds = latencyObjective._milliseconds / 10;
  return {
    ...TEN_OF_FIFTEEN,
    kind: AlarmKind.QUEUE_TIME,
    metric: () =>
      new MathExpression({
        // A short queue is not a problem, even if the model is faster. If no request is completed, the pending requests have waited for the
        // whole minute: a server that has stalled is not quiet. A microsecond is added, because the compute time of that server can be 0.
        expression:
          `IF(requests > 0, IF(queue > ${milliseconds} * requests, queue, 0), ` +
          `IF(60000 * pending > ${milliseconds}, 60000 * pending, 0)) / (compute + 0.001)`,
        usingMetrics: {
          requests: metrics.get('successfulRequests'),
          queue: metrics.get('queueDuration'),
          compute: metrics.get('computeDuration'),
          pending: metrics.get('pendingRequests'),
        },
        period: PERIOD,
        label: 'time in the queue / compute time, while requests wait for long',
      }),
    threshold: 1,
    description:
      'Requests spend more than {} × their compute time in the queues of the server, and more than 10 % of the latency objective: add instances, or change the batching.',
  };
}

/** Alarms on the number of instances or copies. */
function countAlarms(
  { minCapacity, maxCapacity, inferenceComponentName }: MonitoredHost,
  metrics: HostMetrics,
): AlarmDefinition[] {
  const counted = inferenceComponentName === undefined ? 'instances' : 'copies';
  const metric = (): IMetric => metrics.servingCount();
  const alarms: AlarmDefinition[] = [];
  if (maxCapacity !== undefined && maxCapacity !== minCapacity) {
    alarms.push({
      ...FIFTEEN_OF_FIFTEEN,
      kind: AlarmKind.CAPACITY_AT_MAXIMUM,
      metric,
      threshold: maxCapacity,
      comparison: AT_LEAST,
      description: `All {} ${counted} that scaling allows are in service: more load will increase the latency.`,
    });
  }
  if (minCapacity !== undefined && minCapacity > 1) {
    alarms.push({
      ...FIFTEEN_OF_FIFTEEN,
      kind: AlarmKind.INSTANCES_MISSING,
      metric,
      threshold: minCapacity,
      comparison: BELOW,
      description: `Fewer than {} ${counted}, the minimum capacity of scaling, are in service.`,
    });
  }
  return alarms;
}

/**
 * Alarm on requests that no copy can serve. With a minimum capacity of 0, such requests start the first copy, which takes about ten minutes,
 * so the alarm fires only if they continue to fail.
 */
function noCapacityAlarm(
  { minCapacity, inferenceComponentName }: MonitoredHost,
  metrics: HostMetrics,
): AlarmDefinition[] {
  if (minCapacity === undefined || inferenceComponentName === undefined) return [];
  return [
    {
      ...(minCapacity < 1 ? TWENTY_OF_SIXTY : ONE_OF_FIVE),
      kind: AlarmKind.NO_CAPACITY,
      metric: () => metrics.get('noCapacityInvocationFailures'),
      threshold: 1,
      comparison: AT_LEAST,
      description:
        'At least {} request failed because no copy is in service: the fleet has no room for a copy, or its server does not start.',
      isSymptom: true,
    },
  ];
}

function modelCacheThrashAlarm(metrics: HostMetrics): AlarmDefinition {
  return {
    ...TEN_OF_FIFTEEN,
    kind: AlarmKind.MODEL_CACHE_THRASH,
    metric: () =>
      new MathExpression({
        // Without requests, SageMaker might publish a hit rate of 0, although no model was unloaded. A missing hit rate would be 0, too.
        expression: 'IF(invocations > 0, FILL(hits, 1), 1)',
        usingMetrics: { invocations: metrics.get('invocations'), hits: metrics.get('modelCacheHit') },
        period: PERIOD,
        label: 'share of requests whose model was loaded',
      }),
    threshold: 90,
    scale: 0.01,
    comparison: BELOW,
    description:
      'Fewer than {} % of the requests find their model loaded: SageMaker unloads models to make room for others.',
  };
}

function modelLoadFailuresAlarm(metrics: HostMetrics): AlarmDefinition {
  return {
    ...ONE_OF_FIVE,
    kind: AlarmKind.MODEL_LOAD_FAILURES,
    metric: () =>
      new MathExpression({
        // Failures due to exhausted memory are not counted, because SageMaker unloads a different model and tries again.
        expression: 'IF(FILL(memory, 0) > 0, 0, failures)',
        usingMetrics: { memory: metrics.get('outOfMemory'), failures: metrics.get('loadFailures') },
        period: PERIOD,
        label: 'load failures without exhausted memory (lines)',
      }),
    threshold: 1,
    comparison: AT_LEAST,
    description:
      'At least {} line of the log reports that a model cannot be loaded, for a reason other than a lack of memory.',
  };
}
