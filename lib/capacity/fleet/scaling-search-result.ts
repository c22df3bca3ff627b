import { Scaling } from '../../scaling';
import { FleetEstimate } from './fleet-simulation';

/** A scaling strategy with its performance under the trace. */
export interface ScalingCandidate {
  /** Description of the strategy. */
  readonly description: string;
  /** The strategy, for the `scaling` of an endpoint. */
  readonly scaling: Scaling;
  /** Number of instances with which the simulation, and thus the first deployment, starts: enough for the first rate of the trace. */
  readonly instanceCount: number;
  /**
   * Whether the strategy meets the objective in all runs, with and without the margin. A strategy with a schedule also has to meet it in each
   * week of the trace with a schedule that is fitted to the other weeks: false if the trace has less than two whole weeks.
   */
  readonly meetsObjective: boolean;
  /** Billed hours of all instances. */
  readonly instanceHours: FleetEstimate;
  /**
   * Cost of the instances over the trace, in USD.
   *
   * @default - the price of the instance type is not known
   */
  readonly costUsd?: FleetEstimate;
  /** Minutes of the trace in which the objective is violated, without the margin. */
  readonly minutesBeyondObjective: FleetEstimate;
}

/** The result of `ScalingSearch.run`. */
export interface ScalingSearchResult {
  /** The least expensive strategy that meets the objective with the margin. It has a schedule only if this saves at least 10 %. */
  readonly pick: ScalingCandidate;
  /** The smallest fleet without scaling that meets the objective with the margin. */
  readonly fixedFleet: ScalingCandidate;
  /** The default strategy of an endpoint, whether or not it meets the objective. */
  readonly defaultScaling: ScalingCandidate;
  /**
   * The least expensive strategy with scheduled scaling, whose schedule is derived from the trace.
   *
   * @default - the trace has no whole days, or no strategy with a schedule meets the objective
   */
  readonly withSchedule?: ScalingCandidate;
  /** The strategies that were simulated completely, least expensive first. */
  readonly candidates: ScalingCandidate[];
  /**
   * The least expensive strategy if the objective may be violated in 1 % of the minutes. Compare its cost with the cost of the pick.
   */
  readonly withOnePercentViolated: ScalingCandidate;
  /**
   * Number of instances that the first rate of the trace requires. The simulated fleets that scale start with at least this number.
   *
   * @internal
   */
  readonly _instancesAtStart: number;
  /** Limitations of the simulation, and the source of the price. */
  readonly caveats: string[];
}
