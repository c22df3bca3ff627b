import { Duration } from 'aws-cdk-lib';
import { FleetSimulationOptions, TrafficTrace } from '../../../lib/fleet';
import { FleetRun } from '../../../lib/fleet/run/run-fleet';
import { LatencyObjective } from '../../../lib/platform';
import { Scaling } from '../../../lib/scaling';
import { markdownTable } from './page';
import { runsOf } from './runs';

/** What somebody observed on AWS, and the same quantity in the runs of a simulation with the default assumptions. */
export interface Observation {
  readonly source: string;
  readonly quantity: string;
  readonly unit: string;
  /** The observed range. */
  readonly from: number;
  readonly to: number;
  /** What the source says. */
  readonly observed: string;
  /** Whether a default range of the simulator was derived from this source. */
  readonly isSourceOfDefault: boolean;
  /** Whether the quantity includes the start of instances, for which the default range is wide. */
  readonly dependsOnStart: boolean;
  /** The quantity in each run. Infinity if a run never scales. */
  readonly simulated: number[];
}

const MINUTES_BEFORE = 30;
const SECONDS_PER_MINUTE = 60;

type Scenario = Pick<FleetSimulationOptions, 'scaling'> & {
  readonly instanceType: string;
  readonly executionMilliseconds: number;
  /** Load before and after the change, in requests per second, and the time of the load after the change. */
  readonly before: number;
  readonly after: number;
  readonly minutes: number;
};

