import { STEP_SECONDS } from '../../../measurements/traffic/trace-limits';
import { AlarmRule } from '../control-loop/alarm';
import { meanOfGroups, percentileOfGroups, RequestGroup } from '../latency/request-groups';

/** What happened in one step. */
export interface Step {
  readonly requests: number;
  readonly serving: number;
  /** Requests that are being executed or wait. */
  readonly concurrent: number;
  /** The highest momentary number of concurrent requests of an instance. */
  readonly peakConcurrent: number;
  readonly waiting: number;
  /** Utilization of all GPUs of an instance, in percent of one GPU. */
  readonly gpuPercent: number;
  readonly groups: RequestGroup[];
}

type MetricOf = (steps: readonly Step[], statistic: string) => number | undefined;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Values of a gauge, which has a datapoint in each step. */
const gauge =
  (valueOf: (step: Step) => number | undefined): MetricOf =>
  (steps, statistic) => {
    const values = steps.map(valueOf).filter((value) => value !== undefined);
    if (values.length === 0) return undefined;
    if (statistic === 'Maximum') return Math.max(...values);
    if (statistic === 'Minimum') return Math.min(...values);
    return sum(values) / values.length;
  };

/** One request, less the rounding error of requests that are distributed over steps. */
const ONE_REQUEST = 1 - 1e-6;

/** The metrics that a simulation yields. SageMaker publishes latencies in microseconds. */
const METRICS: Record<string, MetricOf> = {
  Invocations: (steps) => sum(steps.map(({ requests }) => requests)),
  InvocationsPerInstance: (steps) => sum(steps.map(({ requests, serving }) => (serving > 0 ? requests / serving : 0))),
  ModelLatency: (steps, statistic) => latencyOf(steps, statistic),
  ConcurrentRequestsPerModel: (steps, statistic) =>
    statistic === 'Maximum'
      ? gauge(({ peakConcurrent }) => peakConcurrent)(steps, statistic)
      : gauge(concurrentPerInstance)(steps, statistic),
  GPUUtilization: gauge(({ gpuPercent, serving }) => (serving > 0 ? gpuPercent : undefined)),
  ApproximateBacklogSize: gauge(({ concurrent }) => concurrent),
  ApproximateBacklogSizePerInstance: gauge(concurrentPerInstance),
  HasBacklogWithoutCapacity: gauge(({ waiting, serving }) => (serving === 0 && waiting >= ONE_REQUEST ? 1 : 0)),
};

function concurrentPerInstance({ concurrent, serving }: Step): number | undefined {
  return serving > 0 ? concurrent / serving : undefined;
}

/** Metrics without datapoints, or with zeros, while there are no requests. */
const REQUEST_METRICS = ['Invocations', 'InvocationsPerInstance', 'ModelLatency'];

/** Names of the metrics on which a simulated fleet can scale. */
export const SIMULATED_METRICS = Object.keys(METRICS);

const GAUGE_STATISTICS = /^(Average|Maximum|Minimum)$/;
const STATISTICS: Record<string, RegExp> = {
  Invocations: /^Sum$/,
  InvocationsPerInstance: /^Sum$/,
  ModelLatency: /^(Average|p\d+(\.\d+)?)$/,
};

/** Whether a simulation yields this statistic of a metric. */
export function isSimulated(metric: string, statistic: string): boolean {
  return SIMULATED_METRICS.includes(metric) && (STATISTICS[metric] ?? GAUGE_STATISTICS).test(statistic);
}

function latencyOf(steps: readonly Step[], statistic: string): number | undefined {
  const groups = steps.flatMap((step) => step.groups);
  const [, percentile] = /^p(\d+(?:\.\d+)?)$/.exec(statistic) ?? [];
  const milliseconds = percentile ? percentileOfGroups(Number(percentile), groups) : meanOfGroups(groups);
  return milliseconds === undefined ? undefined : milliseconds * 1000;
}

/** The datapoint of a metric in the period of the latest steps. Undefined if there is none, for example because there are no requests. */
export function datapointOf(
  { metric, statistic, periodSeconds }: AlarmRule,
  steps: readonly Step[],
  publishesZeros: boolean,
): number | undefined {
  const stepsOfPeriod = steps.slice(-periodSeconds / STEP_SECONDS);
  if (REQUEST_METRICS.includes(metric) && stepsOfPeriod.every(({ requests }) => requests === 0)) {
    return publishesZeros ? 0 : undefined;
  }
  return METRICS[metric](stepsOfPeriod, statistic);
}
