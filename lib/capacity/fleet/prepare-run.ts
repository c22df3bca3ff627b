import { Duration } from 'aws-cdk-lib';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';
import { RoutingStrategy } from '../../platform';
import { startTimesOf } from '../../facts/instance-start-times';
import { DueAction } from './control-loop/control-loop';
import { ScalingProperties } from './control-loop/inputs';
import { ruleOf } from './control-loop/policy';
import { timesOfSchedule } from './control-loop/schedule';
import { trackingAlarms } from './control-loop/target-tracking';
import { SimulatedFleetOptions } from './fleet-simulation-options';
import { ServiceModel } from './latency/service-model';
import { QueuePlace } from './run/backlog';
import { isSimulated, SIMULATED_METRICS } from './run/fleet-metrics';
import { FleetInput } from './run/run-fleet';
import { AssumedRanges, SecondsRange } from './run/scenarios';
import { STEP_SECONDS } from '../../measurements/traffic/trace-limits';
import { isTime } from '../../measurements/traffic/read-trace';
import { TrafficTrace } from '../../measurements/traffic-trace';

/**
 * Seconds from the end of a period until autoscaling reacts to its datapoint. "The time to trigger the scaling action is usually 1–2 minutes
 * longer … because it takes time for the endpoint to publish metrics to CloudWatch, and it also takes time for AutoScaling to react" (AWS
 * Machine Learning blog, "Unlock cost savings with the new scale down to zero feature", 2024-12-02). Users observed up to 3 minutes.
 */
const METRIC_DELAY: SecondsRange = { shortest: 20, usual: 90, longest: 180 };

/** The ranges of a simulation in seconds. */
export function rangesOf({ instanceStart, metricDelay, profile }: SimulatedFleetOptions): AssumedRanges {
  return {
    instanceStart: exactly(instanceStart) ?? startTimesOf(profile.instanceType),
    metricDelay: exactly(metricDelay) ?? METRIC_DELAY,
  };
}

function exactly(duration?: Duration): SecondsRange | undefined {
  const seconds = duration?.toSeconds({ integral: false });
  return seconds === undefined ? undefined : { shortest: seconds, usual: seconds, longest: seconds };
}

/** Simulated requests for each load: a p99 is the 287th longest latency. */
const REQUESTS_PER_LOAD = 1 << 15;

/** The model on the instance type, with the defaults of the options. */
export function serviceOf(options: SimulatedFleetOptions, requestsPerLoad = REQUESTS_PER_LOAD): ServiceModel {
  const { profile, maxBatchSize, burstiness = 1, seed = 1 } = options;
  return new ServiceModel({
    profile,
    maxBatchSize,
    dynamicBatching: maxBatchSize === 1 ? undefined : (options.dynamicBatching ?? {}),
    routingStrategy: options.routingStrategy ?? RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    burstiness,
    seed,
    requestsPerLoad,
  });
}

/** The input of the runs of a simulation. */
export function inputOf(
  options: SimulatedFleetOptions,
  service: ServiceModel,
  scaling: ScalingProperties,
  initialInstances: number,
): FleetInput {
  const { trace, latencyObjective, routingStrategy, asynchronous = false } = options;
  const isCountValid = Number.isInteger(initialInstances) && initialInstances >= (asynchronous ? 0 : 1);
  if (!isCountValid) fail('instanceCount', initialInstances, `an integer of at least ${asynchronous ? 0 : 1}`);
  rejectUnknownMetrics(scaling);
  return {
    requests: trace._steps,
    service,
    scaling,
    actions: actionsOf(scaling, trace),
    initialInstances,
    queuePlace: queuePlaceOf(asynchronous, routingStrategy),
    isAsynchronous: asynchronous,
    percentile: latencyObjective.percentile,
    limitMilliseconds: latencyObjective._milliseconds,
  };
}

function queuePlaceOf(asynchronous: boolean, routingStrategy?: RoutingStrategy): QueuePlace {
  if (asynchronous) return 'shared';
  return routingStrategy === RoutingStrategy.RANDOM ? 'random' : 'leastLoaded';
}

/** Rejects policies on metrics that the simulation does not yield, such as metrics of other services. */
function rejectUnknownMetrics({ policies }: ScalingProperties): void {
  const metrics = policies.flatMap(({ policy, alarms }) => {
    const tracking = policy.TargetTrackingScalingPolicyConfiguration;
    return tracking ? [trackingAlarms(tracking).scaleOut] : alarms.map(ruleOf);
  });
  for (const { metric, statistic } of metrics) {
    if (!isSimulated(metric, statistic))
      fail('scaling', `a policy on ${metric} (${statistic})`, `policies on ${SIMULATED_METRICS.join(', ')}`);
  }
}

/** The scheduled actions in the time of the trace, in order. */
function actionsOf({ actions }: ScalingProperties, { startsAt, _steps }: TrafficTrace): DueAction[] {
  const start = Date.parse(startsAt);
  const end = start + _steps.length * STEP_SECONDS * 1000;
  return actions
    .flatMap(({ Schedule, Timezone = 'UTC', StartTime, EndTime, ScalableTargetAction = {} }) => {
      const from = Math.max(start, StartTime ? timeOf(StartTime) : start);
      const to = Math.min(end, EndTime ? timeOf(EndTime) : end);
      return timesOfSchedule(Schedule, Timezone, from - 1, to).map((time) => ({
        atSeconds: (time - start) / 1000,
        minCapacity: ScalableTargetAction.MinCapacity,
        maxCapacity: ScalableTargetAction.MaxCapacity,
      }));
    })
    .sort((a, b) => a.atSeconds - b.atSeconds);
}

/** A start or end time of a scheduled action, which is in UTC unless it contains a time zone. */
function timeOf(text: string): number {
  const time = Date.parse(isTime(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? fail('scaling', `a scheduled action from or until ${text}`, 'a date in ISO 8601') : time;
}

function fail(property: string, value: unknown, allowed: string): never {
  throw new Error(
    inLanguageOfApp(`FleetSimulator: ${property}: got ${value}; allowed: ${allowed} ${rulePage('sizing.fleet')}`),
  );
}
