import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { shown } from '../../lib/findings/shown';
import { log } from './log';
import { putResult } from './put-result';

/** How a custom resource ended. */
export interface Outcome {
  readonly status: 'SUCCESS' | 'FAILED';
  readonly reason: string;
  /** The container's last lines: as many of the newest are told as there is room for. */
  readonly logLines?: string[];
  readonly data?: Record<string, string>;
}

/** CloudFormation takes no longer answers. */
const MAXIMUM_BYTES = 4096;

/** Logs how it ended, and tells CloudFormation. When that fails, so does the invocation, and Lambda repeats it. */
export async function respond(
  event: CloudFormationCustomResourceEvent,
  context: Context,
  physicalId: string,
  outcome: Outcome,
): Promise<void> {
  log(`${event.RequestType} ${event.LogicalResourceId}: ${outcome.status}: ${outcome.reason}`);
  await putResult(event.ResponseURL, responseBody(event, context, physicalId, outcome));
}

function responseBody(
  event: CloudFormationCustomResourceEvent,
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
  const said = shown(reason);
  const lines = logLines.map(shown);
  const withLines = lines.map((_, first) => `${said}\nThe container's last lines:\n${lines.slice(first).join('\n')}`);
  const whole = [...withLines, said].find(fits);
  return render(whole ?? cut(said, `… (truncated; see log stream ${context.logStreamName})`, fits));
}

/** The longest beginning of a text, of whole characters, that fits with a note after it. */
function cut(text: string, note: string, fits: (text: string) => boolean): string {
  const characters = [...text.slice(0, MAXIMUM_BYTES)]; // each has at least one byte
  let [longest, tooLong] = [0, characters.length + 1];
  while (tooLong - longest > 1) {
    const middle = Math.floor((longest + tooLong) / 2);
    if (fits(characters.slice(0, middle).join('') + note)) longest = middle;
    else tooLong = middle;
  }
  return characters.slice(0, longest).join('') + note;
}
