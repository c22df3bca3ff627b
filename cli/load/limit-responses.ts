import { subscribe, unsubscribe } from 'diagnostics_channel';
import type { ClientRequest } from 'http';
import type { Socket } from 'net';
import { pipeline, Readable, Transform } from 'stream';
import type { SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';

/** The channel on which Node.js reports each HTTP request that it sends. */
const REQUEST_CHANNEL = 'http.client.request.start';

/** Limits of a response. */
export interface ResponseLimits {
  readonly seconds: number;
  readonly bytes: number;
  /** Number of bytes that the caller receives. Further bytes are only counted. */
  readonly keptBytes: number;
}

/**
 * Makes a client fail if a response exceeds the limits. The timeouts of the SDK do not end a response whose body arrives very slowly or
 * never ends, because the connection is never idle.
 */
export function limitResponses(
  client: SageMakerRuntimeClient,
  limitsOf: (commandName: string) => ResponseLimits,
): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const limits = limitsOf(commandName);
        const deadline = Date.now() + limits.seconds * 1000;
        const result = await next(args);
        const response = result.response as { statusCode?: number; body?: unknown };
        if (response.body instanceof Readable) response.body = limitBody(response.body, limits, deadline - Date.now());
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'limitResponses' },
  );
}

function limitBody(
  body: Readable,
  { seconds, bytes, keptBytes }: ResponseLimits,
  remainingMilliseconds: number,
): Readable {
  let receivedBytes = 0;
  const output = new Transform({
    transform(chunk: Buffer, _, done): void {
      receivedBytes += chunk.length;
      if (receivedBytes > bytes) done(new Error(`the response has more than ${bytes} bytes`));
      else done(null, receivedBytes <= keptBytes ? chunk : undefined);
    },
  });
  const timer = setTimeout(
    () => output.destroy(new Error(`the response was not complete within ${seconds} s`)),
    remainingMilliseconds,
  );
  pipeline(body, output, () => clearTimeout(timer));
  return output;
}

/**
 * Makes requests of this process fail if a server switches to a different protocol (status 101). Without this, Node.js closes the
 * connection but does not report it, and the request would wait for its timeout.
 *
 * @returns a function that ends this
 */
export function rejectUpgrades(): () => void {
  const onRequest = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    request.once('upgrade', (_response, socket: Socket) => {
      socket.destroy();
      // `request.destroy` would not report the error: Node.js has already detached the socket from the request.
      request.emit('error', new Error('the server switched to a different protocol'));
    });
  };
  subscribe(REQUEST_CHANNEL, onRequest);
  return () => unsubscribe(REQUEST_CHANNEL, onRequest);
}
