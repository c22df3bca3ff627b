import { setTimeout as sleep } from 'node:timers/promises';
import { StandardRetryStrategy } from '@smithy/core/retry';

type RefreshArguments = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>;

/** The names that services give to a missing permission. */
const DENIED = ['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'];
/** What Application Auto Scaling says of one: https://github.com/aws/aws-auto-scaling-custom-resource/issues/25. */
const MISSING = /missing the following permissions/;

/** Pauses of 1, 2, 4, 8 and 16 seconds. Others measured that IAM takes 7 to 12: https://github.com/go-to-k/cdkd/pull/2062. */
const ATTEMPTS = 6;
const FIRST_PAUSE_MILLISECONDS = Number(process.env.PERMISSION_PAUSE_MILLISECONDS ?? 1000);

/**
 * The SDK's retry, which also repeats what is denied. CloudFormation may invoke a function some seconds before all of AWS knows the role and
 * the policy that the deployment has just made for it (aws/aws-cdk#37675). What may not be done for half a minute is a missing permission.
 */
class RetryDenied extends StandardRetryStrategy {
  public override async refreshRetryTokenForRetry(
    ...[token, info]: RefreshArguments
  ): ReturnType<StandardRetryStrategy['refreshRetryTokenForRetry']> {
    const attempts = token.getRetryCount() + 1;
    if (!isDenied(info.error as Error | undefined) || attempts >= ATTEMPTS) {
      return super.refreshRetryTokenForRetry(token, info);
    }
    await sleep(FIRST_PAUSE_MILLISECONDS * 2 ** token.getRetryCount());
    return super.refreshRetryTokenForRetry(token, { ...info, errorType: 'TRANSIENT' });
  }
}

function isDenied(error?: Error): boolean {
  return error !== undefined && (DENIED.includes(error.name) || MISSING.test(error.message));
}

/** Options of the clients of custom resources. Each client needs its own. */
export function awaitPermissions() {
  return { retryStrategy: new RetryDenied(ATTEMPTS) };
}
