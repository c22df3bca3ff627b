import type { Principal } from '../call';
import { AwsError } from '../call';
import type { World } from '../world';

/**
 * Application Auto Scaling tries what it will do with requests that the service refuses as invalid, in the caller's name: only
 * a refusal for missing permission counts. That the requests are the caller's, sent by the service, is said by the condition
 * `aws:CalledViaLast` of AWS's AmazonSageMakerCanvasFullAccess.
 */
export async function refuseWithoutPermission(
  world: World,
  principal: Principal,
  service: string,
  tries: readonly (readonly [string, Record<string, unknown>])[],
): Promise<void> {
  if (principal === 'deployer') return;
  const missing: string[] = [];
  for (const [operation, input] of tries) {
    try {
      await world.call({ principal, service, operation, input, via: 'application-autoscaling.amazonaws.com' });
    } catch (error) {
      if (/AccessDenied/.test((error as Error).name)) missing.push(`${service}:${operation}`);
    }
  }
  if (missing.length > 0)
    throw new AwsError('ValidationException', `User is missing the following permissions: ${missing.join(', ')}`);
}
