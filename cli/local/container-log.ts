/** The log stream of a container, of which there is one here. */
const STREAM = 'AllTraffic/local';

/** What CloudWatch Logs says of an endpoint's log, in the wire format of the actions that the smoke test uses. */
export function answerLogs(action: string, lines: string[]): object {
  if (action.endsWith('.DescribeLogStreams')) return { logStreams: [{ logStreamName: STREAM }] };
  return { events: lines.map((message) => ({ message })) };
}
