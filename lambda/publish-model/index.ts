import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudFormationCustomResourceUpdateEvent } from 'aws-lambda';
import type { PublicationProperties } from '../../lib/contracts/publication-manifest';
import { IAM_PROPAGATION_MILLISECONDS } from '../shared/await-permissions';
import { createHandler, ResourceRequest, RESERVE_MILLISECONDS } from '../shared/custom-resource';
import { Outcome } from '../shared/respond';
import { declarationKey } from './declarations';
import { publish } from './publish';
import { remove } from './remove';
import { whileRunning } from './running';

type UpdateEvent = CloudFormationCustomResourceUpdateEvent<PublicationProperties, PublicationProperties>;

/**
 * The custom resource `Custom::TritonModelPublication`: publishes the files of a version of a model, that is, writes them to S3 under a
 * prefix. Published objects are never changed afterwards. A repeated invocation adds the objects that an interrupted one did not write.
 */
export const handler = createHandler<PublicationProperties>({
  run: async (request) => ({ status: 'SUCCESS', reason: await publishOrRemove(request) }),
  afterError: ({ message }, { event: { RequestType, ResourceProperties } }): Outcome => ({
    status: 'FAILED',
    reason: `${prefixUri(ResourceProperties)} could not be ${RequestType === 'Delete' ? 'removed' : 'published'}: ${message}`,
  }),
  // A new prefix or declaration gives the resource a new ID, so CloudFormation deletes the previous publication after a successful update.
  // After a failure, it deletes this one.
  physicalId: (event) =>
    event.RequestType === 'Delete' ? event.PhysicalResourceId : physicalIdOf(event.ResourceProperties),
});

function prefixUri({ Bucket, Prefix }: PublicationProperties): string {
  return `s3://${Bucket}/${Prefix}`;
}

/**
 * The physical ID of a publication: the URI of its prefix. Several publications can share an open prefix (a prefix to which users may add
 * models). Their ID is the URI of their declaration instead.
 */
function physicalIdOf(properties: PublicationProperties): string {
  return properties.Declaration ? `s3://${properties.Bucket}/${declarationKey(properties)}` : prefixUri(properties);
}

async function publishOrRemove({ event, context }: ResourceRequest<PublicationProperties>): Promise<string> {
  const properties = event.ResourceProperties;
  const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS);
  if (event.RequestType === 'Delete') return remove(properties, signal).catch(ignoreMissingAccess);
  // CloudFormation creates the SageMaker model next, which fails if the new role cannot read the files yet.
  const rolePropagation = properties.Reader === undefined ? undefined : sleep(IAM_PROPAGATION_MILLISECONDS);
  const reason = await whileRunning(properties, () => publish(properties, signal));
  if (event.RequestType === 'Update') await removeUnknownPublication(event, signal);
  await rolePropagation;
  return reason;
}

/** Without access to the bucket, the creation has failed too. Its rollback must succeed. */
function ignoreMissingAccess(error: Error): string {
  if (error.name !== 'AccessDenied') throw error;
  return `Nothing was removed: ${error.message}`;
}

/**
 * In the rollback of an update whose response was lost, removes the files of that update: CloudFormation does not know their ID, so it does
 * not delete them, and no endpoint uses them.
 */
async function removeUnknownPublication(event: UpdateEvent, signal: AbortSignal): Promise<void> {
  const { OldResourceProperties: failed, ResourceProperties: restored, PhysicalResourceId: knownId } = event;
  const failedId = physicalIdOf(failed);
  if (failedId === knownId || failedId === physicalIdOf(restored)) return;
  await remove(failed, signal).catch(() => undefined); // a failure must not prevent the rollback
}
