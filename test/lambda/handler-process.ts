/**
 * A separate process that runs the smoke test's handler, because the handler reads environment variables when it is loaded. Each message is
 * an event. The process replies with a message, which contains the error if the handler fails.
 */
import type { Context } from 'aws-lambda';
import { handler } from '../../lambda/smoke-test';

const context = { logStreamName: 'the-log-stream', getRemainingTimeInMillis: () => 900_000 } as Context;

process.on('message', (event) => {
  void handler(event as Parameters<typeof handler>[0], context).then(
    () => process.send?.({}),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
