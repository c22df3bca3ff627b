import {
  InvokeEndpointCommand,
  InvokeEndpointWithResponseStreamCommand,
  ResponseStream,
  SageMakerRuntimeClient,
} from '@aws-sdk/client-sagemaker-runtime';
import { Message } from '../../lib/client/protocol/message';
import { describeError } from './describe-error';
import { ModelRequest } from './requests';
import { PatientRetryStrategy } from './retry-strategy';

/** What a model answered. */
export interface Answer extends Message {
  /** Until it was whole. */
  readonly milliseconds: number;
  /** The production variant that answered. */
  readonly variant?: string;
}

/** Longer than SageMaker waits for a container (60 s), so that its answer says what happened. */
const REQUEST_TIMEOUT_MILLISECONDS = 70_000;

/** For streams SageMaker waits 8 minutes (developer guide, "Model Hosting FAQs", read 2026-11-22). */
const STREAM_TIMEOUT_MILLISECONDS = 490_000;

/** An endpoint that is asked, and the patience for what is transient. */
export class EndpointClient {
  private readonly strategy: PatientRetryStrategy;
  private readonly client: SageMakerRuntimeClient;

  /** @param connections requests at once */
  constructor(
    public readonly endpointName: string,
    attempts: number,
    private readonly signal: AbortSignal,
    connections = 1,
  ) {
    this.strategy = new PatientRetryStrategy(attempts);
    this.client = new SageMakerRuntimeClient({
      maxAttempts: attempts,
      retryStrategy: this.strategy,
      requestHandler: {
        requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
        connectionTimeout: 10_000,
        throwOnRequestTimeout: true,
        httpsAgent: { maxSockets: connections },
      },
    });
  }

  /**
   * Sends a request.
   *
   * @param logPayloads whether an error may have what the model has written
   * @throws Error that says in words what came instead of an answer
   */
  public async invoke(request: ModelRequest, variant?: string, logPayloads = false): Promise<Answer> {
    const started = performance.now();
    const answer = await this.send(request, variant).catch((error: Error) => {
      const { lastError = error } = this.strategy;
      const cause = error.name === 'AbortError' ? lastError : error;
      throw new Error(describeError(error, logPayloads, this.strategy.lastError), { cause });
    });
    return { ...answer, milliseconds: performance.now() - started };
  }

  private async send(request: ModelRequest, variant?: string): Promise<Omit<Answer, 'milliseconds'>> {
    const { model, contentType, body } = request;
    const common = { EndpointName: this.endpointName, ContentType: contentType, Body: body, TargetVariant: variant };
    const options = { abortSignal: this.signal };
    const isStream = model.inferenceType === 'generate_stream';
    const response = isStream
      ? await this.client.send(new InvokeEndpointWithResponseStreamCommand(common), {
          ...options,
          requestTimeout: STREAM_TIMEOUT_MILLISECONDS,
        })
      : await this.client.send(
          new InvokeEndpointCommand({ ...common, Accept: contentType.split(';')[0], TargetModel: model.targetModel }),
          options,
        );
    const { ContentType = '', Body = new Uint8Array(), InvokedProductionVariant } = response;
    const whole = Body instanceof Uint8Array ? Body : await joinParts(Body);
    return { contentType: ContentType, body: whole, variant: InvokedProductionVariant };
  }
}

async function joinParts(parts: AsyncIterable<ResponseStream>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const { PayloadPart } of parts) chunks.push(PayloadPart?.Bytes ?? new Uint8Array());
  return Buffer.concat(chunks);
}
