/**
 * A separate process that runs the smoke test's handler, because the handler reads environment variables when it is loaded. A message is an
 * event, or ends the time for the test before the next retry. The process replies with messages: the output of the handler, and then the
 * result, which contains the error if the handler fails.
 */
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import type { Context } from 'aws-lambda';
import { handler } from '../../lambda/smoke-test';
import { END_OF_TIME, HandlerMessage } from './handler-message';

const context = { logStreamName: 'the-log-stream', getRemainingTimeInMillis: () => 900_000 } as Context;
const send = (message: HandlerMessage): void => void process.send?.(message);

// The output could arrive through a pipe after the result.
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (text: string | Uint8Array): boolean => {
    send({ output: String(text) });
    return true;
  };
}

// The test ends the time, because the requests before the end of a duration would depend on the speed of the host.
const timeouts: AbortController[] = [];
let isTimeOver = false;
AbortSignal.timeout = () => {
  const timeout = new AbortController();
  timeouts.push(timeout);
  return timeout.signal;
};
const { refreshRetryTokenForRetry: retry } = ConfiguredRetryStrategy.prototype;
ConfiguredRetryStrategy.prototype.refreshRetryTokenForRetry = function (...args) {
  const token = retry.apply(this, args);
  if (isTimeOver) for (const timeout of timeouts) timeout.abort(new DOMException('The time is over.', 'TimeoutError'));
  return token;
};

process.on('message', (message) => {
  if (message === END_OF_TIME) {
    isTimeOver = true;
    return;
  }
  timeouts.length = 0;
  void handler(message as Parameters<typeof handler>[0], context)
    .then(
      () => send({ result: {} }),
      (error: Error) => send({ result: { error: error.message } }),
    )
    .finally(() => (isTimeOver = false));
});
