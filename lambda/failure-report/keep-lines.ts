import {
  CloudWatchLogsClient,
  CreateLogGroupCommand,
  CreateLogStreamCommand,
  PutLogEventsCommand,
  PutRetentionPolicyCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { Evidence, keptLogGroupNameOf } from '../../lib/diagnosis';
import { awaitPermissions } from '../shared/await-permissions';
import { FailureReportProperties } from './properties';

const RETENTION_DAYS = 30;
/** One call takes 1 MiB at most. */
const LINES = 200;
const CHARACTERS = 1000;

/**
 * Copies lines to a log group which belongs to no stack, and says which: the endpoint's own goes with its stack. A later failure finds
 * the group there, and gets a stream of its own.
 */
export async function keepLines(properties: FailureReportProperties, evidence: Evidence[]): Promise<string> {
  const client = new CloudWatchLogsClient(awaitPermissions());
  const logGroupName = keptLogGroupNameOf(properties.EndpointName);
  const kmsKeyId = properties.EncryptionKeyArn;
  await client.send(new CreateLogGroupCommand({ logGroupName, kmsKeyId })).catch((error: Error) => {
    if (error.name !== 'ResourceAlreadyExistsException') throw error;
  });
  await client.send(new PutRetentionPolicyCommand({ logGroupName, retentionInDays: RETENTION_DAYS }));
  const logStreamName = new Date().toISOString().replaceAll(':', '-'); // a stream's name has no colon
  await client.send(new CreateLogStreamCommand({ logGroupName, logStreamName }));
  const lines = evidence
    .flatMap((one) => one.lines.slice(-LINES))
    .filter((line) => line !== '')
    .slice(0, LINES);
  const timestamp = Date.now();
  const logEvents = lines.map((line) => ({ timestamp, message: line.slice(0, CHARACTERS) }));
  if (logEvents.length > 0) await client.send(new PutLogEventsCommand({ logGroupName, logStreamName, logEvents }));
  return logGroupName;
}
