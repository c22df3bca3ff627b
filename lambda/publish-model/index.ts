import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { Outcome, respond } from '../shared/respond';
import { publish } from './publish';
import { recordKey } from './record';
import { discard, remove } from './remove';

/** What is left of the function's time for cleaning up and for telling CloudFormation. */
const RESERVE_MILLISECONDS = 60_000;

/**
 * Until all of AWS knows the role that reads the files, and its policy: CloudFormation has made both just before. The SageMaker model comes
 * next, and its creation fails for good if the role may not read them yet. Others measured 7 to 12 seconds
 * (https://github.com/go-to-k/cdkd/pull/2062).
 */
const READER_IS_KNOWN_MILLISECONDS = 15_000;

/** The custom resource `Custom::TritonModelPublication`: puts a model's files under a prefix that never changes afterwards. */
export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  const properties = event.ResourceProperties as unknown as PublicationProperties;
  const prefix = `s3://${properties.Bucket}/${properties.Prefix}`;
  const published = properties.Declaration ? `s3://${properties.Bucket}/${recordKey(properties)}` : prefix;
  const waits = properties.Reader !== undefined && event.RequestType !== 'Delete';
  const known = waits ? sleep(READER_IS_KNOWN_MILLISECONDS) : undefined;
  const outcome = await outcomeOf(event, properties, published, context).catch((error: unknown): Outcome => ({
    status: 'FAILED',
    reason: `${prefix} could not be ${event.RequestType === 'Delete' ? 'removed' : 'published'}: ${messageOf(error)}`,
  }));
  if (outcome.status === 'SUCCESS') await known;
  // A new prefix or declaration is a new resource, whose predecessor CloudFormation removes when the whole update went well.
  await respond(event, context, physicalId(event, published), outcome);
}

async function outcomeOf(
  event: CloudFormationCustomResourceEvent,
  properties: PublicationProperties,
  published: string,
  context: Context,
): Promise<Outcome> {
  if (event.RequestType === 'Delete') {
    // CloudFormation makes up an id when it has not received the response to Create. Other versions of the model are not concerned, nor are
    // they when a deployment goes back, even if CloudFormation has not published the version of before again.
    const alone = event.PhysicalResourceId !== published || (await rollsBack(event.StackId));
    return { status: 'SUCCESS', reason: await (alone ? discard : remove)(properties).catch(ignoreMissingBucket) };
  }
  const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS);
  return { status: 'SUCCESS', reason: await publish(properties, signal) };
}

function ignoreMissingBucket(error: Error): string {
  if (error.name !== 'NoSuchBucket') throw error;
  return 'The bucket does not exist any more';
}

async function rollsBack(stackId: string): Promise<boolean> {
  const { isRollingBack } = await import('../shared/stack-status.js');
  return isRollingBack(stackId).catch(() => false);
}

function physicalId(event: CloudFormationCustomResourceEvent, published: string): string {
  return event.RequestType === 'Delete' ? event.PhysicalResourceId : published;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
