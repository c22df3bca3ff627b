import { Duration, Token } from 'aws-cdk-lib';
import { Finding, error } from '../findings/finding';
import { checkCountRange, checkDurationRange } from '../findings/ranges';

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

/** Maximum change of the number of users between two phases (Inference Recommender, "Troubleshooting", read 2026-11-21). */
const MAX_CHANGE = 3;

/**
 * The traffic pattern of a benchmark.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_TrafficPattern.html
 * @example
 * TrafficPattern.phases([{ initialUsers: 1, usersPerMinute: 2, duration: Duration.minutes(15) }]);
 */
export class TrafficPattern {
  /**
   * Consecutive phases. The number of users at the start of a phase can differ by at most 3 from the number at the end of the previous
   * phase.
   */
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

  /** Total duration in seconds. Undefined if a duration is a token. @internal */
  public get _seconds(): number | undefined {
    const durations = this.durations;
    if (durations.some(([, duration]) => duration.isUnresolved())) return undefined;
    const total = durations.reduce((sum, [, duration]) => sum + duration.toSeconds({ integral: false }), 0);
    return this.stairs ? total * this.stairs.steps : total;
  }

  /** Renders the traffic pattern for the API. @internal */
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

  /** Reports values that Inference Recommender would reject. @internal */
  public _check(): Finding[] {
    return [
      ...this.durations.flatMap(([field, duration]) =>
        checkDurationRange(duration, {
          ...RULE,
          field,
          ...(this.stairs ? { minimum: 1 } : { minimum: 120, maximum: 3600 }),
        }),
      ),
      ...(this.stairs ? checkStairs(this.stairs) : checkPhases(this.phaseList)),
    ];
  }

  /** The durations of the phases or the step, each with the name of its property. */
  private get durations(): [string, Duration][] {
    if (this.stairs) return [['trafficPattern.stepDuration', this.stairs.stepDuration]];
    return this.phaseList.map(({ duration }, index) => [`trafficPattern[${index}].duration`, duration]);
  }
}

function checkStairs({ steps, usersPerStep }: TrafficStairs): Finding[] {
  return [
    ...checkCountRange(steps, { ...RULE, field: 'trafficPattern.steps', minimum: 1 }),
    ...checkCountRange(usersPerStep, { ...RULE, field: 'trafficPattern.usersPerStep', minimum: 1, maximum: 3 }),
  ];
}

function checkPhases(phases: TrafficPhase[]): Finding[] {
  if (phases.length === 0) return [error('sm.ir-phases', 'trafficPattern', 'got no phases; allowed: at least one')];
  return phases.flatMap((phase, index) => [
    ...checkCountRange(phase.initialUsers, {
      ...RULE,
      field: `trafficPattern[${index}].initialUsers`,
      minimum: 1,
      maximum: 3,
    }),
    ...checkCountRange(phase.usersPerMinute, {
      ...RULE,
      field: `trafficPattern[${index}].usersPerMinute`,
      minimum: 0,
      maximum: 3,
    }),
    ...(index === 0 ? [] : checkTransition(index, phases[index - 1], phase)),
  ]);
}

function checkTransition(index: number, previous: TrafficPhase, phase: TrafficPhase): Finding[] {
  const counts = [previous.initialUsers, previous.usersPerMinute, phase.initialUsers];
  if (previous.duration.isUnresolved() || counts.some((count) => Token.isUnresolved(count))) return [];
  const users =
    previous.initialUsers +
    Math.floor((previous.usersPerMinute * previous.duration.toSeconds({ integral: false })) / 60);
  if (Math.abs(phase.initialUsers - users) <= MAX_CHANGE) return [];
  const message = `got ${phase.initialUsers}, while the previous phase ends with ${users}; allowed: a difference of at most ${MAX_CHANGE}`;
  return [error('sm.ir-chain', `trafficPattern[${index}].initialUsers`, message)];
}
