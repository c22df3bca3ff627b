import type { AwsError } from '../call';
import { StartFailure } from './start-failure';
import { SECOND } from './state';
import type { Fleet, Hosting, Variant } from './state';

/** Others saw lines for "some seconds" after the endpoint was deleted. */
const LAST_LINES_ARRIVE_WITHIN = 45 * SECOND;
const PAUSE = 5 * SECOND;

type Send = (operation: string, input?: Record<string, unknown>) => Promise<unknown>;

/** What a container prints, as its agent sends it to CloudWatch Logs with the execution role. */
export async function writeLog(
  hosting: Hosting,
  fleet: Fleet,
  variant: Variant,
  instanceId: string,
  lines: readonly string[],
): Promise<void> {
  const { world } = hosting;
  const send = senderOf(hosting, fleet, variant, instanceId);
  const logEvents = lines.map((message) => ({ timestamp: world.now(), message }));
  try {
    await makeStream(hosting, send);
    await send('PutLogEvents', { logEvents });
  } catch (error) {
    if (!world.assumes('sagemaker.log-needs-permission'))
      throw new StartFailure(`Failed to write the log of the variant ${variant.name}: ${(error as Error).message}`);
  }
}

/** Once its container is gone, the agent sends the last lines, some now and then. Where the log group is gone by then, it makes it again. */
export function writeLastLinesLater(hosting: Hosting, fleet: Fleet, variant: Variant, instanceId: string): void {
  const { world } = hosting;
  const send = senderOf(hosting, fleet, variant, instanceId);
  const begin = world.random() * PAUSE;
  for (let after = begin; after < LAST_LINES_ARRIVE_WITHIN; after += PAUSE) {
    world.after(after, () => writeLastLines(hosting, send));
  }
}

async function writeLastLines(hosting: Hosting, send: Send): Promise<void> {
  const logEvents = [{ timestamp: hosting.world.now(), message: 'Signal (15) received.' }];
  try {
    await send('PutLogEvents', { logEvents }).catch(async (error: AwsError) => {
      if (error.name !== 'ResourceNotFoundException') throw error;
      await makeStream(hosting, send);
      await send('PutLogEvents', { logEvents });
    });
  } catch {
    // Nobody is left to be told.
  }
}

async function makeStream({ world }: Hosting, send: Send): Promise<void> {
  if (world.assumes('sagemaker.log-agent-makes-the-group-first')) {
    await makeGroup(send);
    await send('DescribeLogStreams');
    await send('CreateLogStream');
    return;
  }
  await send('DescribeLogStreams').catch(() => undefined);
  await send('CreateLogStream').catch(async (error: AwsError) => {
    if (error.name !== 'ResourceNotFoundException') throw error;
    await makeGroup(send);
    await send('CreateLogStream');
  });
}

/** An existing group is an error of the request, but none for the agent. */
async function makeGroup(send: Send): Promise<void> {
  await send('CreateLogGroup').catch((error: AwsError) => {
    if (error.name !== 'ResourceAlreadyExistsException') throw error;
  });
}

function senderOf({ world }: Hosting, fleet: Fleet, variant: Variant, instanceId: string): Send {
  const principal = { role: variant.role, service: 'sagemaker.amazonaws.com' };
  const logGroupName = `/aws/sagemaker/Endpoints/${fleet.endpointName}`;
  const logStreamName = `${variant.name}/${instanceId}`;
  const inputs: Record<string, Record<string, unknown>> = {
    CreateLogGroup: { logGroupName },
    DescribeLogStreams: { logGroupName, logStreamNamePrefix: logStreamName },
  };
  return (operation, input = {}) =>
    world.call({
      principal,
      service: 'logs',
      operation,
      input: inputs[operation] ?? { logGroupName, logStreamName, ...input },
    });
}
