import { SimulatedFleetOptions } from './fleet-simulation-options';

/** Options of `ScalingSearch.run`. */
export interface ScalingSearchOptions extends SimulatedFleetOptions {
  /**
   * Additional traffic for which the scaling must also meet the objective, as a fraction of the trace. For example, 0.1 searches with 10 %
   * more requests. Costs are those of the trace itself. From 0 to 100.
   *
   * @default 0.1
   */
  readonly margin?: number;

  /**
   * Number of minutes in which the objective may be violated.
   *
   * @default 0
   */
  readonly allowedMinutes?: number;

  /**
   * Maximum number of instances.
   *
   * @default - the number that the highest rate requires, twice
   */
  readonly maxInstanceCount?: number;
}
