import { AwsError, sageMakerWithRole } from '../call';
import { StartFailure } from './requests';
import type { ContainerLog, Fleet, SageMakerState, Variant } from './state';
import { SECOND } from './state';

/** How long log lines still arrive after the deletion of an endpoint. Users report "some seconds". */
const LAST_LINES_PERIOD = 45 * SECOND;
const LAST_LINES_INTERVAL = 5 * SECOND;

/** The log of the container on an instance of a variant. */
export function endpointLog(fleet: Fleet, variant: Variant, instanceId: string): ContainerLog {
  return {
    role: variant.role,
    group: `/aws/sagemaker/Endpoints/${fleet.endpointName}`,
    stream: `${variant.name}/${instanceId}`,
  };
}

type Send = (operation: string, input?: Record<string, unknown>) => Promise<unknown>;

/** Sends log lines of a container to CloudWatch Logs with the execution role. */
export async function writeLog(state: SageMakerState, log: ContainerLog, lines: readonly string[]): Promise<void> {
  const { account } = state;
  const send = senderOf(state, log);
  const logEvents = lines.map((message) => ({ timestamp: account.now(), message }));
  try {
    await createStream(send);
    await send('PutLogEvents', { logEvents });
  } catch (error) {
    if (!account.isSwitchedOn('sagemaker.log-needs-permission'))
      throw new StartFailure(`Failed to write the log ${log.group}: ${(error as Error).message}`);
  }
}

/**
 * Sends log lines at several times after the container has ended. If the log group was deleted meanwhile, the log agent creates the group
 * again.
 */
export function writeLastLinesLater(state: SageMakerState, log: ContainerLog): void {
  const { account } = state;
  const send = senderOf(state, log);
  const firstDelay = account.random() * LAST_LINES_INTERVAL;
  for (let delay = firstDelay; delay < LAST_LINES_PERIOD; delay += LAST_LINES_INTERVAL) {
    account.after(delay, () => sendLine(state, send, 'Signal (15) received.'));
  }
}

/**
 * Sends a line of a running container. If SageMaker does not pass lines unchanged, CloudWatch Logs finds no metrics in the line.
 */
export async function writeLine(state: SageMakerState, log: ContainerLog, line: string): Promise<void> {
  const isUnchanged = state.account.isSwitchedOn('sagemaker.passes-log-lines-unchanged');
  await sendLine(state, senderOf(state, log), isUnchanged ? line : `container: ${line}`);
}

async function sendLine(state: SageMakerState, send: Send, message: string): Promise<void> {
  const logEvents = [{ timestamp: state.account.now(), message }];
  try {
    await send('PutLogEvents', { logEvents }).catch(async (error: AwsError) => {
      if (error.name !== 'ResourceNotFoundException') throw error;
      await createStream(send);
      await send('PutLogEvents', { logEvents });
    });
  } catch {
    // The log agent reports no errors.
  }
}

async function createStream(send: Send): Promise<void> {
  await send('DescribeLogStreams').catch(() => undefined);
  await send('CreateLogStream').catch(async (error: AwsError) => {
    if (error.name !== 'ResourceNotFoundException') throw error;
    await createGroup(send);
    await send('CreateLogStream');
  });
}

/** Creates the log group. The log agent ignores the error if the group exists. */
async function createGroup(send: Send): Promise<void> {
  await send('CreateLogGroup').catch((error: AwsError) => {
    if (error.name !== 'ResourceAlreadyExistsException') throw error;
  });
}

/** Returns a function that sends requests to CloudWatch Logs for the log stream of a container. */
function senderOf(
  { account }: SageMakerState,
  { role, group: logGroupName, stream: logStreamName }: ContainerLog,
): Send {
  const principal = sageMakerWithRole(role);
  const inputs: Record<string, Record<string, unknown>> = {
    CreateLogGroup: { logGroupName },
    DescribeLogStreams: { logGroupName, logStreamNamePrefix: logStreamName },
  };
  return (operation, input = {}) =>
    account.call({
      principal,
      service: 'logs',
      operation,
      input: inputs[operation] ?? { logGroupName, logStreamName, ...input },
    });
}
