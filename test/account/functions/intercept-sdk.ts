import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from '@smithy/core/client';
import { Account } from '../account';
import { Invocation } from './invocation';

/** Which service of IAM a client speaks with. */
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

interface Sending {
  readonly signal?: AbortSignal;
  /** Says that the SDK has found its configuration, for which it may have read files. */
  readonly ready: () => void;
}

type Send = (command: unknown, options?: { abortSignal?: AbortSignal }) => Promise<unknown>;
interface Stack {
  addRelativeTo(middleware: unknown, options: object): void;
}

/** The function that runs, wherever in its code. */
export const running = new AsyncLocalStorage<Invocation>();
const sending = new AsyncLocalStorage<Sending>();

/**
 * Sends requests of all clients of the SDK to the account. They are caught between the SDK's retry and its signature: what the SDK
 * validates, serializes and repeats, it does as ever.
 *
 * @returns what ends it
 */
export function interceptSdk(account: Account): () => void {
  const prototype = Client.prototype as unknown as { send: Send };
  const original = prototype.send;
  const known = new WeakSet<object>();
  prototype.send = async function (this: { middlewareStack: Stack }, command, options) {
    if (!known.has(this)) {
      known.add(this);
      this.middlewareStack.addRelativeTo(answerBy(account), {
        relation: 'after',
        toMiddleware: 'retryMiddleware',
        name: 'simulatedAccount',
      });
    }
    const ready = account.clock.hold();
    try {
      return await sending.run({ signal: options?.abortSignal, ready }, () => original.call(this, command, options));
    } finally {
      ready();
    }
  };
  const environment = { AWS_REGION: account.region, AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'nothing' };
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  return () => {
    prototype.send = original;
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

function answerBy(account: Account) {
  return (_next: unknown, { clientName, commandName }: { clientName: string; commandName: string }) =>
    async ({ input }: { input: Record<string, unknown> }) => {
      const { signal, ready } = sending.getStore() as Sending;
      ready();
      const invocation = running.getStore();
      if (!invocation) throw new Error(`${clientName} sends ${commandName} outside of a function`);
      const service = SERVICES[clientName];
      if (!service) throw new Error(`No service is known for ${clientName}`);
      const operation = commandName.replace(/Command$/, '');
      const output = await abortable(
        signal,
        invocation.call(account, { service, operation, input: withoutUndefined(input) }),
      );
      return { output: { $metadata: { httpStatusCode: 200 }, ...readable(output) }, response: {} };
    };
}

/** What the SDK does not send, the service does not get. */
function withoutUndefined(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** An object of S3 is read as the SDK's streams are. */
function readable(output: Record<string, unknown>): Record<string, unknown> {
  const { Body } = output;
  if (!Buffer.isBuffer(Body) || 'ContentType' in output) return output;
  return {
    ...output,
    Body: {
      transformToByteArray: async () => new Uint8Array(Body),
      transformToString: async () => Body.toString(),
      [Symbol.asyncIterator]: async function* () {
        yield new Uint8Array(Body);
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
