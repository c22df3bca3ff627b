import { createHash } from 'crypto';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import type { EngineProperties, JobKind } from '../../lib/contracts/engine-properties';
import type { ResourceRequest } from '../shared/custom-resource';
import { listIfBucketExists, readJson, removeObjects, writeObject } from '../shared/store';

/** A request for an engine. `properties` contains the kind of job to use. */
export interface EngineRequest extends ResourceRequest<EngineProperties> {
  readonly properties: EngineProperties;
}

/**
 * States that a resource uses an engine. A request writes its claim before anything else, so that no other stack removes the engine or
 * stops its job.
 */
export interface Claim {
  readonly stackId: string;
  readonly logicalId: string;
  /** The ID of the request from CloudFormation. A repeated invocation with the same ID continues the request. */
  readonly requestId: string;
  /** When the request began, in ISO format. */
  readonly since: string;
  /** The kind of job that builds the engine. */
  readonly kind?: JobKind;
  /** The failure of the first kind of job, whose GPU driver was too old. */
  readonly firstKindFailure?: string;
  /** The job that this request waits for. */
  readonly job?: string;
  /**
   * Why the request failed. A failed claim does not protect the engine; it is kept until the resource is deleted, so that a repeated
   * invocation returns the same response.
   */
  readonly failure?: string;
}

/** Failed claims have a different suffix, so that a listing of the names shows whether an engine is used. */
const ACTIVE_CLAIM = /\/claims\/[0-9a-f]{32}\.json$/;
export const FAILED_CLAIM = /\/claims\/[0-9a-f]{32}\.failed\.json$/;

/** The resource that makes a claim. */
type Claimant = Pick<CloudFormationCustomResourceEvent<unknown>, 'StackId' | 'LogicalResourceId'>;

function keysOf({ Prefix }: EngineProperties, { StackId, LogicalResourceId }: Claimant) {
  const name = createHash('sha256').update(`${StackId}\n${LogicalResourceId}`).digest('hex').slice(0, 32);
  const folder = `${Prefix}claims/`;
  return {
    prefix: folder + name,
    claimed: `${folder}${name}.json`,
    failed: `${folder}${name}.failed.json`,
    step: `${folder}${name}.step.json`,
  };
}

/** The key of the object that exists while a step of a request runs (see `runStep`). */
export function stepKey(properties: EngineProperties, claimant: Claimant): string {
  return keysOf(properties, claimant).step;
}

async function readClaim(properties: EngineProperties, claimant: Claimant): Promise<Claim | undefined> {
  const { prefix, claimed, failed } = keysOf(properties, claimant);
  const listing = await listIfBucketExists(properties.Bucket, prefix);
  const key = [claimed, failed].find((each) => listing.has(each));
  return key === undefined ? undefined : readJson<Claim>(properties.Bucket, key);
}

/** Reads the claim of a request; undefined if the resource was changed or deleted since the request. */
export async function readClaimOf({ event, properties }: EngineRequest): Promise<Claim | undefined> {
  const claim = await readClaim(properties, event);
  return claim?.requestId === event.RequestId ? claim : undefined;
}

export async function writeClaim(properties: EngineProperties, claimant: Claimant, claim: Claim): Promise<void> {
  const { claimed, failed } = keysOf(properties, claimant);
  const [key, obsoleteKey] = claim.failure === undefined ? [claimed, failed] : [failed, claimed];
  await writeObject(properties.Bucket, key, JSON.stringify(claim));
  await removeObjects(properties.Bucket, [obsoleteKey]);
}

export async function removeClaim(properties: EngineProperties, claimant: Claimant): Promise<void> {
  const { claimed, failed } = keysOf(properties, claimant);
  await removeObjects(properties.Bucket, [claimed, failed]);
}

/** Whether a resource uses an engine under a prefix: the prefix of one engine, or the common prefix of a group of engines. */
export async function isClaimed(bucket: string, prefix: string): Promise<boolean> {
  return [...(await listIfBucketExists(bucket, prefix)).keys()].some((key) => ACTIVE_CLAIM.test(key));
}
