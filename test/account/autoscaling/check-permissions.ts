import { AwsError, Principal } from '../call';
import type { Account } from '../account';

/**
 * Checks the permissions of the caller as Application Auto Scaling does: sends invalid requests, and ignores all errors except denials.
 * The condition `aws:CalledViaLast` in AWS's AmazonSageMakerCanvasFullAccess shows that the service sends these requests for the caller.
 */
export async function checkPermissions(
  account: Account,
  principal: Principal,
  service: string,
  requests: readonly (readonly [string, Record<string, unknown>])[],
): Promise<void> {
  if (principal === 'deployer') return;
  const missingActions: string[] = [];
  for (const [operation, input] of requests) {
    try {
      await account.call({ principal, service, operation, input, via: 'application-autoscaling.amazonaws.com' });
    } catch (error) {
      if (/AccessDenied/.test((error as Error).name)) missingActions.push(`${service}:${operation}`);
    }
  }
  if (missingActions.length > 0)
    throw new AwsError(
      'ValidationException',
      `User is missing the following permissions: ${missingActions.join(', ')}`,
    );
}
