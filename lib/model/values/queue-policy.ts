import { FieldTable } from './field-table';

/** The action for a request that exceeds its queue timeout. */
export enum TimeoutAction {
  /** Triton rejects the request. */
  REJECT = 'REJECT',
  /** Triton executes the request after all requests that have not exceeded their timeout. */
  DELAY = 'DELAY',
}

/**
 * Limits on the time and the number of requests in the queue.
 *
 * Without limits, an overloaded model exceeds the latency objective for all requests. With limits, some requests are rejected, and the
 * others meet the latency objective.
 */
export interface QueuePolicy {
  /**
   * Action for a request that exceeds its queue timeout.
   *
   * @default TimeoutAction.REJECT
   */
  readonly timeoutAction?: TimeoutAction;

  /**
   * Maximum time that a request waits in the queue, in microseconds. 0 means no timeout.
   *
   * @default 0
   */
  readonly defaultTimeoutMicroseconds?: number;

  /**
   * Whether a request can set a shorter timeout.
   *
   * @default false
   */
  readonly allowTimeoutOverride?: boolean;

  /**
   * Maximum number of requests in the queue. Further requests are rejected immediately. 0 means no limit.
   *
   * @default 0
   */
  readonly maxQueueSize?: number;
}

export const QUEUE_POLICY_FIELDS: FieldTable<QueuePolicy> = {
  timeoutAction: 'timeout_action',
  defaultTimeoutMicroseconds: 'default_timeout_microseconds',
  allowTimeoutOverride: 'allow_timeout_override',
  maxQueueSize: 'max_queue_size',
};
