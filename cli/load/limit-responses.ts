import { pipeline, Readable, Transform } from 'stream';
import type { SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';

/** How much, and for how long, an endpoint may respond. */
export interface ResponseLimits {
  readonly seconds: number;
  readonly bytes: number;
  /** Of what arrives, this much is kept; the rest is only counted. */
  readonly keptBytes: number;
}

/**
 * Ends responses beyond limits with an error: those of a client are for a connection without data only, and a body that arrives byte by
 * byte, or that never ends, is never idle.
 */
export function limitResponses(
  client: SageMakerRuntimeClient,
  limitsOf: (commandName: string) => ResponseLimits,
): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const limits = limitsOf(commandName);
        const end = Date.now() + limits.seconds * 1000;
        const result = await next(args);
        const response = result.response as { statusCode?: number; body?: unknown };
        if (response.body instanceof Readable) response.body = limited(response.body, limits, end - Date.now());
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'limitResponses' },
  );
}

function limited(body: Readable, { seconds, bytes, keptBytes }: ResponseLimits, milliseconds: number): Readable {
  let arrived = 0;
  const rest = new Transform({
    transform(chunk: Buffer, _, done): void {
      arrived += chunk.length;
      if (arrived > bytes) done(new Error(`the response has more than ${bytes} bytes`));
      else done(null, arrived <= keptBytes ? chunk : undefined);
    },
  });
  const timer = setTimeout(
    () => rest.destroy(new Error(`the response was not complete within ${seconds} s`)),
    milliseconds,
  );
  pipeline(body, rest, () => clearTimeout(timer));
  return rest;
}
