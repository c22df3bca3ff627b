import {
  CloudWatchLogsClient,
  CreateLogGroupCommand,
  CreateLogStreamCommand,
  GetLogEventsCommand,
  PutLogEventsCommand,
  PutRetentionPolicyCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { keptLogGroupNameOf } from '../../lib/diagnosis';
import { permissionRetryOptions } from '../shared/await-permissions';
import { Failure } from './find-failure';

const RETENTION_DAYS = 30;

/**
 * Writes lines to a log group that does not belong to the stack, since the endpoint's log group is deleted with the stack. Each failure has its
 * own log stream. AWS sends several events for one change: only the first event writes lines.
 */
export async function keepLines(
  { endpointName, configName, created, keyArn: kmsKeyId }: Failure,
  lines: string[],
): Promise<void> {
  const client = new CloudWatchLogsClient(permissionRetryOptions());
  const logGroupName = keptLogGroupNameOf(endpointName);
  const stream = { logGroupName, logStreamName: `${configName}/${created}` };
  await client.send(new CreateLogGroupCommand({ logGroupName, kmsKeyId })).catch(ignoreExisting);
  await client.send(new PutRetentionPolicyCommand({ logGroupName, retentionInDays: RETENTION_DAYS }));
  await client.send(new CreateLogStreamCommand(stream)).catch(ignoreExisting);
  // The stream is empty if Lambda ended the function of the first event before it had written.
  const { events = [] } = await client.send(new GetLogEventsCommand({ ...stream, limit: 1 }));
  if (events.length > 0) return;
  const timestamp = Date.now();
  const logEvents = lines.map((message) => ({ timestamp, message }));
  await client.send(new PutLogEventsCommand({ ...stream, logEvents }));
}

function ignoreExisting(error: Error): void {
  if (error.name !== 'ResourceAlreadyExistsException') throw error;
}
