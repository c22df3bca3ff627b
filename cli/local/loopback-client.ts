import {
  InvokeEndpointCommand,
  InvokeEndpointWithResponseStreamCommand,
  SageMakerRuntimeClient,
} from '@aws-sdk/client-sagemaker-runtime';
import { readStream } from '../response-times';

/** Timeout of a request. It is longer than the timeout of SageMaker for a container (60 s), which the loopback applies. */
const TIMEOUT_MILLISECONDS = 70_000;

/** A request to measure. */
export interface MeasuredMessage {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly targetModel?: string;
  /** The name of the inference component in SageMaker. */
  readonly inferenceComponent?: string;
  /** Whether the response is read as a stream. */
  readonly isStream?: boolean;
}

/** Sends requests through the local implementation of SageMaker's API, to measure their latency. */
export class LoopbackClient {
  private readonly client: SageMakerRuntimeClient;

  constructor(url: string) {
    this.client = new SageMakerRuntimeClient({
      maxAttempts: 1, // the latency of a request would include its retries
      requestHandler: { requestTimeout: TIMEOUT_MILLISECONDS, throwOnRequestTimeout: true },
      endpoint: url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
  }

  /**
   * Sends a request, and waits for the complete response.
   *
   * @returns the arrival time of each response of a stream, in milliseconds of `performance.now()`; empty if the response is not a stream
   * @param abortSignal ends the request
   * @throws if the request fails, or if the response has status 200 but contains an error, as when text generation fails after it began
   */
  public async send(
    { body, contentType, targetModel, inferenceComponent, isStream }: MeasuredMessage,
    abortSignal?: AbortSignal,
  ): Promise<number[]> {
    const request = {
      EndpointName: 'local',
      Body: body,
      ContentType: contentType,
      InferenceComponentName: inferenceComponent,
    };
    if (!isStream) {
      const command = new InvokeEndpointCommand({ ...request, TargetModel: targetModel });
      const { Body } = await this.client.send(command, { abortSignal });
      requireNoError(Body);
      return [];
    }
    const { Body: parts } = await this.client.send(new InvokeEndpointWithResponseStreamCommand(request), {
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

/** The beginning of an error of Triton, as an event of a stream or as a complete body. */
const TRITON_ERROR = /^(?:data: )?\{"error":/;

function requireNoError(body?: Uint8Array): void {
  const beginning = Buffer.from(body?.subarray(0, 1000) ?? '').toString();
  if (TRITON_ERROR.test(beginning))
    throw new Error(`the model responded with an error: ${beginning.replace(/^data: /, '')}`);
}
