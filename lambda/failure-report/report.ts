import {
  CloudWatchLogsClient,
  CreateLogGroupCommand,
  CreateLogStreamCommand,
  PutLogEventsCommand,
  PutRetentionPolicyCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { FailureReportProperties } from '../../lib/contracts/failure-report-properties';
import { diagnose, Diagnosis, Evidence, keptLogGroupNameOf } from '../../lib/diagnosis';
import { rulePage } from '../../lib/findings/rule-page';
import { permissionRetryOptions } from '../shared/await-permissions';
import { log } from '../shared/log';
import { readLastLines } from '../shared/log-lines';
import { Outcome } from '../shared/respond';
import type { Target } from './target';

/** Limits for a stack event of CloudFormation, in which the reason, the cause and some log lines of the container must fit into 4 KB. */
const MAX_REASON_CHARACTERS = 600;
const MAX_RESPONSE_LINES = 20;

const RETENTION_DAYS = 30;
/** With these limits, the lines fit into one PutLogEvents request, which may have 1 MiB. */
const MAX_COPIED_LINES = 200;
const MAX_COPIED_CHARACTERS = 1000;

/** The containers of a failed deployment. */
interface FailedContainers {
  /**
   * When the deployment began, in milliseconds since the epoch. Older log streams are not read, because their containers may have served
   * requests.
   */
  readonly since: number;
  /** Whether the containers may have received requests. If so, their log lines may contain payloads, and are not copied. */
  readonly received: boolean;
}

/** Reports why an endpoint or an inference component failed, from the container's log and SageMaker's reason. */
export async function reportFailure(
  { kind, name, logGroup, streams, keptStreamPrefix }: Target,
  properties: FailureReportProperties,
  { since, received }: FailedContainers,
  failureReason = '',
): Promise<Outcome> {
  const containers = await readLastLines(logGroup, { since, streams }).catch((error: Error) => {
    log(`The container's log could not be read: ${error.message}`);
    return [];
  });
  const evidence = [{ source: 'FailureReason', lines: failureReason.split('\n') }, ...containers];
  const [likeliest] = diagnose(evidence);
  const sentences = [
    `The ${kind} ${name} failed: ${failureReason.slice(0, MAX_REASON_CHARACTERS) || 'SageMaker gives no reason'}`,
    ...(likeliest ? [describeCause(likeliest, received)] : []),
    received
      ? `The log of the containers is in ${logGroup}. Its lines are not copied, since the containers may have received requests`
      : await copyLinesOrExplain(properties, keptStreamPrefix, evidence),
  ];
  const logLines = received ? undefined : containers[0]?.lines.slice(-MAX_RESPONSE_LINES);
  return { status: 'FAILED', reason: sentences.join('\n'), logLines };
}

function describeCause({ cause, line }: Diagnosis, received: boolean): string {
  const page = cause.rule ? ` ${rulePage(cause.rule)}` : '';
  const evidenceText = received ? '' : `, according to the line "${line.slice(0, MAX_REASON_CHARACTERS)}"`;
  return `Likely cause: ${cause.title}${evidenceText}. ${cause.remedy}${page}`;
}

/** Copies the log lines; returns a sentence that contains their location, or the reason why they could not be copied. */
async function copyLinesOrExplain(
  properties: FailureReportProperties,
  streamPrefix: string,
  evidence: Evidence[],
): Promise<string> {
  try {
    return `These lines are kept in the log group ${await copyLines(properties, streamPrefix, evidence)}`;
  } catch (error) {
    return `The container's lines are not kept: ${(error as Error).message}`;
  }
}

/**
 * Copies log lines to a log group that does not belong to the stack, since the endpoint's log group is deleted with the stack. Later
 * failures use the same group, each with a new stream.
 *
 * @returns the name of the log group
 */
async function copyLines(
  properties: FailureReportProperties,
  streamPrefix: string,
  evidence: Evidence[],
): Promise<string> {
  const client = new CloudWatchLogsClient(permissionRetryOptions());
  const logGroupName = keptLogGroupNameOf(properties.EndpointName);
  const kmsKeyId = properties.EncryptionKeyArn;
  await client.send(new CreateLogGroupCommand({ logGroupName, kmsKeyId })).catch((error: Error) => {
    if (error.name !== 'ResourceAlreadyExistsException') throw error;
  });
  await client.send(new PutRetentionPolicyCommand({ logGroupName, retentionInDays: RETENTION_DAYS }));
  const logStreamName = streamPrefix + new Date().toISOString().replaceAll(':', '-'); // the name of a stream cannot contain a colon
  await client.send(new CreateLogStreamCommand({ logGroupName, logStreamName }));
  const lines = evidence
    .flatMap((source) => source.lines.slice(-MAX_COPIED_LINES))
    .filter((line) => line !== '')
    .slice(0, MAX_COPIED_LINES);
  const timestamp = Date.now();
  const logEvents = lines.map((line) => ({ timestamp, message: line.slice(0, MAX_COPIED_CHARACTERS) }));
  if (logEvents.length > 0) await client.send(new PutLogEventsCommand({ logGroupName, logStreamName, logEvents }));
  return logGroupName;
}
