import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../../lib/measurements';
import { FleetSimulationOptions } from '../../../../lib/capacity';
import { FleetRun } from '../../../../lib/capacity/fleet/run/run-fleet';
import { LatencyObjective } from '../../../../lib/platform';
import { Scaling } from '../../../../lib/scaling';
import { runsOf } from './runs';

/** An observation on AWS, and the same quantity in the runs of a simulation with the default assumptions. */
export interface Observation {
  readonly source: string;
  readonly quantity: string;
  /** The observed range. */
  readonly from: number;
  readonly to: number;
  /** What the source says. */
  readonly observed: string;
  /** Whether the quantity includes the start of instances, for which the default range is wide. */
  readonly dependsOnStart: boolean;
  /** The quantity in each run. Infinity if a run never scales. */
  readonly simulated: number[];
}

const MINUTES_BEFORE = 30;
const SECONDS_PER_MINUTE = 60;

/** A change of the load of an endpoint. */
type Scenario = Pick<FleetSimulationOptions, 'scaling'> & {
  readonly instanceType: string;
  readonly executionMilliseconds: number;
  /** Load before and after the change, in requests per second, and the time of the load after the change. */
  readonly before: number;
  readonly after: number;
  readonly minutes: number;
};

/** All runs of a scenario. */
export function simulate({
  instanceType,
  executionMilliseconds,
  before,
  after,
  minutes,
  scaling,
}: Scenario): FleetRun[] {
  return runsOf({
    trace: TrafficTrace.steps([
      { requestsPerSecond: before, duration: Duration.minutes(MINUTES_BEFORE) },
      { requestsPerSecond: after, duration: Duration.minutes(minutes) },
    ]),
    profile: { instanceType, serviceTimes: [{ batch: 1, milliseconds: executionMilliseconds }] },
    maxBatchSize: 1,
    latencyObjective: LatencyObjective.p95(Duration.seconds(1)),
    scaling,
  });
}

/** Minutes from the change of the load until the scale-out from one to two instances: instances are billed from then on. */
export function minutesUntilScaleOut({ minutes, instanceHours }: FleetRun): number {
  return 2 * minutes.length - MINUTES_BEFORE - 60 * instanceHours;
}

/** Whole minutes from the change of the load until a condition is met. */
export function minutesUntil({ minutes }: FleetRun, isMet: (minute: FleetRun['minutes'][0]) => boolean): number {
  const index = minutes.findIndex((minute, each) => each >= MINUTES_BEFORE && isMet(minute));
  return index < 0 ? Infinity : index - MINUTES_BEFORE;
}

/** Target tracking of the invocations of an instance. */
export const invocations = (
  perMinute: number,
  maxCapacity: number,
  cooldownSeconds: { out: number; in: number },
): Scaling =>
  Scaling.invocationsPerInstance({
    minCapacity: 1,
    maxCapacity,
    invocationsPerSecond: perMinute / SECONDS_PER_MINUTE,
    scaleOutCooldown: Duration.seconds(cooldownSeconds.out),
    scaleInCooldown: Duration.seconds(cooldownSeconds.in),
  });

/** The smallest and the largest value over the runs, and their difference relative to the observation. */
export function bandOf({ simulated, from, to }: Observation): { low: number; high: number; relativeWidth: number } {
  const [low, high] = [Math.min(...simulated), Math.max(...simulated)];
  return { low, high, relativeWidth: (high - low) / ((from + to) / 2) };
}
