import { PriceList } from '../../../measurements';
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

/** Simulates strategies under a trace. */
export class Evaluation {
  private readonly withMargin: ScalingSearchOptions;
  private readonly known = new Map<Strategy, Map<number, number>>();

  constructor(
    private readonly options: ScalingSearchOptions,
    private readonly service: ServiceModel,
    private readonly relevantMinutes: number,
    private readonly firstCount: number,
  ) {
    const { trace, margin = DEFAULT_MARGIN } = options;
    this.withMargin = { ...options, trace: trace.scaledBy(1 + margin) };
  }

  /**
   * The largest number of minutes beyond the objective over all runs, with the margin. If it exceeds the relevant number, the result is any
   * number above it.
   */
  public minutesBeyond(strategy: Strategy, minCapacity: number): number {
    const known = this.known.get(strategy) ?? new Map<number, number>();
    this.known.set(strategy, known);
    let most = known.get(minCapacity);
    if (most !== undefined) return most;
    most = 0;
    for (const run of this.runs(this.withMargin, strategy, minCapacity, this.relevantMinutes)) {
      most = Math.max(most, run.minutesBeyond.high);
      if (most > this.relevantMinutes) break;
    }
    known.set(minCapacity, most);
    return most;
  }

  /** The instance hours of the usual run, without the margin. */
  public instanceHours(strategy: Strategy, minCapacity: number): number {
    const [usual] = scenarios(rangesOf(this.options), this.options.seed ?? 1);
    return runFleet(this.input(this.options, strategy, minCapacity), usual, false).instanceHours;
  }

  /** Simulates the trace itself, for the cost. */
  public candidate(strategy: Strategy, minCapacity: number, meetsObjective: boolean): ScalingCandidate {
    const { profile, prices = PriceList.builtIn() } = this.options;
    const runs = [...this.runs(this.options, strategy, minCapacity)].reverse(); // the usual run first
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

  /** The slowest runs are first, because they decide most often. */
  private *runs(
    options: ScalingSearchOptions,
    strategy: Strategy,
    minCapacity: number,
    stopsAbove?: number,
  ): Generator<FleetRun> {
    const input = { ...this.input(options, strategy, minCapacity), stopsAbove };
    const assumptionsOfRuns = scenarios(rangesOf(options), options.seed ?? 1).reverse();
    for (const assumptions of assumptionsOfRuns) yield runFleet(input, assumptions, false);
  }

  private input(options: ScalingSearchOptions, strategy: Strategy, minCapacity: number): FleetInput {
    const { scaling, instanceCount } = strategy.bind(minCapacity);
    const properties = scalingProperties(scaling, {
      instanceType: options.profile.instanceType,
      initialInstanceCount: instanceCount,
      asynchronous: false,
    });
    return inputOf(options, this.service, properties, this.initialInstances(strategy, minCapacity));
  }

  /** A trace is a part of longer traffic, so it starts with the instances that its first rate requires. */
  private initialInstances(strategy: Strategy, minCapacity: number): number {
    const { maxCapacity = minCapacity } = strategy.bind(minCapacity).scaling; // a fixed number of instances has no maximum
    return Math.max(minCapacity, Math.min(this.firstCount, maxCapacity));
  }
}
