/** Runs the handler in a process of its own, since it reads its environment when it is loaded: an event comes as a message, a message says how it ended. */
import type { Context } from 'aws-lambda';
import { handler } from '../../../lambda/scaling-registration';

const ATTEMPTS = 3; // of an invocation that nobody waits for

/** Time for five looks at the endpoint. */
function context(): Context {
  let left = 60_006;
  return {
    logStreamName: 'the-log-stream',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:111122223333:function:scaling',
    getRemainingTimeInMillis: () => left--,
  } as Context;
}

async function run(event: Parameters<typeof handler>[0], attempts: number): Promise<string> {
  try {
    await handler(event, context());
    return 'done';
  } catch (error) {
    return attempts > 1 ? run(event, attempts - 1) : String(error);
  }
}

process.on('message', (event: Parameters<typeof handler>[0]) => {
  void run(event, 'ResponseURL' in event ? 1 : ATTEMPTS).then((result) => process.send?.(result));
});
