import { setTimeout as sleep } from 'node:timers/promises';
import type { CleanupProperties } from '../../lib/contracts/endpoint-cleanup-properties';
import { Outcome } from '../shared/respond';
import {
  nameAndMessage,
  createHandler,
  currentPhysicalId,
  isTimeAlmostOver,
  POLL_MILLISECONDS,
  ResourceRequest,
  UnfinishedError,
} from '../shared/custom-resource';
import { findLeftovers } from './leftovers';

/**
 * The custom resource `Custom::TritonEndpointCleanup`. SageMaker removes the network interfaces and KMS grants of a deleted fleet (the
 * instances of all variants) some minutes after the fleet, with the permissions of the endpoint's role. The deletion of this resource waits
 * for this removal, so that the role still exists.
 */
export const handler = createHandler<CleanupProperties>({
  run: awaitRemoval,
  afterError: (error) => ({
    status: 'FAILED',
    reason: `The search for resources that SageMaker has left failed: ${nameAndMessage(error)}`,
  }),
  physicalId: (event) => currentPhysicalId(event, event.LogicalResourceId),
});

async function awaitRemoval({ event, context, deadline }: ResourceRequest<CleanupProperties>): Promise<Outcome> {
  if (event.RequestType !== 'Delete') return { status: 'SUCCESS', reason: 'Nothing to do' };
  const properties = event.ResourceProperties;
  for (;;) {
    const remaining = await findLeftovers(properties);
    if (remaining.length === 0) return { status: 'SUCCESS', reason: 'SageMaker has left no resources' };
    if (Date.now() > deadline) {
      const reason = `SageMaker has not yet removed these resources of the endpoint ${properties.EndpointName}: ${remaining.join('; ')}. The role is kept, so that SageMaker can still remove them; delete the stack again later`;
      return { status: 'FAILED', reason };
    }
    if (isTimeAlmostOver(context)) throw new UnfinishedError();
    await sleep(POLL_MILLISECONDS);
  }
}
