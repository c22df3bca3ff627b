import { LoopAssumptions } from '../control-loop/assumptions';
import { ControlLoop, DueAction, FleetState } from '../control-loop/control-loop';
import { ScalingProperties } from '../control-loop/inputs';
import {
  combineGroups,
  countAbove,
  meanOfGroups,
  percentileOfGroups,
  RequestGroup,
  requestsAbove,
} from '../latency/request-groups';
import { ServiceModel } from '../latency/service-model';
import { FleetEstimate } from '../fleet-simulation';
import { Backlog, QueuePlace } from './backlog';
import { STEP_SECONDS } from '../../../measurements/traffic/trace-limits';
import { datapointOf, Step } from './fleet-metrics';
import { minutesBeyondOf, Violation, violationOf } from './minutes-beyond';

/**
 * Time after which SageMaker ends a request to a container, although the container still executes it. SageMaker developer guide, "Use your
 * own inference code with hosting services", read 2026-11-21.
 */
const REQUEST_TIMEOUT_MILLISECONDS = 60_000;
const STEPS_PER_MINUTE = 60 / STEP_SECONDS;
/** Steps that are kept for metrics: the longest period of an alarm that can invoke a scaling policy, one hour. */
const KEPT_STEPS = 60 * STEPS_PER_MINUTE;

/** A probability from which on a minute counts as violated, to end a run early. */
const ALMOST_CERTAIN = 0.999;

/** The input of a run. */
export interface FleetInput {
  /** Requests in each step of 10 seconds. */
  readonly requests: Float64Array;
  readonly service: ServiceModel;
  readonly scaling: ScalingProperties;
  readonly actions: DueAction[];
  readonly initialInstances: number;
  readonly queuePlace: QueuePlace;
  /** Whether requests wait in a queue of SageMaker, where they do not time out. */
  readonly isAsynchronous: boolean;
  readonly percentile: number;
  readonly limitMilliseconds: number;
  /** When a third of the serving instances fails, in seconds. They are replaced after the start time of an instance. */
  readonly zoneFailsAt?: number;
  /** A run ends early when more minutes than this violate the objective. */
  readonly stopsAbove?: number;
}

/** One minute of a run. */
export interface RunMinute {
  readonly requests: number;
  /** Instances that Application Auto Scaling has requested. */
  readonly capacity: number;
  readonly serving: number;
  readonly waiting: number;
  /** Latency at the percentile of the objective, in milliseconds. */
  readonly latency?: number;
  readonly median?: number;
  readonly requestsBeyond: number;
  /** Whether more requests exceed the limit than the percentile allows. */
  readonly violation: Violation;
  readonly failedRequests: number;
}

/** The result of a run. */
export interface FleetRun {
  readonly minutes: RunMinute[];
  readonly requests: number;
  /** The number of minutes that violate the objective: its mean, and a range that contains it with a probability of 95 %. */
  readonly minutesBeyond: FleetEstimate;
  readonly requestsBeyond: number;
  readonly failedRequests: number;
  readonly instanceHours: number;
}

