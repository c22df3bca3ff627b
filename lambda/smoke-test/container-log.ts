import { setTimeout as sleep } from 'node:timers/promises';
import { CloudWatchLogsClient, DescribeLogStreamsCommand, GetLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';

const LINES = 20;

/** A container that responds has printed lines since its start, minutes before; CloudWatch Logs has them within seconds. */
const PATIENCE_MILLISECONDS = Number(process.env.LOG_PATIENCE_MILLISECONDS ?? 15_000);
const PAUSE_MILLISECONDS = Math.min(PATIENCE_MILLISECONDS, 5000);

/** The last lines of an endpoint's newest log stream. */
export interface ContainerLog {
  readonly group: string;
  readonly stream: string;
  readonly lines: string[];
}

/**
 * The last lines of an endpoint's containers; undefined without a log stream. A file of its own, loaded only when used, like
 * `example-store`.
 */
export async function lastContainerLines(endpointName: string): Promise<ContainerLog | undefined> {
  const client = new CloudWatchLogsClient();
  const logGroupName = groupOf(endpointName);
  const logStreamName = await newestStream(client, logGroupName);
  if (logStreamName === undefined) return undefined;
  const { events = [] } = await client.send(
    new GetLogEventsCommand({ logGroupName, logStreamName, limit: LINES, startFromHead: false }),
  );
  const lines = events.map(({ message = '' }) => message.trimEnd());
  return { group: logGroupName, stream: logStreamName, lines };
}

/** Whether any container of an endpoint has written to its log. */
export async function hasLogStream(endpointName: string): Promise<boolean> {
  const client = new CloudWatchLogsClient();
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    if (await newestStream(client, groupOf(endpointName))) return true;
    if (Date.now() >= deadline) return false;
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** Undefined when there is no stream, or no group. */
async function newestStream(client: CloudWatchLogsClient, logGroupName: string): Promise<string | undefined> {
  const command = new DescribeLogStreamsCommand({ logGroupName, orderBy: 'LastEventTime', descending: true, limit: 1 });
  const { logStreams } = await client.send(command).catch((error: Error) => {
    if (error.name === 'ResourceNotFoundException') return { logStreams: [] };
    throw error;
  });
  return logStreams?.[0]?.logStreamName;
}

function groupOf(endpointName: string): string {
  return `/aws/sagemaker/Endpoints/${endpointName}`;
}
