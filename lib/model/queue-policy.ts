import { compact, Json } from './render';

/** What happens to a request that waited too long. */
export enum TimeoutAction {
  /** It is answered with an error. */
  REJECT = 'REJECT',
  /** It is served after all requests that are not late. */
  DELAY = 'DELAY',
}

/**
 * How long and how many requests may wait.
 *
 * Without a limit, an overloaded model answers everybody late. A limit refuses some so that the others keep the latency
 * objective.
 */
export interface QueuePolicy {
  /**
   * What happens to a request that waited for longer than its timeout.
   *
   * @default TimeoutAction.REJECT
   */
  readonly timeoutAction?: TimeoutAction;

  /**
   * How long a request may wait, in microseconds; 0 for as long as it takes.
   *
   * @default 0
   */
  readonly defaultTimeoutMicroseconds?: number;

  /**
   * Whether a request may set a shorter timeout of its own.
   *
   * @default false
   */
  readonly allowTimeoutOverride?: boolean;

  /**
   * How many requests may wait; more are refused at once. 0 for any number.
   *
   * @default 0
   */
  readonly maxQueueSize?: number;
}

export function renderQueuePolicy(policy: QueuePolicy): Json {
  return compact({
    timeout_action: policy.timeoutAction,
    default_timeout_microseconds: policy.defaultTimeoutMicroseconds,
    allow_timeout_override: policy.allowTimeoutOverride,
    max_queue_size: policy.maxQueueSize,
  });
}
