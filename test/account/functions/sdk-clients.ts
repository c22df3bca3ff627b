import { resolveRetryConfig, retryMiddleware } from '@smithy/core/retry';
import { Call } from '../call';

/** For each client class of the AWS SDK, the prefix of its service in IAM. */
const SERVICES: Record<string, string> = {
  ApplicationAutoScalingClient: 'application-autoscaling',
  CloudFormationClient: 'cloudformation',
  CloudWatchClient: 'cloudwatch',
  CloudWatchLogsClient: 'logs',
  EC2Client: 'ec2',
  KMSClient: 'kms',
  LambdaClient: 'lambda',
  S3Client: 's3',
  SageMakerClient: 'sagemaker',
  SageMakerRuntimeClient: 'sagemaker',
  SFNClient: 'states',
};

/** Bytes of an object that S3 sends at once: about the size of a buffer of Node.js's HTTP client. */
const CHUNK_BYTES = 64 * 1024;

/** Sends a request to the simulated account. */
export type Sender = (call: Omit<Call, 'principal'>) => Promise<Record<string, unknown>>;

type RetryConfig = ReturnType<typeof retryConfig>;
type RetryArguments = Parameters<ReturnType<typeof retryMiddleware>>;
type Command = object & { readonly input: Record<string, unknown> };
type Send = (command: Command, options?: { readonly abortSignal?: AbortSignal }) => Promise<unknown>;

/**
 * Returns a package of the AWS SDK whose client sends requests to the simulated account. The commands, pages and retries are those of the
 * SDK. The client has no other parts of a client, such as credentials and HTTP headers, because they take longer than the simulation of the
 * service.
 */
export function withSimulatedClient(exports: object, sender: Sender): object {
  const name = Object.keys(SERVICES).find((client) => client in exports);
  if (name === undefined) return exports;
  const { prototype } = (exports as Record<string, { prototype: object }>)[name]; // the SDK's pages check the class of a client
  const value = function (options: object = {}): object {
    const config = retryConfig(options);
    const send: Send = (command, { abortSignal } = {}) => sendRequest(name, command, config, sender, abortSignal);
    return Object.create(prototype, { config: { value: config }, send: { value: send } });
  };
  return Object.create(exports, { [name]: { value } });
}

/** The configuration of retries of a client with these options. */
function retryConfig(options: object) {
  return resolveRetryConfig({ maxAttempts: 3, retryMode: 'standard', ...options });
}

async function sendRequest(
  clientName: string,
  command: Command,
  config: RetryConfig,
  sender: Sender,
  abortSignal?: AbortSignal,
): Promise<unknown> {
  const service = SERVICES[clientName];
  if (!service) throw new Error(`No service is known for ${clientName}`);
  const operation = command.constructor.name.replace(/Command$/, '');
  const input = withoutUndefined(command.input);
  const simulatedService: RetryArguments[0] = async () => {
    const output = await abortable(abortSignal, sender({ service, operation, input }));
    return { output: { $metadata: { httpStatusCode: 200 }, ...withReadableBody(output) }, response: {} };
  };
  const context = { __smithy_context: { abortSignal } } as RetryArguments[1];
  return (await retryMiddleware(config)(simulatedService, context)({ input, request: {} })).output;
}

/** Removes undefined members, which the SDK does not send. */
function withoutUndefined(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Adds the length and the stream methods of the SDK to the body of an S3 object. */
function withReadableBody(output: Record<string, unknown>): Record<string, unknown> {
  const { Body } = output;
  if (!Buffer.isBuffer(Body) || 'ContentType' in output) return output;
  return {
    ...output,
    ContentLength: Body.length,
    Body: {
      destroy: () => undefined,
      transformToByteArray: async () => new Uint8Array(Body),
      transformToString: async () => Body.toString(),
      [Symbol.asyncIterator]: async function* () {
        for (let start = 0; start < Body.length; start += CHUNK_BYTES)
          yield new Uint8Array(Body.subarray(start, start + CHUNK_BYTES));
      },
    },
  };
}

async function abortable<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(Object.assign(new Error('Request aborted'), { name: 'AbortError' }));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
