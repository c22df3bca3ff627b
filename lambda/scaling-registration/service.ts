import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationAutoScalingClient } from '@aws-sdk/client-application-auto-scaling';
import { SCALABLE_DIMENSION, SERVICE_NAMESPACE } from '../../lib/scaling/registration-properties';
import { awaitPermissions } from '../shared/await-permissions';

/** A new target is not known everywhere at once, and two changes of one target exclude each other. */
const PASSING_ERRORS = ['ObjectNotFoundException', 'ConcurrentUpdateException'];
const ATTEMPTS = 6;
const PAUSE_MILLISECONDS = Number(process.env.PAUSE_MILLISECONDS ?? 2000);

export const client = new ApplicationAutoScalingClient(awaitPermissions());

export function targetOf(endpointName: string, variantName: string) {
  return {
    ServiceNamespace: SERVICE_NAMESPACE,
    ScalableDimension: SCALABLE_DIMENSION,
    ResourceId: `endpoint/${endpointName}/variant/${variantName}`,
  } as const;
}

export async function patiently<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (attempt === ATTEMPTS || !PASSING_ERRORS.includes((error as Error).name)) throw error;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

/** From the camel case of aws-cdk-lib to the API's; names and structure are the same. */
export function capitalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(capitalized);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key[0].toUpperCase() + key.slice(1), capitalized(inner)]),
  );
}
