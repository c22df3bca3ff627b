import { diagnose, Diagnosis, Evidence } from '../../lib/diagnosis';
import { rulePage } from '../../lib/findings/rule-page';
import { lastLines } from '../shared/log-lines';
import { Outcome } from '../shared/respond';
import { keepLines } from './keep-lines';
import { FailureReportProperties } from './properties';

/** CloudFormation's event has room for 4 KB: for the reason, the cause, and some of the container's lines. */
const CHARACTERS = 600;
const LOG_LINES = 20;

/** Why an endpoint failed, as far as its container and SageMaker say. */
export async function reportFailure(properties: FailureReportProperties, failureReason = ''): Promise<Outcome> {
  const containers = await lastLines(`/aws/sagemaker/Endpoints/${properties.EndpointName}`).catch((error: Error) => {
    console.log(`The container's log could not be read: ${error.message}`);
    return [];
  });
  const evidence = [{ source: 'FailureReason', lines: failureReason.split('\n') }, ...containers];
  const [likeliest] = diagnose(evidence);
  const said = [
    `The endpoint ${properties.EndpointName} failed: ${failureReason.slice(0, CHARACTERS) || 'SageMaker gives no reason'}`,
    ...(likeliest ? [describe(likeliest)] : []),
    await noteOnLines(properties, evidence),
  ];
  return { status: 'FAILED', reason: said.join('\n'), logLines: containers[0]?.lines.slice(-LOG_LINES) };
}

function describe({ cause, line }: Diagnosis): string {
  const page = cause.rule ? ` ${rulePage(cause.rule)}` : '';
  return `Likely cause: ${cause.title}, according to the line "${line.slice(0, CHARACTERS)}". ${cause.remedy}${page}`;
}

async function noteOnLines(properties: FailureReportProperties, evidence: Evidence[]): Promise<string> {
  try {
    return `These lines are kept in the log group ${await keepLines(properties, evidence)}`;
  } catch (error) {
    return `The container's lines are not kept: ${(error as Error).message}`;
  }
}
