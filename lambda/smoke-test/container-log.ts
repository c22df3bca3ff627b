import { setTimeout as sleep } from 'node:timers/promises';
import { CloudWatchLogsClient, DescribeLogStreamsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { lastLines } from '../shared/last-lines';

const MAX_LINES = 20;

/**
 * The longest wait for a log stream. It is short, since the container started minutes ago, and CloudWatch Logs stores lines within seconds.
 */
const PATIENCE_MILLISECONDS = Number(process.env.LOG_PATIENCE_MILLISECONDS ?? 15_000);
const PAUSE_MILLISECONDS = Math.min(PATIENCE_MILLISECONDS, 5000);

/** The last lines of the newest stream of a log group. */
interface ContainerLog {
  readonly stream: string;
  readonly lines: string[];
}

/**
 * The last log lines of the containers; undefined if there is no log stream. This file is imported dynamically, so that the
 * CloudWatch Logs client is in a separate chunk of the bundle.
 */
export async function lastContainerLines(logGroupName: string): Promise<ContainerLog | undefined> {
  const client = new CloudWatchLogsClient();
  const logStreamName = await newestStream(client, logGroupName);
  if (logStreamName === undefined) return undefined;
  const lines = await lastLines(client, { logGroupName, logStreamName }, MAX_LINES);
  return { stream: logStreamName, lines };
}

/** Whether a container has a log stream. Waits for some seconds until one appears. */
export async function hasLogStream(logGroupName: string): Promise<boolean> {
  const client = new CloudWatchLogsClient();
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    if (await newestStream(client, logGroupName)) return true;
    if (Date.now() >= deadline) return false;
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** The name of the newest log stream; undefined if there is no stream or no log group. */
async function newestStream(client: CloudWatchLogsClient, logGroupName: string): Promise<string | undefined> {
  const command = new DescribeLogStreamsCommand({ logGroupName, orderBy: 'LastEventTime', descending: true, limit: 1 });
  const { logStreams } = await client.send(command).catch((error: Error) => {
    if (error.name === 'ResourceNotFoundException') return { logStreams: [] };
    throw error;
  });
  return logStreams?.[0]?.logStreamName;
}
