import { CloudWatchLogsClient, DescribeLogStreamsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { Evidence } from '../../lib/diagnosis';
import { lastLines } from './last-lines';

/**
 * The default number of streams to read. Each container, and each restart of a failing container, has its own stream; the newest streams
 * show the cause.
 */
const DEFAULT_STREAMS = 3;
/** The number of lines to read from the end of each stream. Earlier lines mostly repeat these, and the cause is near the end. */
const MAX_LINES = 2000;

/** The most streams that CloudWatch Logs lists in one response. */
const MAX_LISTED_STREAMS = 50;

/** The streams to read. */
interface StreamSelection {
  readonly streams?: number;
  /** Streams that were created before this time are ignored. In milliseconds since the epoch. */
  readonly since?: number;
}

/** The last lines of the newest streams of a log group. */
export async function readLastLines(
  logGroupName: string,
  { streams = DEFAULT_STREAMS, since = 0 }: StreamSelection = {},
): Promise<Evidence[]> {
  const client = new CloudWatchLogsClient();
  const { logStreams = [] } = await client.send(
    new DescribeLogStreamsCommand({
      logGroupName,
      orderBy: 'LastEventTime',
      descending: true,
      limit: MAX_LISTED_STREAMS,
    }),
  );
  const newest = logStreams.filter(({ creationTime = 0 }) => creationTime >= since).slice(0, streams);
  return Promise.all(
    newest.map(async ({ logStreamName = '' }) => ({
      source: logStreamName,
      lines: await lastLines(client, { logGroupName, logStreamName }, MAX_LINES),
    })),
  );
}