function simulate({ instanceType, executionMilliseconds, before, after, minutes, scaling }: Scenario): FleetRun[] {
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
function minutesUntilScaleOut({ minutes, instanceHours }: FleetRun): number {
  return 2 * minutes.length - MINUTES_BEFORE - 60 * instanceHours;
}

/** Whole minutes from the change of the load until a condition is met. */
function minutesUntil({ minutes }: FleetRun, isMet: (minute: FleetRun['minutes'][0]) => boolean): number {
  const index = minutes.findIndex((minute, each) => each >= MINUTES_BEFORE && isMet(minute));
  return index < 0 ? Infinity : index - MINUTES_BEFORE;
}

const invocations = (perMinute: number, maxCapacity: number, cooldownSeconds: { out: number; in: number }): Scaling =>
  Scaling.invocationsPerInstance({
    minCapacity: 1,
    maxCapacity,
    invocationsPerSecond: perMinute / SECONDS_PER_MINUTE,
    scaleOutCooldown: Duration.seconds(cooldownSeconds.out),
    scaleInCooldown: Duration.seconds(cooldownSeconds.in),
  });

const REPOST = '[re:Post, "Sagemaker autoscaling delay"](https://repost.aws/questions/QUf450Wsd9RROGGOIwaolN9w)';
const repost = {
  instanceType: 'ml.m5.large',
  executionMilliseconds: 1,
  scaling: invocations(1500, 2, { out: 10, in: 100 }),
};

/** Target tracking of 1500 invocations per minute. A load test reached 20000 within seconds. */
function repostScaleOut(): Observation {
  return {
    source: REPOST,
    quantity: 'time from the load until the scale-out',
    unit: 'minutes',
    from: 5,
    to: 6,
    observed: 'more than 5 minutes',
    isSourceOfDefault: false,
    dependsOnStart: false,
    simulated: simulate({ ...repost, before: 1, after: 20_000 / 60, minutes: 20 }).map(minutesUntilScaleOut),
  };
}

/** The same endpoint when the load test ends. */
export function repostScaleIn(): Observation {
  return {
    source: REPOST,
    quantity: 'time from the end of the load until the scale-in',
    unit: 'minutes',
    from: 25,
    to: 30,
    observed: 'more than 25 minutes',
    isSourceOfDefault: false,
    dependsOnStart: false,
    simulated: simulate({ ...repost, before: 20_000 / 60, after: 0, minutes: 60 }).map((run) =>
      minutesUntil(run, ({ capacity }) => capacity === 1),
    ),
  };
}

const QUICKSTART =
  '[global-sagemaker-quickstart, demo08](https://github.com/toreydai/global-sagemaker-quickstart/blob/0be01331/docs/demo08-endpoint-autoscaling.md)';
const quickstart = {
  instanceType: 'ml.m5.large',
  executionMilliseconds: 100,
  before: 0,
  after: 130 / 60,
};

/** 130 invocations per minute for 5 minutes, with a target of 5. */
function quickstartAlarm(): Observation {
  return {
    source: QUICKSTART,
    quantity: 'time from the load until the scale-out',
    unit: 'minutes',
    from: 4.5,
    to: 5.5,
    observed: 'about 5 minutes',
    isSourceOfDefault: false,
    dependsOnStart: false,
    simulated: simulate({ ...quickstart, minutes: 15, scaling: invocations(5, 2, { out: 60, in: 300 }) }).map(
      minutesUntilScaleOut,
    ),
  };
}

function quickstartCapacity(): Observation {
  return {
    source: QUICKSTART,
    quantity: 'instances after the first scale-out, of at most 4',
    unit: 'instances',
    from: 4,
    to: 4,
    observed: 'from 1 to 4',
    isSourceOfDefault: false,
    dependsOnStart: false,
    simulated: simulate({ ...quickstart, minutes: 15, scaling: invocations(5, 4, { out: 60, in: 300 }) }).map(
      ({ minutes }) => minutes.map(({ capacity }) => capacity).find((capacity) => capacity > 1) ?? 1,
    ),
  };
}

/** A load test of 2020: the invocations cross the threshold of 30000 per minute, and the second instance serves 14 minutes later. */
function loadTest(): Observation {
  return {
    source:
      '[DSBA-6190 final project, load test](https://github.com/DSBA-6190-Final-Project-Team/DSBA-6190_Final-Project/blob/044342c7/load_test/README.md)',
    quantity: 'time from the load until the new instance serves',
    unit: 'minutes',
    from: 14,
    to: 14,
    observed: 'approximately 14 minutes',
    isSourceOfDefault: true,
    dependsOnStart: true,
    simulated: simulate({
      ...{ instanceType: 'ml.m5.large', executionMilliseconds: 2, before: 400, after: 800, minutes: 30 },
      scaling: invocations(30_000, 2, { out: 300, in: 300 }),
    }).map((run) => minutesUntil(run, ({ serving }) => serving === 2)),
  };
}

const concurrency = {
  instanceType: 'ml.g5.xlarge',
  executionMilliseconds: 500,
  before: 0.2,
  after: 20,
  scaling: Scaling.concurrentRequests({ minCapacity: 1, maxCapacity: 2, requestsPerInstance: 5 }),
};

/** The time until the scale-out with metrics of one minute, divided by that with metrics of 10 seconds. */
function detection(): Observation {
  const slow = simulate({ ...concurrency, minutes: 30, scaling: invocations(60, 2, { out: 300, in: 300 }) });
  const fast = simulate({ ...concurrency, minutes: 30 });
  return {
    source:
      '[AWS, "Introducing container caching in Amazon SageMaker AI"](https://aws.amazon.com/blogs/machine-learning/introducing-container-caching-in-amazon-sagemaker-ai-for-faster-model-scaling/), on `ConcurrentRequestsPerModel`',
    quantity: 'ratio of the time until the scale-out with metrics of one minute and of 10 seconds',
    unit: 'times',
    from: 6,
    to: 6,
    observed: 'up to 6 times faster',
    isSourceOfDefault: false,
    dependsOnStart: false,
    simulated: slow.map((run, index) => minutesUntilScaleOut(run) / minutesUntilScaleOut(fast[index])),
  };
}

/** The capacity was set to two instances after 30 seconds. Detection by the policy is not in the measurement, and is at most 60 seconds. */
function speechModel(): Observation {
  return {
    source:
      '[sample-kokoro-tts-for-ai-agents, artifact ttotal](https://github.com/aws-samples/sample-kokoro-tts-for-ai-agents/blob/8a6a254c/packages/speech-infra/artifacts/ttotal-kokoro-82m-force-desired-g5xlarge-8b1b96bc.json)',
    quantity: 'time from the load until the latency recovers, on ml.g5.xlarge',
    unit: 'minutes',
    from: 260 / 60,
    to: 320 / 60,
    observed: '260 seconds, without at most 60 seconds of detection',
    isSourceOfDefault: true,
    dependsOnStart: true,
    simulated: simulate({ ...concurrency, minutes: 30 }).map((run) =>
      minutesUntil(run, ({ serving }) => serving === 2),
    ),
  };
}

/** All observations with which the simulation must agree. */
export function observations(): Observation[] {
  return [repostScaleOut(), quickstartAlarm(), quickstartCapacity(), loadTest(), detection(), speechModel()];
}

/** The smallest and the largest value over the runs, and their difference relative to the observation. */
export function bandOf({ simulated, from, to }: Observation): { low: number; high: number; relativeWidth: number } {
  const [low, high] = [Math.min(...simulated), Math.max(...simulated)];
  return { low, high, relativeWidth: (high - low) / ((from + to) / 2) };
}

/** The table of the page. */
export function observationsTable(all: Observation[]): string {
  return markdownTable(
    ['source', 'quantity', 'observation', 'simulated', 'relative width of the range', 'source of a default'],
    all.map((observation) => {
      const { source, quantity, observed, unit, isSourceOfDefault, simulated } = observation;
      const { low, high, relativeWidth } = bandOf(observation);
      const rounded = (value: number): string => String(Number(value.toFixed(1)));
      const range =
        low === high ? rounded(low) : `${rounded(low)} … ${rounded(high)}, usually ${rounded(simulated[0])}`;
      const width = `${(100 * relativeWidth).toFixed(0)} %`;
      return [source, quantity, observed, `${range} ${unit}`, width, isSourceOfDefault ? 'yes' : 'no'];
    }),
  );
}
