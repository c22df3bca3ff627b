import { Duration } from 'aws-cdk-lib';
import { Finding, error } from '../findings/finding';
import { checkCountRange, checkDurationRange } from '../findings/ranges';
import { isUnresolved } from '../findings/is-unresolved';

/** A phase of a load test. Each user sends one request after the other. */
export interface TrafficPhase {
  /** Number of users at the start of the phase, from 1 to 3. */
  readonly initialUsers: number;
  /** Number of users that are added each minute, from 0 to 3. */
  readonly usersPerMinute: number;
  /** Duration of the phase, from 120 to 3,600 seconds. */
  readonly duration: Duration;
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

  private constructor(private readonly phaseList: TrafficPhase[]) {}

  /** Total duration in seconds. Undefined if a duration is a token. @internal */
  public get _seconds(): number | undefined {
    if (this.phaseList.some(({ duration }) => duration.isUnresolved())) return undefined;
    return this.phaseList.reduce((sum, { duration }) => sum + duration.toSeconds({ integral: false }), 0);
  }

  /** Renders the traffic pattern for the API. @internal */
  public _render(): object {
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
    return checkPhases(this.phaseList);
  }
}

function checkPhases(phases: TrafficPhase[]): Finding[] {
  if (phases.length === 0) return [error('sm.ir-phases', 'trafficPattern', 'got no phases; allowed: at least one')];
  return phases.flatMap((phase, index) => [
    ...checkDurationRange(phase.duration, {
      ...RULE,
      field: `trafficPattern[${index}].duration`,
      minimum: 120,
      maximum: 3600,
    }),
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
  if (previous.duration.isUnresolved() || counts.some((count) => isUnresolved(count))) return [];
  const users =
    previous.initialUsers +
    Math.floor((previous.usersPerMinute * previous.duration.toSeconds({ integral: false })) / 60);
  if (Math.abs(phase.initialUsers - users) <= MAX_CHANGE) return [];
  const message = `got ${phase.initialUsers}, while the previous phase ends with ${users}; allowed: a difference of at most ${MAX_CHANGE}`;
  return [error('sm.ir-chain', `trafficPattern[${index}].initialUsers`, message)];
}
