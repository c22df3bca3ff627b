import { Duration } from 'aws-cdk-lib';

/** Time between the requests of a probe that nobody gave an interval. */
export const DEFAULT_PROBE_INTERVAL = Duration.minutes(5);

/** How an endpoint is asked between deployments. */
export interface ProbeOptions {
  /**
   * Whether there is a probe. Without one a deployment does not roll back on wrong answers, only on latency and errors.
   *
   * @default true
   */
  readonly enabled?: boolean;

  /**
   * Time between requests, whole minutes from 1 to 60. While the endpoint is updating one goes each minute in any case.
   *
   * @default Duration.minutes(5)
   */
  readonly interval?: Duration;

  /**
   * The end-to-end latency that was planned; the probe publishes by how many percent it is missed.
   *
   * @default - no drift is published
   */
  readonly plannedLatency?: Duration;
}
