import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from '@smithy/core/client';
import { SimulatedAccount } from '../simulated-account';
import { Invocation } from './invocation';

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
  ServiceQuotasClient: 'servicequotas',
};

/**
 * Settings of the SDK with their default values. Without these variables, each client looks for each setting in the configuration files, and
 * creates two errors if it finds none, which takes longer than the request.
 */
const SDK_DEFAULTS = {
  AWS_AUTH_SCHEME_PREFERENCE: '',
  AWS_DEFAULTS_MODE: 'legacy',
  AWS_DISABLE_CLOCK_SKEW_CORRECTION: 'false',
  AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true', // no endpoint URL is configured
  AWS_MAX_ATTEMPTS: '3',
  AWS_RETRY_MODE: 'standard',
  AWS_SDK_UA_APP_ID: '',
  AWS_USE_DUALSTACK_ENDPOINT: 'false',
  AWS_USE_FIPS_ENDPOINT: 'false',
};

/** Bytes of an object that S3 sends at once: about the size of a buffer of Node.js's HTTP client. */
const CHUNK_BYTES = 64 * 1024;

interface PendingRequest {
  readonly signal?: AbortSignal;
  /** Resumes virtual time. Called when the SDK has loaded its configuration, which can need real time to read files. */
  readonly resumeTime: () => void;
}

type Send = (command: unknown, options?: { abortSignal?: AbortSignal }) => Promise<unknown>;
interface InterceptedClient {
  readonly config: { logger: object };
  readonly middlewareStack: { addRelativeTo(middleware: unknown, options: object): void };
}

/** The invocation whose code is currently running. */
export const currentInvocation = new AsyncLocalStorage<Invocation>();
const currentRequest = new AsyncLocalStorage<PendingRequest>();

/**
 * Redirects the requests of all clients of the AWS SDK to the simulated account. The requests are intercepted after the SDK's middleware
 * for retries and before the signing, so the SDK still validates and retries requests.
 *
 * @returns a function that restores the SDK
 */
export function interceptSdk(account: SimulatedAccount): () => void {
  const prototype = Client.prototype as unknown as { send: Send };
  const originalSend = prototype.send;
  const interceptedClients = new WeakSet<object>();
  prototype.send = async function (this: InterceptedClient, command, options) {
    if (!interceptedClients.has(this)) {
      interceptedClients.add(this);
      this.config.logger = {}; // instead of a logger that ignores the messages, which the SDK would still create
      this.middlewareStack.addRelativeTo(simulatedService(account), {
        relation: 'after',
        toMiddleware: 'retryMiddleware',
        name: 'simulatedAccount',
      });
    }
    const resumeTime = account.clock.pause();
    try {
      return await currentRequest.run({ signal: options?.abortSignal, resumeTime }, () =>
        originalSend.call(this, command, options),
      );
    } finally {
      resumeTime();
    }
  };
  const environment = {
    ...SDK_DEFAULTS,
    AWS_REGION: account.region,
    AWS_ACCESS_KEY_ID: 'simulated',
    AWS_SECRET_ACCESS_KEY: 'simulated',
  };
  const previousValues = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  return () => {
    prototype.send = originalSend;
    for (const [name, value] of previousValues) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

function simulatedService(account: SimulatedAccount) {
  return (_next: unknown, { clientName, commandName }: { clientName: string; commandName: string }) =>
    async ({ input }: { input: Record<string, unknown> }) => {
      const { signal, resumeTime } = currentRequest.getStore() as PendingRequest;
      resumeTime();
      const invocation = currentInvocation.getStore();
      if (!invocation) throw new Error(`${clientName} sends ${commandName} outside of a function`);
      const service = SERVICES[clientName];
      if (!service) throw new Error(`No service is known for ${clientName}`);
      const operation = commandName.replace(/Command$/, '');
      const output = await abortable(
        signal,
        invocation.call(account, { service, operation, input: withoutUndefined(input) }),
      );
      return { output: { $metadata: { httpStatusCode: 200 }, ...withReadableBody(output) }, response: {} };
    };
}

/** Removes undefined members, which the SDK does not send. */
function withoutUndefined(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Adds the stream methods of the SDK to the body of an S3 object. */
function withReadableBody(output: Record<string, unknown>): Record<string, unknown> {
  const { Body } = output;
  if (!Buffer.isBuffer(Body) || 'ContentType' in output) return output;
  return {
    ...output,
    Body: {
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
