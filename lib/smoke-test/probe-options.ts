import { Duration } from 'aws-cdk-lib';

/** Default interval of the probe. */
export const DEFAULT_PROBE_INTERVAL = Duration.minutes(5);

/** Options of the probe, a Lambda function that regularly sends requests to an endpoint, also during deployments. */
export interface ProbeOptions {
  /**
   * Whether the endpoint has a probe. Without a probe, an all-at-once update rolls back on latency and errors, but not on incorrect
   * responses.
   *
   * To scaling, the requests of the probe are traffic, which can keep the last copy of an inference component running. Therefore, an inference
   * component that scales to zero has no probe by default. If you enable it, it sends requests only while the inference component has a copy.
   *
   * @default true, and false for an inference component that scales to zero
   */
  readonly enabled?: boolean;

  /**
   * Interval between two requests: a whole number of minutes from 1 to 60. During the baking period of an update, the probe sends a request
   * every minute, regardless of this value.
   *
   * @default Duration.minutes(5)
   */
  readonly interval?: Duration;
}
