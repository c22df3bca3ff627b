import {
  InvokeEndpointCommand,
  InvokeEndpointWithResponseStreamCommand,
  SageMakerRuntimeClient,
} from '@aws-sdk/client-sagemaker-runtime';
import { RESOURCE_NAME } from '../../lib/facts/resource-names';
import { limitResponses } from './limit-responses';
import { readStream } from '../response-times';

/** Maximum number of concurrent connections. Further requests wait. */
const CONNECTIONS = 1024;
/** Timeout of a request. It is longer than the timeout of SageMaker for a container (60 s). */
const TIMEOUT_MILLISECONDS = 70_000;
/** Timeout of a stream. It is longer than the timeout of SageMaker, 8 minutes (developer guide, "Model Hosting FAQs", read 2026-11-22). */
const STREAM_TIMEOUT_MILLISECONDS = 490_000;

/** Limits that InvokeEndpoint never reaches. Only the beginning of a response is kept, which is enough to recognize an error. */
const LIMITS = { seconds: TIMEOUT_MILLISECONDS / 1000, bytes: 32 * 1024 * 1024, keptBytes: 1024 * 1024 };
const MAX_STREAM_BYTES = 128 * 1024 * 1024;
const STREAM_LIMITS = {
  seconds: STREAM_TIMEOUT_MILLISECONDS / 1000,
  bytes: MAX_STREAM_BYTES,
  keptBytes: MAX_STREAM_BYTES,
};

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

/** A request to the endpoint. */
export interface LoadRequest {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly targetModel?: string;
  readonly targetVariant?: string;
  /** The name of the inference component in SageMaker. */
  readonly inferenceComponent?: string;
  /** Whether the response is read as a stream. */
  readonly isStream?: boolean;
}

/** The endpoint that receives the requests. */
export class LoadTarget {
  /**
   * Creates a target from the name of an endpoint in the current account and Region, or from the URL that
   * `cdk-sagemaker-triton local --keep` prints.
   *
   * @throws for any other target
   */
  public static of(target: string): LoadTarget {
    const clientOptions = {
      maxAttempts: 1, // the latency of a request would include its retries
      requestHandler: {
        requestTimeout: TIMEOUT_MILLISECONDS,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: CONNECTIONS },
        httpsAgent: { maxSockets: CONNECTIONS },
      },
    };
    if (RESOURCE_NAME.test(target)) {
      return new LoadTarget(target, false, new SageMakerRuntimeClient(clientOptions));
    }
    const url = URL.canParse(target) ? new URL(target) : undefined;
    if (url?.protocol !== 'http:' || !LOOPBACK_HOSTS.includes(url.hostname)) {
      throw new Error(
        `got '${target}'; allowed: the name of an endpoint, or http://127.0.0.1:<port>/<secret> of 'local --keep'`,
      );
    }
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    return new LoadTarget(
      'local',
      true,
      new SageMakerRuntimeClient({
        ...clientOptions,
        endpoint: url.origin + url.pathname,
        region: 'us-east-1',
        credentials,
      }),
    );
  }

  private constructor(
    public readonly endpointName: string,
    /** Whether the target is a server on this host. */
    public readonly isThisHost: boolean,
    private readonly client: SageMakerRuntimeClient,
  ) {
    limitResponses(client, (command) => (command.includes('Stream') ? STREAM_LIMITS : LIMITS));
  }

  /** @throws if no Region is configured */
  public async requireRegion(): Promise<void> {
    await this.client.config.region().catch((error: Error) => {
      const message = `no Region for the endpoint ${this.endpointName}: set AWS_REGION, or set AWS_PROFILE to a profile with a Region`;
      throw new Error(message, { cause: error });
    });
  }

  /**
   * Sends a request, and waits for the complete response.
   *
   * @returns the arrival time of each response of a stream, in milliseconds of `performance.now()`; empty if the response is not a stream
   * @param abortSignal ends the request
   * @throws if the request fails, or if the response has status 200 but contains an error, as when text generation fails after it began
   */
  public async send(request: LoadRequest, abortSignal?: AbortSignal): Promise<number[]> {
    try {
      return await this.sendRequest(request, abortSignal);
    } catch (error) {
      throw toReadableError(error as Error);
    }
  }

  private async sendRequest(
    { body, contentType, targetModel, targetVariant, inferenceComponent, isStream }: LoadRequest,
    abortSignal?: AbortSignal,
  ): Promise<number[]> {
    const request = {
      EndpointName: this.endpointName,
      Body: body,
      ContentType: contentType,
      TargetVariant: targetVariant,
      InferenceComponentName: inferenceComponent,
    };
    if (!isStream) {
      const command = new InvokeEndpointCommand({ ...request, TargetModel: targetModel });
      const { Body } = await this.client.send(command, { abortSignal });
      requireNoError(Body);
      return [];
    }
    const { Body: parts } = await this.client.send(new InvokeEndpointWithResponseStreamCommand(request), {
      requestTimeout: STREAM_TIMEOUT_MILLISECONDS,
      abortSignal,
    });
    if (!parts) return [];
    const { arrivals, body: events } = await readStream(parts);
    for (const event of events.toString().split('\n\n')) requireNoError(Buffer.from(event));
    return arrivals;
  }

  public close(): void {
    this.client.destroy();
  }
}

/** Converts an error that the SDK throws for an invalid response to an error with a readable message. */
function toReadableError(error: Error): Error {
  const { name, message } = error as { name?: unknown; message?: unknown };
  if (error instanceof SyntaxError) return new Error('the response is not valid JSON', { cause: error });
  if (error instanceof RangeError || error instanceof TypeError) {
    return new Error('the response cannot be read: its form is unexpected', { cause: error });
  }
  if (typeof message === 'string' && MISSING_COMPONENT.test(message))
    return new Error(`${message} Set --inference-component`, { cause: error });
  if (typeof name === 'string' && typeof message === 'string') return error;
  const text = typeof message === 'string' ? message : (JSON.stringify(message) ?? 'it has no message');
  return new Error(`the response is an error without a text: ${text}`);
}

/** The beginning of SageMaker's message about a request to an endpoint with inference components that names none of them. */
const MISSING_COMPONENT = /^Inference Component Name header is required/;

/** The beginning of an error of Triton, as an event of a stream or as a complete body. */
const TRITON_ERROR = /^(?:data: )?\{"error":/;

function requireNoError(body?: Uint8Array): void {
  const beginning = Buffer.from(body?.subarray(0, 1000) ?? '').toString();
  if (TRITON_ERROR.test(beginning))
    throw new Error(`the model responded with an error: ${beginning.replace(/^data: /, '')}`);
}
