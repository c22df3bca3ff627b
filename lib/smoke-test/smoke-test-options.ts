import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../platform';

/**
 * The smoke test after a deployment. It sends the examples of the models, or zeros to a model without examples, and checks the responses and
 * the latency.
 */
export interface SmokeTestOptions {
  /**
   * Whether a deployment tests the endpoint. Without a test, the deployment succeeds regardless of the responses of the endpoint.
   *
   * @default true, and false with EndpointPurpose.DEVELOPMENT
   */
  readonly enabled?: boolean;

  /**
   * Latency objective of the endpoint, as measured by a client in the same Region. The measured latency includes the latency that SageMaker
   * adds to the latency of the model, which is a few milliseconds.
   *
   * @default - the latency objective of the endpoint
   */
  readonly latencyObjective?: LatencyObjective;

  /**
   * Maximum duration of the test, including the time to wait for a model that is still being loaded: at most 13 minutes. A single request
   * can take 60 seconds, so a shorter timeout causes a warning. For an asynchronous endpoint, which might have to start its first instance,
   * the timeout is at most 55 minutes, because the test continues in further invocations of its function.
   *
   * @default Duration.minutes(10), Duration.minutes(13) for a multi-model endpoint, and Duration.minutes(55) for an asynchronous endpoint
   */
  readonly timeout?: Duration;

  /**
   * Whether the results of the test include error messages of the model, which can contain a part of a request. The results are events of
   * the stack and entries in the log of the function.
   *
   * @default false
   */
  readonly logPayloads?: boolean;
}
