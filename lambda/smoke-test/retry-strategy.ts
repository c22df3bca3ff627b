import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { brokenConnection, isTimeout } from './describe-error';

type RefreshArguments = Parameters<ConfiguredRetryStrategy['refreshRetryTokenForRetry']>;

const FIRST_DELAY_MILLISECONDS = 200;
const LONGEST_DELAY_MILLISECONDS = 10_000;

/** A connection that breaks now and then is got over; one that always breaks is a verdict. */
const CONNECTION_ATTEMPTS = 3;

/** The SDK's retry, which here waits for what takes long to become ready and for nothing else. */
export class PatientRetryStrategy extends ConfiguredRetryStrategy {
  /** What was got over last, for a verdict when the time is over. */
  public lastError?: Error;

  constructor(attempts: number) {
    super(attempts, (attempt) => Math.min(LONGEST_DELAY_MILLISECONDS, FIRST_DELAY_MILLISECONDS * 2 ** attempt));
  }

  public override async refreshRetryTokenForRetry(
    ...[token, info]: RefreshArguments
  ): ReturnType<ConfiguredRetryStrategy['refreshRetryTokenForRetry']> {
    const error = (info.error ?? new Error()) as Error;
    const broke = brokenConnection(error) !== undefined;
    if (isTimeout(error) || (broke && token.getRetryCount() + 1 >= CONNECTION_ATTEMPTS)) throw new Error('a verdict');
    this.lastError = error;
    return super.refreshRetryTokenForRetry(token, info);
  }
}
