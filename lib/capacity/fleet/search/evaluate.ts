import { PriceList, TrafficTrace } from '../../../measurements';
import { LoopAssumptions } from '../control-loop/assumptions';
import { inputOf, rangesOf } from '../prepare-run';
import { ServiceModel } from '../latency/service-model';
import { estimateOf, minutesEstimateOf } from '../run/estimate';
import { FleetInput, FleetRun, runFleet } from '../run/run-fleet';
import { scenarios } from '../run/scenarios';
import { scalingProperties } from '../scaling-properties';
import { ScalingCandidate } from '../scaling-search-result';
import { ScalingSearchOptions } from '../scaling-search-options';
import { Strategy } from './strategy';

export const DEFAULT_MARGIN = 0.1;

/** What the search needs of a run. */
type Outcome = Pick<FleetRun, 'minutesBeyond' | 'instanceHours'>;

/** Simulates strategies under a trace, with several amounts of additional traffic. */
export class Evaluation {
  /** The largest first, because it decides most often. A policy can also react more slowly to less traffic. */
  private readonly factors: readonly number[];
  private readonly traces = new Map<number, TrafficTrace>();
  private readonly known = new Map<Strategy, Map<string, Outcome[]>>();
  private readonly assumptionsOfRuns: readonly LoopAssumptions[];

  constructor(
    private readonly options: ScalingSearchOptions,
    private readonly service: ServiceModel,
    private readonly relevantMinutes: number,
    private readonly firstCount: number,
  ) {
    const { margin = DEFAULT_MARGIN, seed = 1 } = options;
    this.factors = [...new Set([1 + margin, 1 + margin / 2, 1])];
    for (const factor of this.factors) this.traces.set(factor, options.trace.scaledBy(factor));
    // The slowest runs are first, because they decide most often.
    this.assumptionsOfRuns = scenarios(rangesOf(options), seed).reverse();
  }

  /** The largest number of minutes beyond the objective over all runs, with the margin. */
  public minutesWithMargin(strategy: Strategy, minCapacity: number): number {
    return this.minutesBeyond(strategy, minCapacity, this.factors[0]);
  }

  /** The largest number over all runs, with the margin, with a half of it, and without it. */
  public mostMinutes(strategy: Strategy, minCapacity: number): number {
    let most = 0;
    for (const factor of this.factors) {
      most = Math.max(most, this.minutesBeyond(strategy, minCapacity, factor));
      if (most > this.relevantMinutes) break;
    }
    return most;
  }

  /** The largest number over all runs. If it exceeds the relevant number, the result is any number above it. */
  private minutesBeyond(strategy: Strategy, minCapacity: number, factor: number): number {
    return Math.max(...this.outcomes(strategy, minCapacity, factor).map(({ minutesBeyond }) => minutesBeyond.high));
  }

  /** The runs up to the first in which too many minutes violate the objective. */
  private outcomes(strategy: Strategy, minCapacity: number, factor: number): Outcome[] {
    const known = this.known.get(strategy) ?? new Map<string, Outcome[]>();
    this.known.set(strategy, known);
    const key = `${minCapacity} ${factor}`;
    const outcomes = known.get(key) ?? [];
    if (outcomes.length > 0) return outcomes;
    known.set(key, outcomes);
    const input = { ...this.input(strategy, minCapacity, factor), stopsAbove: this.relevantMinutes };
    for (const assumptions of this.assumptionsOfRuns) {
      const { minutesBeyond, instanceHours } = runFleet(input, assumptions, false);
      outcomes.push({ minutesBeyond, instanceHours });
      if (minutesBeyond.high > this.relevantMinutes) break;
    }
    return outcomes;
  }

  /** The instance hours of the usual run, without the margin. */
  public instanceHours(strategy: Strategy, minCapacity: number): number {
    const [usual] = this.assumptionsOfRuns.slice(-1);
    return runFleet(this.input(strategy, minCapacity, 1), usual, false).instanceHours;
  }

  /** The strategy under the trace itself. */
  public candidate(strategy: Strategy, minCapacity: number, meetsObjective: boolean): ScalingCandidate {
    const { profile, prices = PriceList.builtIn() } = this.options;
    const runs = [...this.completeOutcomes(strategy, minCapacity)].reverse(); // the usual run first
    const price = prices.usdPerHour(profile.instanceType);
    return {
      description: `${strategy.description}, at least ${minCapacity}`,
      scaling: strategy.bind(minCapacity).scaling,
      instanceCount: this.initialInstances(strategy, minCapacity),
      meetsObjective,
      instanceHours: estimateOf(runs, (run) => run.instanceHours),
      costUsd: price === undefined ? undefined : estimateOf(runs, (run) => run.instanceHours * price),
      minutesBeyondObjective: minutesEstimateOf(runs),
    };
  }

  private completeOutcomes(strategy: Strategy, minCapacity: number): Outcome[] {
    const outcomes = this.outcomes(strategy, minCapacity, 1);
    if (outcomes.every(({ minutesBeyond }) => minutesBeyond.high <= this.relevantMinutes)) return outcomes;
    const input = this.input(strategy, minCapacity, 1);
    return this.assumptionsOfRuns.map((assumptions) => runFleet(input, assumptions, false));
  }

  private input(strategy: Strategy, minCapacity: number, factor: number): FleetInput {
    const { options } = this;
    const { scaling, instanceCount } = strategy.bind(minCapacity);
    const properties = scalingProperties(scaling, {
      instanceType: options.profile.instanceType,
      initialInstanceCount: instanceCount,
      asynchronous: false,
    });
    const trace = this.traces.get(factor) ?? options.trace;
    return inputOf({ ...options, trace }, this.service, properties, this.initialInstances(strategy, minCapacity));
  }

  /** A trace is a part of longer traffic, so it starts with the instances that its first rate requires. */
  private initialInstances(strategy: Strategy, minCapacity: number): number {
    const { maxCapacity = minCapacity } = strategy.bind(minCapacity).scaling; // a fixed number of instances has no maximum
    return Math.max(minCapacity, Math.min(this.firstCount, maxCapacity));
  }
}
