import { Duration } from 'aws-cdk-lib';

/** What an update strategy is checked against. */
export interface UpdatedFleet {
  /** Instances of each production variant. */
  readonly instanceCounts: number[];
  /** Number of shadow variants. */
  readonly shadowVariants: number;
  /** How long the endpoint's own rollback alarms look back. */
  readonly alarmWindow: Duration;
  /** How many alarms of its own the endpoint rolls back on. */
  readonly rollbackAlarms: number;
}
