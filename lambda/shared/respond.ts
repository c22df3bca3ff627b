import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';

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

/** Tells CloudFormation how it ended. When that fails, so does the invocation, and Lambda repeats it. */
export async function respond(
  event: CloudFormationCustomResourceEvent,
  context: Context,
  physicalId: string,
  outcome: Outcome,
): Promise<void> {
  const response = await fetch(event.ResponseURL, {
    method: 'PUT',
    headers: { 'content-type': '' }, // the URL is signed without one
    body: Buffer.from(responseBody(event, context, physicalId, outcome)),
  });
  if (!response.ok) throw new Error(`CloudFormation responded with HTTP ${response.status} to the result`);
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
  const excess = (body: string): number => Buffer.byteLength(body) - MAXIMUM_BYTES;
  const lines = logLines.map(
    (_, first) => `${reason}\nThe container's last lines:\n${logLines.slice(first).join('\n')}`,
  );
  const fitting = lines.map(render).find((body) => excess(body) <= 0);
  if (fitting !== undefined) return fitting;
  const note = `… (truncated; see log stream ${context.logStreamName})`;
  let body = render(reason);
  for (let kept = reason; excess(body) > 0; body = render(kept + note)) {
    // A character takes 1 to 6 bytes of JSON, so this never cuts too much.
    kept = kept.slice(0, -Math.ceil(excess(body) / 6));
  }
  return body;
}
