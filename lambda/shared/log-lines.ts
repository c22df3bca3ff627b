import { CloudWatchLogsClient, DescribeLogStreamsCommand, GetLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { Evidence, isMetricsDocument } from '../../lib/diagnosis';

/**
 * The default number of streams to read. Each container, and each restart of a failing container, has its own stream; the newest streams
 * show the cause.
 */
const DEFAULT_STREAMS = 3;
/** The number of lines to read from the end of each stream. Earlier lines mostly repeat these, and the cause is near the end. */
const MAX_LINES = 2000;

/** The most streams that CloudWatch Logs lists in one response. */
const MAX_LISTED_STREAMS = 50;

/** The most requests for a stream. A server with ten models writes 2,000 lines of metrics in three hours. */
const MAX_PAGES = 10;

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
      lines: await lastLines(client, { logGroupName, logStreamName }),
    })),
  );
}

/** The last lines of a log stream, without empty lines and without the metrics that the server writes into its log. */
async function lastLines(
  client: CloudWatchLogsClient,
  stream: { readonly logGroupName: string; readonly logStreamName: string },
): Promise<string[]> {
  let lines: string[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { events = [], nextBackwardToken } = await client.send(
      new GetLogEventsCommand({ ...stream, limit: MAX_LINES, startFromHead: false, nextToken }),
    );
    const messages = events.map(({ message = '' }) => message.trimEnd());
    const isKept = (line: string): boolean => line !== '' && !isMetricsDocument(line);
    lines = [...messages.filter(isKept), ...lines].slice(-MAX_LINES);
    // Earlier lines are read only in place of metrics.
    const isComplete = lines.length === MAX_LINES || !messages.some(isMetricsDocument);
    if (isComplete || nextBackwardToken === undefined || nextBackwardToken === nextToken) break;
    nextToken = nextBackwardToken;
  }
  return lines;
}
