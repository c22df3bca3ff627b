import { InvokeEndpointCommand, ModelError, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { ModelRequest } from './requests';
import { Tensor } from './test-plan';

/** What a model answered. */
export interface Answer {
  readonly outputs: Tensor[];
  /** Whether it came in Triton's binary form, with values behind the JSON. */
  readonly binary: boolean;
  readonly milliseconds: number;
}

/** Longer than SageMaker waits for a container (60 s), so that its answer says what happened. */
const REQUEST_TIMEOUT_MILLISECONDS = 70_000;

/** The SDK's own retry gets over throttling, a model that is not ready yet and a fault of the service. */
const ATTEMPTS = 6;

/** A client for as long as an invocation of the handler. */
export function createClient(): SageMakerRuntimeClient {
  return new SageMakerRuntimeClient({
    maxAttempts: ATTEMPTS,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MILLISECONDS, connectionTimeout: 10_000 },
  });
}

/**
 * Sends a request to an endpoint.
 *
 * @throws Error that says in words what came instead of an answer
 */
export async function invoke(
  client: SageMakerRuntimeClient,
  endpointName: string,
  request: ModelRequest,
  abortSignal?: AbortSignal,
): Promise<Answer> {
  const started = performance.now();
  const command = new InvokeEndpointCommand({
    EndpointName: endpointName,
    ContentType: request.contentType,
    Accept: request.contentType.split(';')[0],
    Body: request.body,
  });
  const response = await client.send(command, { abortSignal }).catch((error: unknown) => {
    throw new Error(describe(error), { cause: error });
  });
  const milliseconds = performance.now() - started;
  const { outputs, binary } = parse(response.Body ?? new Uint8Array(), response.ContentType ?? '');
  return { outputs, binary, milliseconds };
}

function describe(error: unknown): string {
  if (error instanceof ModelError) {
    const { OriginalStatusCode: status, OriginalMessage: message } = error;
    return `the model answered HTTP ${status ?? 'without a status'}: ${errorOf(message ?? error.message)}`;
  }
  const { name, message, $metadata } = error as Error & { $metadata?: { attempts?: number } };
  const attempts = $metadata?.attempts ?? 1;
  return `${name}: ${message}${attempts > 1 ? ` (after ${attempts} attempts)` : ''}`;
}

/** Triton wraps its reason in JSON. */
function errorOf(message: string): string {
  try {
    return (JSON.parse(message) as { error?: string }).error ?? message;
  } catch {
    return message;
  }
}

function parse(body: Uint8Array, contentType: string): Pick<Answer, 'outputs' | 'binary'> {
  const size = /json-header-size=(\d+)/.exec(contentType)?.[1];
  const binary = size !== undefined;
  const json = Buffer.from(body.buffer, body.byteOffset, binary ? Number(size) : body.byteLength).toString('utf8');
  const outputs = outputsOf(json);
  if (!outputs)
    throw new Error(
      `${body.byteLength} bytes of ${contentType || 'no content type'} came that are no inference answer`,
    );
  if (binary && Number(size) + binaryBytes(outputs) !== body.byteLength) {
    throw new Error(
      `${body.byteLength} bytes came, expected ${Number(size) + binaryBytes(outputs)}: the answer is cut`,
    );
  }
  return { outputs, binary };
}

function outputsOf(json: string): Tensor[] | undefined {
  try {
    const { outputs } = JSON.parse(json) as { outputs?: Tensor[] };
    return Array.isArray(outputs) && outputs.every(({ shape }) => Array.isArray(shape)) ? outputs : undefined;
  } catch {
    return undefined;
  }
}

function binaryBytes(outputs: Tensor[]): number {
  const sizes = outputs.map(
    (output) => (output as { parameters?: { binary_data_size?: number } }).parameters?.binary_data_size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
