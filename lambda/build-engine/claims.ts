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

const CLAIM = /\/claims\/[0-9a-f]{32}\.json$/;

/** Which resource of which stack makes a claim. */
export type Claimant = Pick<CloudFormationCustomResourceEvent, 'StackId' | 'LogicalResourceId'>;

export function claimKey({ Prefix }: EngineProperties, { StackId, LogicalResourceId }: Claimant): string {
  const name = createHash('sha256').update(`${StackId}\n${LogicalResourceId}`).digest('hex').slice(0, 32);
  return `${Prefix}claims/${name}.json`;
}

export async function readClaim(properties: EngineProperties, claimant: Claimant): Promise<Claim | undefined> {
  const key = claimKey(properties, claimant);
  const there = (await listIfThere(properties.Bucket, key)).has(key);
  return there ? readJson<Claim>(properties.Bucket, key) : undefined;
}

export async function writeClaim(properties: EngineProperties, claimant: Claimant, claim: Claim): Promise<void> {
  await write(properties.Bucket, claimKey(properties, claimant), JSON.stringify(claim));
}

export async function removeClaim(properties: EngineProperties, claimant: Claimant): Promise<void> {
  await removeAll(properties.Bucket, [claimKey(properties, claimant)]);
}

/** Whether resources use an engine below a prefix: that of one engine, or of all. */
export async function isClaimed(bucket: string, prefix: string): Promise<boolean> {
  const keys = [...(await listIfThere(bucket, prefix)).keys()].filter((key) => CLAIM.test(key));
  const claims = await Promise.all(keys.map((key) => readJson<Claim>(bucket, key).catch(() => undefined)));
  return claims.some((claim) => claim !== undefined && claim.failure === undefined);
}
