import { diagnose, Diagnosis, Evidence } from '../../lib/diagnosis';
import { rulePage } from '../../lib/findings/rule-page';
import { log } from '../shared/log';
import { lastLines } from '../shared/log-lines';
import { Outcome } from '../shared/respond';
import { keepLines } from './keep-lines';
import { FailureReportProperties } from './properties';

/** CloudFormation's event has room for 4 KB: for the reason, the cause, and some of the container's lines. */
const CHARACTERS = 600;
const LOG_LINES = 20;
/** The newest containers are enough. */
const STREAMS = 3;

/** Which containers a failure is about. */
export interface Failed {
  /** When the deployment began, in milliseconds since the epoch. Containers that are older have served requests. */
  readonly since: number;
  /** Whether the new containers may have received requests. What they print since then may be payloads, and is not copied. */
  readonly received: boolean;
}

/** Why an endpoint failed, as far as its container and SageMaker say. */
export async function reportFailure(
  properties: FailureReportProperties,
  { since, received }: Failed,
  failureReason = '',
): Promise<Outcome> {
  const group = `/aws/sagemaker/Endpoints/${properties.EndpointName}`;
  const containers = await lastLines(group, STREAMS, since).catch((error: Error) => {
    log(`The container's log could not be read: ${error.message}`);
    return [];
  });
  const evidence = [{ source: 'FailureReason', lines: failureReason.split('\n') }, ...containers];
  const [likeliest] = diagnose(evidence);
  const said = [
    `The endpoint ${properties.EndpointName} failed: ${failureReason.slice(0, CHARACTERS) || 'SageMaker gives no reason'}`,
    ...(likeliest ? [describe(likeliest, received)] : []),
    received
      ? `The log of the containers is in ${group}. Its lines are not copied, since the containers may have received requests`
      : await noteOnLines(properties, evidence),
  ];
  const logLines = received ? undefined : containers[0]?.lines.slice(-LOG_LINES);
  return { status: 'FAILED', reason: said.join('\n'), logLines };
}

function describe({ cause, line }: Diagnosis, received: boolean): string {
  const page = cause.rule ? ` ${rulePage(cause.rule)}` : '';
  const shownBy = received ? '' : `, according to the line "${line.slice(0, CHARACTERS)}"`;
  return `Likely cause: ${cause.title}${shownBy}. ${cause.remedy}${page}`;
}

async function noteOnLines(properties: FailureReportProperties, evidence: Evidence[]): Promise<string> {
  try {
    return `These lines are kept in the log group ${await keepLines(properties, evidence)}`;
  } catch (error) {
    return `The container's lines are not kept: ${(error as Error).message}`;
  }
}
