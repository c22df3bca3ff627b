import {
  InvokeEndpointCommand,
  InvokeEndpointWithResponseStreamCommand,
  SageMakerRuntimeClient,
} from '@aws-sdk/client-sagemaker-runtime';
import { limitResponses } from './limit-responses';
import { readStream } from '../response-times';

/** Requests on their way that a client holds open; more wait for one of them. */
const CONNECTIONS = 1024;
/** Longer than SageMaker waits for a container (60 s). */
const TIMEOUT_MILLISECONDS = 70_000;
/** For streams SageMaker waits 8 minutes (developer guide, "Model Hosting FAQs", read 2026-11-22). */
const STREAM_TIMEOUT_MILLISECONDS = 490_000;

/** More than InvokeEndpoint returns. Whether a response is an error, its beginning says. */
const LIMITS = { seconds: TIMEOUT_MILLISECONDS / 1000, bytes: 32 * 1024 * 1024, keptBytes: 1024 * 1024 };
const STREAM_BYTES = 128 * 1024 * 1024;
const STREAM_LIMITS = { seconds: STREAM_TIMEOUT_MILLISECONDS / 1000, bytes: STREAM_BYTES, keptBytes: STREAM_BYTES };

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** The body of every request. */
export interface LoadRequest {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly targetModel?: string;
  readonly targetVariant?: string;
  /** Whether the response is taken as a stream. */
  readonly isStream?: boolean;
}

/** What load is sent to. */
export class LoadTarget {
  /**
   * An endpoint by its name, in the account and region of the AWS SDK's environment; or what `cdk-sagemaker-triton local --keep` leaves up,
   * by its URL.
   *
   * @throws when it is neither: load goes nowhere else
   */
  public static of(target: string): LoadTarget {
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
    const shared = {
      maxAttempts: 1, // a request that is tried again would count as one
      requestHandler: {
        requestTimeout: TIMEOUT_MILLISECONDS,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: CONNECTIONS },
        httpsAgent: { maxSockets: CONNECTIONS },
      },
    };
    if (/^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/.test(target)) {
      return new LoadTarget(target, new SageMakerRuntimeClient(shared));
    }
    const url = URL.canParse(target) ? new URL(target) : undefined;
    if (url?.protocol !== 'http:' || !LOOPBACK.includes(url.hostname)) {
      throw new Error(
        `got '${target}'; allowed: the name of an endpoint, or http://127.0.0.1:<port>/<secret> of 'local --keep'`,
      );
    }
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    return new LoadTarget(
      'local',
      new SageMakerRuntimeClient({ ...shared, endpoint: url.origin + url.pathname, region: 'us-east-1', credentials }),
    );
  }

  private constructor(
    public readonly endpointName: string,
    private readonly client: SageMakerRuntimeClient,
  ) {
    limitResponses(client, (command) => (command.includes('Stream') ? STREAM_LIMITS : LIMITS));
  }

  /** @throws when nothing says in which region the endpoint is */
  public async requireRegion(): Promise<void> {
    await this.client.config.region().catch((error: Error) => {
      const message = `no Region for the endpoint ${this.endpointName}: set AWS_REGION, or set AWS_PROFILE to a profile with a Region`;
      throw new Error(message, { cause: error });
    });
  }

  /**
   * Sends a request, and waits for the whole response.
   *
   * @returns when each response of a stream arrived, in milliseconds of `performance.now()`; nothing without a stream
   * @throws also when the model sent an error with status 200, as it does once a generate response has begun
   */
  public async send(request: LoadRequest): Promise<number[]> {
    try {
      return await this.sendOnce(request);
    } catch (error) {
      throw readable(error as Error);
    }
  }

  private async sendOnce({ body, contentType, targetModel, targetVariant, isStream }: LoadRequest): Promise<number[]> {
    const request = {
      EndpointName: this.endpointName,
      Body: body,
      ContentType: contentType,
      TargetVariant: targetVariant,
    };
    if (!isStream) {
      const { Body } = await this.client.send(new InvokeEndpointCommand({ ...request, TargetModel: targetModel }));
      failOverError(Body);
      return [];
    }
    const { Body: parts } = await this.client.send(new InvokeEndpointWithResponseStreamCommand(request), {
      requestTimeout: STREAM_TIMEOUT_MILLISECONDS,
    });
    if (!parts) return [];
    const { arrivals, body: events } = await readStream(parts);
    for (const event of events.toString().split('\n\n')) failOverError(Buffer.from(event));
    return arrivals;
  }

  public close(): void {
    this.client.destroy();
  }
}

/** The SDK makes errors of whatever a server sends. */
function readable(error: Error): Error {
  const { name, message } = error as { name?: unknown; message?: unknown };
  if (error instanceof SyntaxError) return new Error('the response is not valid JSON', { cause: error });
  if (error instanceof RangeError || error instanceof TypeError) {
    return new Error('the response cannot be read: its form is unexpected', { cause: error });
  }
  if (typeof name === 'string' && typeof message === 'string') return error;
  const text = typeof message === 'string' ? message : (JSON.stringify(message) ?? 'it has no message');
  return new Error(`the response is an error without a text: ${text}`);
}

/** The form of an error of Triton, in an event of a stream or alone. */
const ERROR = /^(?:data: )?\{"error":/;

function failOverError(body?: Uint8Array): void {
  const beginning = Buffer.from(body?.subarray(0, 1000) ?? '').toString();
  if (ERROR.test(beginning)) throw new Error(`the model responded with an error: ${beginning.replace(/^data: /, '')}`);
}
