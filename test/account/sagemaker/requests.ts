import type { Endpoint, SageMakerState } from './state';
import { AwsError, rejectRequest } from '../call';

/** Thrown if an instance does not start. The message becomes the FailureReason of the endpoint. */
export class StartFailure extends Error {}

/** Runs an action. If the action fails, throws a `StartFailure` that describes the action and contains the reason. */
export async function explainFailure<Result>(action: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new StartFailure(`Failed to ${action}: ${(error as AwsError).message}`);
  }
}

export function endpointOf({ endpoints, arn }: SageMakerState, name: string): Endpoint {
  // Endpoint names are case-insensitive.
  const endpoint = [...endpoints.values()].find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  return endpoint ?? rejectRequest(`Could not find endpoint "${arn('endpoint', name)}".`);
}

/** Throws if a different change of the endpoint is in progress. */
export function rejectWhileInProgress({ status, arn }: Endpoint): void {
  if (['Creating', 'Updating', 'SystemUpdating', 'RollingBack', 'Deleting'].includes(status))
    rejectRequest(`Cannot update in-progress endpoint "${arn}".`);
}

/** Returns the endpoint with this name. Throws if no endpoint with exactly this name (case-sensitive) can be invoked. */
export function servingEndpointOf({ account, endpoints }: SageMakerState, name: string): Endpoint {
  const endpoint = endpoints.get(name);
  if (endpoint && !['Creating', 'Failed', 'OutOfService', 'Deleting'].includes(endpoint.status)) return endpoint;
  throw new AwsError('ValidationError', `Endpoint ${name} of account ${account.accountId} not found.`);
}

/** The error for a request that exceeds a quota for instances. */
export function limitExceeded(quota: string, limit: number, used: number, requested: number): AwsError {
  return new AwsError(
    'ResourceLimitExceeded',
    `The account-level service limit '${quota}' is ${limit} Instances, with current utilization of ${used} Instances and a request delta of ${requested} Instances. Please use AWS Service Quotas to request an increase for this quota. If AWS Service Quotas is not available, contact AWS support to request an increase for this quota.`,
  );
}
