import { createHash } from 'crypto';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import type { EngineProperties, JobKind } from '../../lib/engine/engine-properties';
import { listIfThere, readJson, removeAll, write } from '../shared/store';

/** Who uses an engine. A claim is written before anything else, so that no other stack removes the engine or stops its job. */
export interface Claim {
  readonly stackId: string;
  readonly logicalId: string;
  /** The request of CloudFormation that the claim was written for: a repeated invocation continues where the first one ended. */
  readonly requestId: string;
  readonly since: string;
  /** The kind of job that builds. */
  readonly kind?: JobKind;
  /** What the job of the other kind said, whose driver was too old. */
  readonly tried?: string;
  /** The job that this request waits for. */
  readonly job?: string;
  /** Why the request failed. Such a claim uses nothing; it stays until its resource is deleted, so that a repeated invocation gives the same response. */
  readonly failure?: string;
}

/** Claims that failed have another name, so that who asks whether an engine is used need not read claims that others remove meanwhile. */
const CLAIM = /\/claims\/[0-9a-f]{32}\.json$/;

/** Which resource of which stack makes a claim. */
export type Claimant = Pick<CloudFormationCustomResourceEvent, 'StackId' | 'LogicalResourceId'>;

function keysOf({ Prefix }: EngineProperties, { StackId, LogicalResourceId }: Claimant) {
  const name = createHash('sha256').update(`${StackId}\n${LogicalResourceId}`).digest('hex').slice(0, 32);
  const folder = `${Prefix}claims/`;
  return { prefix: folder + name, claimed: `${folder}${name}.json`, failed: `${folder}${name}.failed.json` };
}

export async function readClaim(properties: EngineProperties, claimant: Claimant): Promise<Claim | undefined> {
  const { prefix, claimed, failed } = keysOf(properties, claimant);
  const there = await listIfThere(properties.Bucket, prefix);
  const key = [claimed, failed].find((each) => there.has(each));
  return key === undefined ? undefined : readJson<Claim>(properties.Bucket, key);
}

export async function writeClaim(properties: EngineProperties, claimant: Claimant, claim: Claim): Promise<void> {
  const { claimed, failed } = keysOf(properties, claimant);
  const [key, other] = claim.failure === undefined ? [claimed, failed] : [failed, claimed];
  await write(properties.Bucket, key, JSON.stringify(claim));
  await removeAll(properties.Bucket, [other]);
}

export async function removeClaim(properties: EngineProperties, claimant: Claimant): Promise<void> {
  const { claimed, failed } = keysOf(properties, claimant);
  await removeAll(properties.Bucket, [claimed, failed]);
}

/** Whether resources use an engine below a prefix: that of one engine, or of all. */
export async function isClaimed(bucket: string, prefix: string): Promise<boolean> {
  return [...(await listIfThere(bucket, prefix)).keys()].some((key) => CLAIM.test(key));
}
