import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../platform';
import { SmokeTestRequest } from './smoke-test-request';

/** What the smoke test asks after a deployment, and what it expects. */
export interface SmokeTestOptions {
  /**
   * Whether a deployment tests the endpoint. Without a test it succeeds whatever the endpoint answers.
   *
   * @default true; false in development
   */
  readonly enabled?: boolean;

  /**
   * Requests beside the models' examples.
   *
   * @default - one of zeros for each model without examples
   */
  readonly requests?: SmokeTestRequest[];

  /**
   * The latency that the endpoint has to keep, as the client in the same region sees it: what SageMaker adds to the model's latency, a
   * few milliseconds, is in it.
   *
   * @default - the endpoint's objective
   */
  readonly latencyObjective?: LatencyObjective;

  /**
   * Requests that the latency is measured with, for each model and variant; 0 measures none. After two minutes those that were
   * answered count.
   *
   * @default 100
   */
  readonly measuredRequests?: number;

  /**
   * Requests in flight while the latency is measured. More than one shows what batching and queueing do, 1 the bare model.
   *
   * @default 1
   */
  readonly concurrentRequests?: number;

  /**
   * Requests before the measured ones, that load what is loaded on first use.
   *
   * @default 5
   */
  readonly warmupRequests?: number;

  /**
   * How many models of a multi-model endpoint are asked, spread over the list in which they were added. Each may have to be loaded
   * first, which can take minutes; the verdict says how many were asked. Endpoints of one model ask that.
   *
   * @default 20
   */
  readonly sampledModels?: number;

  /**
   * How long the test may take in all, including the time it waits for a model that is still being loaded: at most 13 minutes; at most 55
   * minutes for an asynchronous endpoint, whose test continues in further invocations of its function.
   *
   * @default Duration.minutes(10); Duration.minutes(13) for a multi-model endpoint; Duration.minutes(55) for an asynchronous one, which may
   * have to start its first instance
   */
  readonly timeout?: Duration;

  /**
   * Whether verdicts, which are in the stack's events and in the log, show values of answers that differ from the expected ones.
   *
   * @default false
   */
  readonly logPayloads?: boolean;
}
