/** Runs the handler in a process of its own, since it reads its environment when it is loaded: an event comes as a message, a message says that it is done, or how it failed. */
import type { Context } from 'aws-lambda';
import { handler } from '../../lambda/smoke-test';

const context = { logStreamName: 'the-log-stream', getRemainingTimeInMillis: () => 900_000 } as Context;

process.on('message', (event) => {
  void handler(event as Parameters<typeof handler>[0], context).then(
    () => process.send?.({}),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
