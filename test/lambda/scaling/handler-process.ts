/** Runs the handler outside of jest, which has no dynamic imports: an event comes as a message, a message says that it is done. */
import type { Context } from 'aws-lambda';
import { handler } from '../../../lambda/scaling-registration';

const context = { logStreamName: 'the-log-stream' } as Context;

process.on('message', (event) => {
  void handler(event as Parameters<typeof handler>[0], context).then(() => process.send?.('done'));
});