/** Simulates a fleet and its scaling. */
export function runFleet(input: FleetInput, assumptions: LoopAssumptions, withLatencies: boolean): FleetRun {
  const { requests, service, limitMilliseconds } = input;
  const fleet: FleetState = { serving: input.initialInstances, starting: 0, failed: 0 };
  const steps: Step[] = [];
  const loop = new ControlLoop(input.scaling, input.actions, assumptions, fleet, (rule) =>
    datapointOf(rule, steps, assumptions.publishesZeros),
  );
  const backlog = new Backlog(service, input.queuePlace);
  const minutes: RunMinute[] = [];
  /** The minutes with requests that wait for the first instance. */
  const incomplete = new Map<number, MinuteRecord>();
  const summarizeAgain = (index: number, change: (record: MinuteRecord) => void): void => {
    const record = incomplete.get(index) as MinuteRecord;
    change(record);
    minutes[index] = summarize(record, input, withLatencies);
  };
  let instanceSeconds = 0;
  let violated = 0;
  for (let index = 0; index < requests.length && violated <= (input.stopsAbove ?? Infinity); index++) {
    failZone(fleet, index * STEP_SECONDS, input, assumptions);
    loop.advance(index * STEP_SECONDS);
    backlog.resize(fleet.serving);
    const previous = steps[steps.length - 1] as Step | undefined;
    if (previous && isRepeated(previous, requests[index], fleet, backlog)) {
      backlog.pass(STEP_SECONDS);
      steps.push(previous);
    } else {
      steps.push(serveStep(requests[index], fleet, backlog, input, assumptions.publishesPeaks));
    }
    if (steps.length >= 2 * KEPT_STEPS) steps.splice(0, KEPT_STEPS);
    instanceSeconds += loop.capacity * STEP_SECONDS;
    const stepCount = (index % STEPS_PER_MINUTE) + 1;
    if (stepCount < STEPS_PER_MINUTE && index < requests.length - 1) continue;
    const { count, groups } = minuteOfSteps(steps, stepCount); // the last minute can be shorter
    const late = groups.some(isLate) ? groups.filter(isLate) : NO_GROUPS;
    const record: MinuteRecord = {
      requests: count,
      capacity: loop.capacity,
      serving: fleet.serving,
      waiting: backlog.waiting,
      groups: late.length > 0 ? groups.filter((group) => !isLate(group)) : groups,
      unservedBeyond: 0,
    };
    if (late.length > 0 || backlog.unserved.length > 0) incomplete.set(minutes.length, record);
    const minute = summarize(record, input, withLatencies);
    minutes.push(minute);
    if (minute.violation.probability > ALMOST_CERTAIN) violated++;
    // Requests that arrived when there was no instance count in the minute of their arrival.
    for (const group of late)
      summarizeAgain(minuteOf(group.arrivedAt ?? 0), (earlier) => {
        earlier.groups.push(group);
      });
  }
  for (const { requests: count, arrivedAt } of backlog.unserved) {
    const waitMilliseconds = 1000 * (requests.length * STEP_SECONDS - arrivedAt);
    if (waitMilliseconds > limitMilliseconds)
      summarizeAgain(minuteOf(arrivedAt), (record) => {
        record.unservedBeyond += count;
      });
  }
  const total = (valueOf: (minute: RunMinute) => number): number =>
    minutes.reduce((sum, minute) => sum + valueOf(minute), 0);
  return {
    minutes,
    requests: total((minute) => minute.requests),
    minutesBeyond: minutesBeyondOf(minutes.map(({ violation }) => violation)),
    requestsBeyond: total(({ requestsBeyond }) => requestsBeyond),
    failedRequests: total(({ failedRequests }) => failedRequests),
    instanceHours: instanceSeconds / 3600,
  };
}

/** The instances of an endpoint in several subnets are spread over Availability Zones. */
const ZONES = 3;

function failZone(
  fleet: FleetState,
  seconds: number,
  { zoneFailsAt = -Infinity }: FleetInput,
  { startSecondsOf }: LoopAssumptions,
): void {
  if (seconds === zoneFailsAt) {
    fleet.failed = Math.ceil(fleet.serving / ZONES);
    fleet.serving -= fleet.failed;
  }
  if (fleet.failed > 0 && seconds >= zoneFailsAt + startSecondsOf(0)) {
    fleet.serving += fleet.failed;
    fleet.failed = 0;
  }
}

const NO_GROUPS: readonly RequestGroup[] = [];

function isLate({ arrivedAt }: RequestGroup): boolean {
  return arrivedAt !== undefined;
}

/** The requests of the last steps. */
function minuteOfSteps(steps: readonly Step[], stepCount: number): { count: number; groups: RequestGroup[] } {
  const last = steps[steps.length - 1];
  let equal = 1;
  while (equal < stepCount && steps[steps.length - 1 - equal] === last) equal++;
  if (equal === stepCount) {
    const groups = last.groups.map((group) => ({ ...group, requests: stepCount * group.requests }));
    return { count: stepCount * last.requests, groups };
  }
  const stepsOfMinute = steps.slice(-stepCount);
  return {
    count: stepsOfMinute.reduce((sum, step) => sum + step.requests, 0),
    groups: combineGroups(stepsOfMinute.flatMap((step) => step.groups)),
  };
}

