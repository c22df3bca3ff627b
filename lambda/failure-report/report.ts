import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { endpointLogGroupOf } from '../../lib/contracts/log-groups';
import { diagnose, Diagnosis } from '../../lib/diagnosis';
import { rulePage } from '../../lib/findings/rule-page';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeEndpoint } from '../shared/describe-endpoint';
import { log } from '../shared/log';
import { readLastLines } from '../shared/log-lines';
import { Failure } from './find-failure';
import { keepLines } from './keep-lines';

/** Limit for a text of SageMaker or of a container in a sentence. */
const MAX_QUOTE_CHARACTERS = 600;
/** With these limits, the lines fit into one PutLogEvents request, which may have 1 MiB. */
const MAX_COPIED_LINES = 200;
const MAX_COPIED_CHARACTERS = 1000;

/** Reports why a deployment failed, from the container's log and SageMaker's reason: in the log of the function and in the kept log group. */
export async function reportFailure(failure: Failure): Promise<void> {
  const { endpointName, since, received } = failure;
  const logGroup = endpointLogGroupOf(endpointName);
  const failureReason = await readReason(endpointName);
  const containers = await readLastLines(logGroup, { since }).catch((error: Error) => {
    log(`The container's log could not be read: ${error.message}`);
    return [];
  });
  const [likeliest] = diagnose([{ source: 'FailureReason', lines: failureReason.split('\n') }, ...containers]);
  const sentences = [
    `The endpoint ${endpointName} failed: ${failureReason.slice(0, MAX_QUOTE_CHARACTERS) || 'SageMaker gives no reason'}`,
    ...(likeliest ? [describeCause(likeliest, received)] : []),
    ...(received
      ? [
          `The log of the containers is in ${logGroup}. Its lines are not copied, since the containers may have received requests`,
        ]
      : []),
  ];
  log(sentences.join('\n'));
  const lines = received ? [] : containers.flatMap((source) => source.lines.slice(-MAX_COPIED_LINES));
  const copiedLines = lines.slice(0, MAX_COPIED_LINES).map((line) => line.slice(0, MAX_COPIED_CHARACTERS));
  await keepLines(failure, [...sentences, ...copiedLines]);
}

/** SageMaker's reason; empty if there is none, or if CloudFormation has already deleted the endpoint. */
async function readReason(endpointName: string): Promise<string> {
  const endpoint = await describeEndpoint(new SageMakerClient(permissionRetryOptions()), endpointName);
  return endpoint?.FailureReason ?? '';
}

function describeCause({ cause, line }: Diagnosis, received: boolean): string {
  const page = cause.rule ? ` ${rulePage(cause.rule)}` : '';
  const evidenceText = received ? '' : `, according to the line "${line.slice(0, MAX_QUOTE_CHARACTERS)}"`;
  return `Likely cause: ${cause.title}${evidenceText}. ${cause.remedy}${page}`;
}
