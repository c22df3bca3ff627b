import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationAutoScalingClient } from '@aws-sdk/client-application-auto-scaling';
import { ScalableTargetId, SERVICE_NAMESPACE } from '../../lib/contracts/scaling-registration-properties';
import { permissionRetryOptions } from '../shared/await-permissions';

/** The errors if a new target is not visible yet (targets are eventually consistent), or if a target is changed concurrently. */
const TRANSIENT_ERRORS = ['ObjectNotFoundException', 'ConcurrentUpdateException'];
const ATTEMPTS = 6;
const PAUSE_MILLISECONDS = Number(process.env.PAUSE_MILLISECONDS ?? 2000);

export const autoScalingClient = new ApplicationAutoScalingClient(permissionRetryOptions());

/** The members of a request that identify the scalable target. */
export function targetOf({ resourceId, scalableDimension }: ScalableTargetId) {
  return {
    ServiceNamespace: SERVICE_NAMESPACE,
    ScalableDimension: scalableDimension,
    ResourceId: resourceId,
  } as const;
}

/** Sends a request, and repeats it after a transient error. */
export async function withRetries<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (attempt === ATTEMPTS || !TRANSIENT_ERRORS.includes((error as Error).name)) throw error;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

/** Converts names from the camel case of aws-cdk-lib to the Pascal case of the API, at any depth. */
export function capitalizeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(capitalizeKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key[0].toUpperCase() + key.slice(1), capitalizeKeys(inner)]),
  );
}
