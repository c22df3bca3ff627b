import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../platform';
import { SmokeTestRequest } from './smoke-test-request';

/** Requests of the smoke test after a deployment, and the requirements that the responses must meet. */
export interface SmokeTestOptions {
  /**
   * Whether a deployment tests the endpoint. Without a test, the deployment succeeds regardless of the responses of the endpoint.
   *
   * @default true, and false with EndpointPurpose.DEVELOPMENT
   */
  readonly enabled?: boolean;

  /**
   * Requests in addition to the examples of the models.
   *
   * @default - one request of zeros for each model without examples
   */
  readonly requests?: SmokeTestRequest[];

  /**
   * Latency objective of the endpoint, as measured by a client in the same Region. The measured latency includes the latency that SageMaker
   * adds to the latency of the model, which is a few milliseconds.
   *
   * @default - the latency objective of the endpoint
   */
  readonly latencyObjective?: LatencyObjective;

  /**
   * Number of concurrent requests during the measurement. With more than one, the measurement includes the effects of batching and
   * queueing. With 1, it measures the latency of the model alone.
   *
   * @default 1
   */
  readonly concurrentRequests?: number;

  /**
   * Maximum duration of the test, including the time to wait for a model that is still being loaded: at most 13 minutes. A single request
   * can take 60 seconds, so a shorter timeout causes a warning. For an asynchronous endpoint and for an inference component that scales to
   * zero, the timeout is at most 55 minutes, because the test continues in further invocations of its function. The timeout includes the
   * time to wait for the first instance or copy.
   *
   * @default Duration.minutes(10), Duration.minutes(13) for a multi-model endpoint, and Duration.minutes(55) for an asynchronous endpoint
   * and for an inference component that scales to zero, which might have to start the first instance or copy
   */
  readonly timeout?: Duration;

  /**
   * Whether the results of the test include error messages of the model, the last lines of its containers, and values of responses that
   * differ from the expected values. Each of these results can contain a part of a request. The results are events of the stack and entries
   * in the log of the function.
   *
   * @default false
   */
  readonly logPayloads?: boolean;
}
