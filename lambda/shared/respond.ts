import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { escapeControlCharacters } from '../../lib/findings/escape-control-characters';
import { log } from './log';

/** The outcome of an event of a custom resource. */
export interface Outcome {
  readonly status: 'SUCCESS' | 'FAILED';
  readonly reason: string;
  readonly data?: Record<string, string>;
}

/** The longest response that CloudFormation accepts. */
const MAXIMUM_BYTES = 4096;

/** A long reason is truncated by this number of characters at a time. */
const CUT_CHARACTERS = 20;

const ATTEMPTS = 3;
const FIRST_PAUSE_MILLISECONDS = 500;

/** Logs an outcome, and sends it to CloudFormation. If that fails, the invocation fails, and Lambda repeats it. */
export async function respond(
  event: CloudFormationCustomResourceEvent<unknown>,
  context: Context,
  physicalId: string,
  outcome: Outcome,
): Promise<void> {
  log(`${event.RequestType} ${event.LogicalResourceId}: ${outcome.status}: ${outcome.reason}`);
  await putResult(event.ResponseURL, responseBody(event, context, physicalId, outcome));
}

/**
 * Sends JSON to a URL that CloudFormation has signed, and tries again if that fails.
 *
 * @throws an error whose message does not contain the URL, since the URL is a credential
 */
export async function putResult(url: string, body: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const problem = await putOnce(url, body);
    if (problem === undefined) return;
    if (attempt === ATTEMPTS) throw new Error(problem);
    await sleep(FIRST_PAUSE_MILLISECONDS * attempt);
  }
}

async function putOnce(url: string, body: string): Promise<string | undefined> {
  try {
    const headers = { 'content-type': '' }; // the URL is signed without a content type
    const { ok, status } = await fetch(url, { method: 'PUT', headers, body: Buffer.from(body) });
    return ok ? undefined : `CloudFormation responded with HTTP ${status} to the result`;
  } catch (error) {
    const { cause, name } = error as Error & { readonly cause?: { readonly code?: string } };
    return `The result could not be sent to CloudFormation: ${cause?.code ?? name}`;
  }
}

function responseBody(
  event: CloudFormationCustomResourceEvent<unknown>,
  context: Context,
  physicalId: string,
  { status, reason, data }: Outcome,
): string {
  const render = (text: string): string =>
    JSON.stringify({
      Status: status,
      Reason: text,
      PhysicalResourceId: physicalId,
      StackId: event.StackId,
      RequestId: event.RequestId,
      LogicalResourceId: event.LogicalResourceId,
      Data: data,
    });
  const characters = [...escapeControlCharacters(reason)];
  const isLong = (): boolean => Buffer.byteLength(render(characters.join('') + note)) > MAXIMUM_BYTES;
  let note = '';
  if (isLong()) note = `… (truncated; see log stream ${context.logStreamName})`;
  if (characters.length > MAXIMUM_BYTES) characters.length = MAXIMUM_BYTES; // a character has at least one byte
  while (isLong()) characters.length -= CUT_CHARACTERS;
  return render(characters.join('') + note);
}
