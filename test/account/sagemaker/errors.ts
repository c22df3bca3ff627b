import type { Endpoint, Hosting } from './state';
import { AwsError } from '../call';

export function refuse(message: string): never {
  throw new AwsError('ValidationException', message);
}

export function endpointOf({ endpoints, arn }: Hosting, name: string): Endpoint {
  // Endpoint names are compared without case.
  const endpoint = [...endpoints.values()].find((other) => other.name.toLowerCase() === name.toLowerCase());
  return endpoint ?? refuse(`Could not find endpoint "${arn('endpoint', name)}".`);
}

/** What SageMaker answers to a change of an endpoint that is already being changed. */
export function refuseWhileInProgress({ status, arn }: Endpoint): void {
  if (['Creating', 'Updating', 'SystemUpdating', 'RollingBack', 'Deleting'].includes(status))
    refuse(`Cannot update in-progress endpoint "${arn}".`);
}
