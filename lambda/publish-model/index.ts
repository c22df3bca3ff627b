import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicationProperties } from '../../lib/contracts/publication-manifest';
import { IAM_PROPAGATION_MILLISECONDS } from '../shared/await-permissions';
import type { CloudFormationCustomResourceUpdateEvent } from 'aws-lambda';
import { createHandler, isRollback, ResourceRequest, RESERVE_MILLISECONDS } from '../shared/custom-resource';
import { Outcome } from '../shared/respond';
import { groupPrefix } from '../shared/store';
import { publish } from './publish';
import { recordKey } from './record';
import { removeThisVersion, removeUnusedVersions } from './remove';

type UpdateEvent = CloudFormationCustomResourceUpdateEvent<PublicationProperties, PublicationProperties>;

/**
 * The custom resource `Custom::TritonModelPublication`: publishes the files of a version of a model, that is, writes them to S3 under a
 * prefix and records them. Published objects are never changed afterwards.
 */
export const handler = createHandler<PublicationProperties>({
  run: async (request) => ({ status: 'SUCCESS', reason: await publishOrRemove(request) }),
  afterError: ({ message }, { event: { RequestType, ResourceProperties } }): Outcome => ({
    status: 'FAILED',
    reason: `${prefixUri(ResourceProperties)} could not be ${RequestType === 'Delete' ? 'removed' : 'published'}: ${message}`,
  }),
  // A new prefix or declaration gives the resource a new ID, so CloudFormation deletes the previous publication after a successful update.
  physicalId: (event) =>
    event.RequestType === 'Delete' ? event.PhysicalResourceId : physicalIdOf(event.ResourceProperties),
});

function prefixUri({ Bucket, Prefix }: PublicationProperties): string {
  return `s3://${Bucket}/${Prefix}`;
}

/**
 * The physical ID of a publication: the URI of its prefix. Several publications can share an open prefix (a prefix to which users may add
 * models). Their ID is the URI of their record instead, which contains the name of the declaration (the models that a deployment declares).
 */
function physicalIdOf(properties: PublicationProperties): string {
  return properties.Declaration ? `s3://${properties.Bucket}/${recordKey(properties)}` : prefixUri(properties);
}

async function publishOrRemove({ event, context }: ResourceRequest<PublicationProperties>): Promise<string> {
  const properties = event.ResourceProperties;
  if (event.RequestType === 'Delete') {
    // CloudFormation generates a different ID if it has not received the response to Create. In that case, and in a rollback, only this
    // publication is removed. The previous version must be kept, but its record may not be the newest record until it is published again.
    const removesOnlyThis =
      event.PhysicalResourceId !== physicalIdOf(properties) || (await isRollback(event.StackId).catch(() => false));
    return (removesOnlyThis ? removeThisVersion : removeUnusedVersions)(properties).catch(ignoreMissingBucket);
  }
  // CloudFormation creates the SageMaker model next, which fails if the new role cannot read the files yet.
  const rolePropagation = properties.Reader === undefined ? undefined : sleep(IAM_PROPAGATION_MILLISECONDS);
  const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS);
  const reason = await publish(properties, signal);
  if (event.RequestType === 'Update') await removeUnknownPublication(event);
  await rolePropagation;
  return reason;
}

/**
 * In the rollback of an update whose response was lost, removes the files of that update. CloudFormation does not know their ID, so it does
 * not delete them. In a bucket that the update has created, they would prevent the deletion of the bucket. The files of the same model are
 * kept: they can be those of a retained version, and are removed with later versions of the model.
 */
async function removeUnknownPublication(event: UpdateEvent): Promise<void> {
  const { OldResourceProperties: failed, ResourceProperties: restored, PhysicalResourceId: knownId, StackId } = event;
  const isSameModel = failed.Bucket === restored.Bucket && groupPrefix(failed.Prefix) === groupPrefix(restored.Prefix);
  if (isSameModel || physicalIdOf(failed) === knownId) return;
  // A failure must not prevent the rollback.
  if (await isRollback(StackId).catch(() => false)) await removeThisVersion(failed).catch(() => undefined);
}

function ignoreMissingBucket(error: Error): string {
  if (error.name !== 'NoSuchBucket') throw error;
  return 'The bucket does not exist any more';
}
