import { CloudWatchLogsClient, DescribeLogStreamsCommand, GetLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';

const LINES = 20;

/** The last lines of an endpoint's containers. A file of its own, loaded only when used, like `example-store`. */
export async function lastContainerLines(endpointName: string): Promise<string[]> {
  const client = new CloudWatchLogsClient();
  const logGroupName = `/aws/sagemaker/Endpoints/${endpointName}`;
  const { logStreams } = await client.send(
    new DescribeLogStreamsCommand({ logGroupName, orderBy: 'LastEventTime', descending: true, limit: 1 }),
  );
  const logStreamName = logStreams?.[0]?.logStreamName;
  if (logStreamName === undefined) return [];
  const { events = [] } = await client.send(
    new GetLogEventsCommand({ logGroupName, logStreamName, limit: LINES, startFromHead: false }),
  );
  return events.map(({ message = '' }) => message.trimEnd());
}
