import { ServiceTimeRange } from './service-times';
import { Load, LoadMinute } from './load';
import { Outcome, replay, SimulatedSetting } from './replay';

/** The two ends of the range of execution times. */
export const ENDS = ['small', 'large'] as const;

/** The simulations of a setting at both ends of the execution times. */
export type Outcomes = readonly [Outcome, Outcome];

/** Simulates settings of a model at both ends of its execution times. */
export class RangeSimulator {
  constructor(
    public readonly load: Load,
    private readonly times: ServiceTimeRange,
    public readonly deployed: SimulatedSetting,
  ) {}

  public simulate(changes: Partial<SimulatedSetting> = {}): Outcomes {
    const [small, large] = ENDS.map((end) => replay(this.load, this.times[end], { ...this.deployed, ...changes }));
    return [small, large];
  }

  /** The simulator of some of the minutes. */
  public during(isIncluded: (minute: LoadMinute) => boolean): RangeSimulator {
    const load = { ...this.load, minutes: this.load.minutes.filter(isIncluded) };
    return new RangeSimulator(load, this.times, this.deployed);
  }
}

/** The lowest and the highest value at the ends. */
export function rangeOf(outcomes: Outcomes, valueOf: (outcome: Outcome) => number): readonly [number, number] {
  const values = outcomes.map(valueOf);
  return [Math.min(...values), Math.max(...values)];
}

/** The ratio of a value to that of the deployed setting, at each end. */
export function ratiosOf(
  outcomes: Outcomes,
  deployed: Outcomes,
  valueOf: (outcome: Outcome) => number,
): readonly [number, number] {
  const [small, large] = outcomes.map((outcome, end) => valueOf(outcome) / valueOf(deployed[end]));
  return [small, large];
}

/** The lowest and the highest latency that the simulations predict for the measured minutes. */
export function latencyRangeOf(outcomes: Outcomes): readonly [number, number] {
  const ranges = outcomes.map(({ latencyRange }) => latencyRange);
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}
