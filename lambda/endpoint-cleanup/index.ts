import { setTimeout as sleep } from 'node:timers/promises';
import type { CleanupProperties } from '../../lib/contracts/endpoint-cleanup-properties';
import { Outcome } from '../shared/respond';
import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { IAM_PROPAGATION_MILLISECONDS, permissionRetryOptions } from '../shared/await-permissions';
import {
  nameAndMessage,
  createHandler,
  isTimeAlmostOver,
  POLL_MILLISECONDS,
  ResourceRequest,
  UnfinishedError,
} from '../shared/custom-resource';
import { describeComponent } from '../shared/describe-component';
import { describeEndpoint } from '../shared/describe-endpoint';
import { findLeftovers } from './leftovers';

/**
 * Time until a deleted permission is no longer in effect: twice the time of a change of IAM. CloudFormation deletes the permission to write
 * to the log group, then this resource, and then the log group. A log line that SageMaker writes after the deletion would create the log
 * group again.
 */
const PERMISSIONS_END_MILLISECONDS = 2 * IAM_PROPAGATION_MILLISECONDS;

/**
 * The custom resource `Custom::TritonEndpointCleanup`. SageMaker removes the network interfaces and KMS grants of a deleted fleet (the
 * instances of all variants) some minutes after the fleet, with the permissions of the endpoint's role. The deletion of this resource waits
 * for this removal, so that the role still exists. If the endpoint is deleted, too, the deletion also waits until SageMaker can no longer
 * create the log group. An inference component has its own log group, and a resource that waits only for this.
 */
export const handler = createHandler<CleanupProperties>({
  run: awaitRemoval,
  afterError: (error) => ({
    status: 'FAILED',
    reason: `The search for resources that SageMaker has left failed: ${nameAndMessage(error)}`,
  }),
  physicalId: ({ LogicalResourceId }) => LogicalResourceId,
});

async function awaitRemoval({ event, context, deadline }: ResourceRequest<CleanupProperties>): Promise<Outcome> {
  if (event.RequestType !== 'Delete') return { status: 'SUCCESS', reason: 'Nothing to do' };
  const properties = event.ResourceProperties;
  const isContinued = event.deadline !== undefined;
  if (!isContinued && (await isDeleted(properties))) await sleep(PERMISSIONS_END_MILLISECONDS);
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

/** Whether the endpoint or the inference component, whose containers write to the log group, is deleted. */
async function isDeleted({ EndpointName, InferenceComponentName }: CleanupProperties): Promise<boolean> {
  const client = new SageMakerClient(permissionRetryOptions());
  return InferenceComponentName === undefined
    ? (await describeEndpoint(client, EndpointName)) === undefined
    : (await describeComponent(client, InferenceComponentName)) === undefined;
}
