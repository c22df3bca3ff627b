import { CloudWatchLogsClient, GetLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { isMetricsDocument } from '../../lib/diagnosis';

/** The most requests for a stream. A server with ten models writes 2,000 lines of metrics in three hours. */
const MAX_PAGES = 10;

/** The last lines of a log stream, without empty lines and without the metrics that the server writes into its log. */
export async function lastLines(
  client: CloudWatchLogsClient,
  stream: { readonly logGroupName: string; readonly logStreamName: string },
  limit: number,
): Promise<string[]> {
  let lines: string[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { events = [], nextBackwardToken } = await client.send(
      new GetLogEventsCommand({ ...stream, limit, startFromHead: false, nextToken }),
    );
    const messages = events.map(({ message = '' }) => message.trimEnd());
    const isKept = (line: string): boolean => line !== '' && !isMetricsDocument(line);
    lines = [...messages.filter(isKept), ...lines].slice(-limit);
    // Earlier lines are read only in place of metrics.
    const isComplete = lines.length === limit || !messages.some(isMetricsDocument);
    if (isComplete || nextBackwardToken === undefined || nextBackwardToken === nextToken) break;
    nextToken = nextBackwardToken;
  }
  return lines;
}
