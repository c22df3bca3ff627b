import { SimulatedFleetOptions } from './fleet-simulation-options';

/** Options of `ScalingSearch.run`. */
export interface ScalingSearchOptions extends SimulatedFleetOptions {
  /**
   * Additional traffic for which the scaling must also meet the objective, as a fraction of the trace. For example, 0.1 searches with 10 %
   * more requests, with 5 % more, and with those of the trace. Costs are those of the trace itself. At most 100, which is 101 times the requests.
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
   * @default - twice the number that the highest rate requires
   */
  readonly maxInstanceCount?: number;
}
