import { CloudWatchLogsClient, DescribeLogStreamsCommand, GetLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { Evidence } from '../../lib/diagnosis';

/** A container that fails is started again, and an endpoint has several: the newest streams are enough. */
const STREAMS = 3;
/** Most of a stream's lines repeat, and the cause is near the end. */
const LINES = 2000;

/** CloudWatch Logs lists at most so many at a time. */
const LISTED = 50;

/**
 * The last lines of the newest streams of a log group.
 *
 * @param since of streams that were created then or later, in milliseconds since the epoch
 */
export async function lastLines(logGroupName: string, streams = STREAMS, since = 0): Promise<Evidence[]> {
  const client = new CloudWatchLogsClient();
  const { logStreams = [] } = await client.send(
    new DescribeLogStreamsCommand({ logGroupName, orderBy: 'LastEventTime', descending: true, limit: LISTED }),
  );
  const newest = logStreams.filter(({ creationTime = 0 }) => creationTime >= since).slice(0, streams);
  return Promise.all(
    newest.map(async ({ logStreamName = '' }) => {
      const { events = [] } = await client.send(
        new GetLogEventsCommand({ logGroupName, logStreamName, limit: LINES, startFromHead: false }),
      );
      return { source: logStreamName, lines: events.map(({ message = '' }) => message.trimEnd()) };
    }),
  );
}
