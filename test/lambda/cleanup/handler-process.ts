/** Runs the handler in a process of its own, since it reads its environment when it is loaded: an event comes as a message, a message says that it is done. */
import type { Context } from 'aws-lambda';
import { handler } from '../../../lambda/endpoint-cleanup';

process.on('message', (event: Parameters<typeof handler>[0]) => {
  let left = 60_004; // time for five looks
  const context = {
    logStreamName: 'the-log-stream',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:111122223333:function:cleanup',
    getRemainingTimeInMillis: () => left--,
  } as Context;
  void handler(event, context).then(() => process.send?.('done'));
});