function minuteOf(seconds: number): number {
  return Math.floor(seconds / 60);
}

/** What happened in one minute. */
interface MinuteRecord extends Pick<RunMinute, 'requests' | 'capacity' | 'serving' | 'waiting'> {
  /** The requests that arrived in the minute, whenever they are served. */
  readonly groups: RequestGroup[];
  /** Requests that still wait at the end, longer than the limit. */
  unservedBeyond: number;
}

function summarize(
  { requests, capacity, serving, waiting, groups, unservedBeyond }: MinuteRecord,
  { isAsynchronous, percentile, limitMilliseconds }: FleetInput,
  withLatencies: boolean,
): RunMinute {
  const allowedShare = 1 - percentile / 100;
  const beyond = requestsAbove(limitMilliseconds, groups, allowedShare);
  const certainlyBeyond = beyond.certain + unservedBeyond;
  const allowed = requests * allowedShare + 1e-9;
  return {
    requests,
    capacity,
    serving,
    waiting,
    requestsBeyond: certainlyBeyond + beyond.mean,
    violation: violationOf(beyond, allowed - certainlyBeyond),
    failedRequests: isAsynchronous ? 0 : countAbove(REQUEST_TIMEOUT_MILLISECONDS, groups),
    ...(withLatencies
      ? { latency: percentileOfGroups(percentile, groups), median: percentileOfGroups(50, groups) }
      : {}),
  };
}

/** Whether a step has the same result as the previous one. This is so in most steps, because the intervals of a trace are longer. */
function isRepeated(previous: Step, requests: number, { serving }: FleetState, backlog: Backlog): boolean {
  const isUnchanged = previous.requests === requests && previous.serving === serving;
  return isUnchanged && serving > 0 && previous.waiting === 0 && backlog.waiting === 0;
}

function serveStep(
  requests: number,
  { serving }: FleetState,
  backlog: Backlog,
  { service, queuePlace }: FleetInput,
  publishesPeaks: boolean,
): Step {
  const waitingBefore = backlog.waiting;
  const groups = backlog.serve(requests, STEP_SECONDS);
  const waiting = (waitingBefore + backlog.waiting) / 2;
  const capacity = serving * service.capacity * STEP_SECONDS;
  const served = serving > 0 ? Math.min(requests, capacity) : 0;
  const latencyWithoutWait = (meanOfGroups(groups) ?? 0) - averageWait(groups);
  // Little's law: requests in progress are the rate multiplied by the mean latency.
  const inProgress = ((served / STEP_SECONDS) * latencyWithoutWait) / 1000;
  const concurrent = waiting + inProgress;
  const samples = publishesPeaks ? served : 1;
  // Routing to the least loaded instance distributes a peak of the fleet evenly. With random routing, instances have their own peaks.
  const peak =
    queuePlace === 'random' ? highest(inProgress / serving, samples) : highest(inProgress, samples) / serving;
  return {
    requests,
    serving,
    waiting,
    concurrent,
    peakConcurrent: serving > 0 ? waiting / serving + peak : 0,
    gpuPercent: capacity > 0 ? 100 * service.devices * Math.min(1, (requests + waitingBefore) / capacity) : 0,
    groups,
  };
}

/**
 * The highest of many momentary numbers with this mean: the tail of a Poisson distribution (Bernstein's bound). The ratio to the mean was
 * measured as 9.8 at a light load and 1.35 at saturation (aws-samples/sample-kokoro-tts-for-ai-agents, 8a6a254c, read 2026-11-26).
 */
function highest(mean: number, samples: number): number {
  const exponent = Math.log(Math.max(samples, 1));
  return mean + Math.sqrt(2 * mean * exponent) + exponent / 3;
}

function averageWait(groups: readonly RequestGroup[]): number {
  const total = groups.reduce((sum, { requests }) => sum + requests, 0);
  return total === 0 ? 0 : groups.reduce((sum, group) => sum + group.requests * group.waitMilliseconds, 0) / total;
}
