/** Runs the handler in a process of its own, since it reads its environment when it is loaded: an event comes as a message, a message says that it is done. */
import type { Context } from 'aws-lambda';
import { handler } from '../../../lambda/failure-report';

/** Time for some twenty looks at the endpoint. */
function context(): Context {
  let left = 60_020;
  return {
    logStreamName: 'the-log-stream',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:111122223333:function:report',
    getRemainingTimeInMillis: () => left--,
  } as Context;
}

process.on('message', (event: Parameters<typeof handler>[0]) => {
  void handler(event, context()).then(
    () => process.send?.('done'),
    (error) => process.send?.(String(error)),
  );
});
