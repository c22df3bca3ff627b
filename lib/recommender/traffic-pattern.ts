import { Duration, Token } from 'aws-cdk-lib';
import { Finding, error } from '../findings/finding';
import { countWithin, durationWithin } from '../findings/ranges';

/** A phase of a load test. Each user sends one request after the other. */
export interface TrafficPhase {
  /** Number of users at the start of the phase, from 1 to 3. */
  readonly initialUsers: number;
  /** Number of users that are added each minute, from 0 to 3. */
  readonly usersPerMinute: number;
  /** Duration of the phase, from 120 to 3,600 seconds. */
  readonly duration: Duration;
}

/** A load test that adds users in steps. */
export interface TrafficStairs {
  /** Duration of each step, in whole seconds. */
  readonly stepDuration: Duration;
  /** Number of steps, at least 1. */
  readonly steps: number;
  /** Number of users that are added in each step, from 1 to 3. */
  readonly usersPerStep: number;
}

const RULE = { ruleId: 'sm.ir-phases' };

/** Users that may come or go between two phases (Inference Recommender, troubleshooting; read 2026-11-21). */
const LARGEST_STEP = 3;

/**
 * The traffic pattern of a benchmark.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_TrafficPattern.html
 * @example
 * TrafficPattern.phases([{ initialUsers: 1, usersPerMinute: 2, duration: Duration.minutes(15) }]);
 */
export class TrafficPattern {
  /** Consecutive phases. A phase starts with about as many users as the preceding phase ended with: 3 more or 3 fewer at most. */
  public static phases(phases: TrafficPhase[]): TrafficPattern {
    return new TrafficPattern(phases);
  }

  /** Steps, each of which adds the same number of users. */
  public static stairs(stairs: TrafficStairs): TrafficPattern {
    return new TrafficPattern([], stairs);
  }

  private constructor(
    private readonly phaseList: TrafficPhase[],
    private readonly stairs?: TrafficStairs,
  ) {}

  /** Seconds in all; undefined when a duration is a token. @internal */
  public get _seconds(): number | undefined {
    const durations = this.durations;
    if (durations.some(([, duration]) => duration.isUnresolved())) return undefined;
    const total = durations.reduce((sum, [, duration]) => sum + duration.toSeconds({ integral: false }), 0);
    return this.stairs ? total * this.stairs.steps : total;
  }

  /** What the API wants. @internal */
  public _render(): object {
    if (this.stairs) {
      const { stepDuration, steps, usersPerStep } = this.stairs;
      return {
        TrafficType: 'STAIRS',
        Stairs: { DurationInSeconds: stepDuration.toSeconds(), NumberOfSteps: steps, UsersPerStep: usersPerStep },
      };
    }
    return {
      TrafficType: 'PHASES',
      Phases: this.phaseList.map(({ initialUsers, usersPerMinute, duration }) => ({
        InitialNumberOfUsers: initialUsers,
        SpawnRate: usersPerMinute,
        DurationInSeconds: duration.toSeconds(),
      })),
    };
  }

  /** What the service would refuse. @internal */
  public _check(): Finding[] {
    return [
      ...this.durations.flatMap(([field, duration]) =>
        durationWithin(duration, {
          ...RULE,
          field,
          ...(this.stairs ? { minimum: 1 } : { minimum: 120, maximum: 3600 }),
        }),
      ),
      ...(this.stairs ? checkStairs(this.stairs) : checkPhase(this.phaseList)),
    ];
  }

  private get durations(): [string, Duration][] {
    if (this.stairs) return [['trafficPattern.stepDuration', this.stairs.stepDuration]];
    return this.phaseList.map(({ duration }, index) => [`trafficPattern[${index}].duration`, duration]);
  }
}

function checkStairs({ steps, usersPerStep }: TrafficStairs): Finding[] {
  return [
    ...countWithin(steps, { ...RULE, field: 'trafficPattern.steps', minimum: 1 }),
    ...countWithin(usersPerStep, { ...RULE, field: 'trafficPattern.usersPerStep', minimum: 1, maximum: 3 }),
  ];
}

function checkPhase(phases: TrafficPhase[]): Finding[] {
  if (phases.length === 0) return [error('sm.ir-phases', 'trafficPattern', 'got no phases; allowed: at least one')];
  return phases.flatMap((phase, index) => [
    ...countWithin(phase.initialUsers, {
      ...RULE,
      field: `trafficPattern[${index}].initialUsers`,
      minimum: 1,
      maximum: 3,
    }),
    ...countWithin(phase.usersPerMinute, {
      ...RULE,
      field: `trafficPattern[${index}].usersPerMinute`,
      minimum: 0,
      maximum: 3,
    }),
    ...(index === 0 ? [] : checkChain(index, phases[index - 1], phase)),
  ]);
}

function checkChain(index: number, before: TrafficPhase, phase: TrafficPhase): Finding[] {
  const counts = [before.initialUsers, before.usersPerMinute, phase.initialUsers];
  if (before.duration.isUnresolved() || counts.some((count) => Token.isUnresolved(count))) return [];
  const users =
    before.initialUsers + Math.floor((before.usersPerMinute * before.duration.toSeconds({ integral: false })) / 60);
  if (Math.abs(phase.initialUsers - users) <= LARGEST_STEP) return [];
  const message = `got ${phase.initialUsers}, while the previous phase ends with ${users}; allowed: a difference of at most ${LARGEST_STEP}`;
  return [error('sm.ir-chain', `trafficPattern[${index}].initialUsers`, message)];
}
