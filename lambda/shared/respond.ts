import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { escapeControlCharacters } from '../../lib/findings/escape-control-characters';
import { log } from './log';

/** The outcome of an event of a custom resource. */
export interface Outcome {
  readonly status: 'SUCCESS' | 'FAILED';
  readonly reason: string;
  /** The last log lines of the container. The response includes the newest lines, as many as fit. */
  readonly logLines?: string[];
  readonly data?: Record<string, string>;
}

/** The longest response that CloudFormation accepts. */
const MAXIMUM_BYTES = 4096;

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
  { status, reason, logLines = [], data }: Outcome,
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
  const fits = (text: string): boolean => Buffer.byteLength(render(text)) <= MAXIMUM_BYTES;
  const text = escapeControlCharacters(reason);
  const lines = logLines.map(escapeControlCharacters);
  const withLines = lines.map((_, first) => `${text}\nThe container's last lines:\n${lines.slice(first).join('\n')}`);
  const fittingText = [...withLines, text].find(fits);
  return render(fittingText ?? truncate(text, `… (truncated; see log stream ${context.logStreamName})`, fits));
}

/** Truncates a text after as many characters as fit together with a note, and appends the note. */
function truncate(text: string, note: string, fits: (text: string) => boolean): string {
  const characters = [...text.slice(0, MAXIMUM_BYTES)]; // a character has at least one byte
  let [longest, tooLong] = [0, characters.length + 1];
  while (tooLong - longest > 1) {
    const middle = Math.floor((longest + tooLong) / 2);
    if (fits(characters.slice(0, middle).join('') + note)) longest = middle;
    else tooLong = middle;
  }
  return characters.slice(0, longest).join('') + note;
}
