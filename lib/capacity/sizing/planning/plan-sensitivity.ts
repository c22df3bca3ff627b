/** The performance of the selected fleet in a scenario, at the planned load including the headroom. */
export interface PlanSensitivity {
  /** Description of the scenario. */
  readonly scenario: string;
  /** Number of instances of the smallest fleet that meets the objective in the scenario. Comparable with the number of instances of the selected fleet, which includes the spare instances. */
  readonly instanceCount?: number;
  /** Cost of this smallest fleet in USD per hour. */
  readonly costPerHour?: number;
  /** Latency of the selected fleet in milliseconds, with all instances that have not failed in the scenario. */
  readonly latencyMilliseconds?: number;
  /** Whether the selected fleet still meets the objective. */
  readonly meetsObjective?: boolean;
}
