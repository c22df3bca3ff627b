/** A process that runs the handler. Each message is an event. The process replies with a message when the handler returns. */
import type { Context } from 'aws-lambda';
import { handler } from '../../../lambda/publish-model';

const context = { logStreamName: 'the-log-stream', getRemainingTimeInMillis: () => 900_000 } as Context;

process.on('message', (event) => {
  void handler(event as Parameters<typeof handler>[0], context).then(() => process.send?.('done'));
});
