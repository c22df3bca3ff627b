import { setTimeout as sleep } from 'node:timers/promises';
import { StandardRetryStrategy } from '@smithy/core/retry';

type RefreshArguments = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>;

/** Error names of a missing permission. */
const DENIED_ERROR_NAMES = ['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'];
/** The error message of Application Auto Scaling about a missing permission: https://github.com/aws/aws-auto-scaling-custom-resource/issues/25. */
const MISSING_PERMISSION_MESSAGE = /missing the following permissions/;

/** Time until a change of IAM has taken effect. Measured: 7 to 12 seconds (https://github.com/go-to-k/cdkd/pull/2062). */
export const IAM_PROPAGATION_MILLISECONDS = Number(process.env.IAM_PROPAGATION_MILLISECONDS ?? 15_000);

/** Attempts, with pauses of 1, 2, 4, 8 and 16 seconds between them: twice the time of a change of IAM. */
const ATTEMPTS = 6;
const FIRST_PAUSE_MILLISECONDS = Number(process.env.PERMISSION_PAUSE_MILLISECONDS ?? 1000);

/**
 * The SDK's retry strategy, which also retries denied requests. CloudFormation may invoke a function some seconds before its new role and
 * policy have taken effect everywhere in AWS (aws/aws-cdk#37675). If a request is denied for half a minute, the permission is missing.
 */
class DeniedRetryStrategy extends StandardRetryStrategy {
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
  return (
    error !== undefined && (DENIED_ERROR_NAMES.includes(error.name) || MISSING_PERMISSION_MESSAGE.test(error.message))
  );
}

/** Options for the AWS clients of custom resources. Call this for each client, since clients cannot share the options. */
export function permissionRetryOptions() {
  return { retryStrategy: new DeniedRetryStrategy(ATTEMPTS) };
}
