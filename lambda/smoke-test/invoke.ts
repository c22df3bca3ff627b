import {
  InvokeEndpointCommand,
  InvokeEndpointWithResponseStreamCommand,
  ResponseStream,
  SageMakerRuntimeClient,
} from '@aws-sdk/client-sagemaker-runtime';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { Message } from '../../lib/client/protocol/message';
import { connectionErrorCode, describeMissingResponse, isTimeout } from './describe-error';
import { ModelRequest } from './requests';

/** The endpoint that receives the requests, or an inference component that the endpoint hosts. */
interface InvocationTarget {
  readonly endpointName: string;
  readonly inferenceComponent?: string;
}

/** The response of a model, with its latency and origin. */
interface ModelResponse extends Message {
  /** The time until the response was complete. */
  readonly milliseconds: number;
  /** The production variant that responded. */
  readonly variant?: string;
}

/** Longer than SageMaker waits for a container (60 s), so that SageMaker's response describes the timeout. */
const REQUEST_TIMEOUT_MILLISECONDS = 70_000;

/** SageMaker waits 8 minutes for streams (developer guide, "Model Hosting FAQs", read 2026-11-22). */
const STREAM_TIMEOUT_MILLISECONDS = 490_000;

const FIRST_DELAY_MILLISECONDS = 200;
const MAXIMUM_DELAY_MILLISECONDS = 10_000;

/** Attempts before broken connections are reported as an error of the endpoint. */
const CONNECTION_ATTEMPTS = 3;

type RefreshArguments = Parameters<ConfiguredRetryStrategy['refreshRetryTokenForRetry']>;

/** The SDK's retry strategy, with a longer total delay, and without retries after timeouts. */
class PatientRetryStrategy extends ConfiguredRetryStrategy {
  /** The last error after which a request was retried. It explains why the test timed out. */
  public lastError?: Error;

  constructor(attempts: number) {
    super(attempts, (attempt) => Math.min(MAXIMUM_DELAY_MILLISECONDS, FIRST_DELAY_MILLISECONDS * 2 ** attempt));
  }

  public override async refreshRetryTokenForRetry(
    ...[token, info]: RefreshArguments
  ): ReturnType<ConfiguredRetryStrategy['refreshRetryTokenForRetry']> {
    const error = (info.error ?? new Error()) as Error;
    const isBroken = connectionErrorCode(error) !== undefined;
    const isFinal = isTimeout(error) || (isBroken && token.getRetryCount() + 1 >= CONNECTION_ATTEMPTS);
    if (isFinal) throw new Error('no further attempt');
    this.lastError = error;
    return super.refreshRetryTokenForRetry(token, info);
  }
}

/** Invokes an endpoint, and retries after transient errors. */
export class EndpointClient {
  private readonly strategy: PatientRetryStrategy;
  private readonly client: SageMakerRuntimeClient;

  constructor(
    private readonly target: InvocationTarget,
    attempts: number,
    private readonly signal: AbortSignal,
  ) {
    this.strategy = new PatientRetryStrategy(attempts);
    this.client = new SageMakerRuntimeClient({
      maxAttempts: attempts,
      retryStrategy: this.strategy,
      requestHandler: {
        requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
        connectionTimeout: 10_000,
        throwOnRequestTimeout: true,
      },
    });
  }

  /**
   * Sends a request.
   *
   * @param logPayloads whether an error may quote the error message of the model
   * @throws Error that describes why there is no response
   */
  public async invoke(request: ModelRequest, variant?: string, logPayloads = false): Promise<ModelResponse> {
    const startTime = performance.now();
    const response = await this.send(request, variant).catch(async (error: Error) => {
      const { lastError: lastRetried } = this.strategy;
      const cause = error.name === 'AbortError' ? (lastRetried ?? error) : error;
      throw new Error(await describeMissingResponse(error, logPayloads, lastRetried), { cause });
    });
    return { ...response, milliseconds: performance.now() - startTime };
  }

  private async send(request: ModelRequest, variant?: string): Promise<Omit<ModelResponse, 'milliseconds'>> {
    const { model, contentType, body } = request;
    const input = {
      EndpointName: this.target.endpointName,
      InferenceComponentName: this.target.inferenceComponent,
      ContentType: contentType,
      Body: body,
      TargetVariant: variant,
    };
    const options = { abortSignal: this.signal };
    const isStream = model.inferenceType === 'generate_stream';
    const response = isStream
      ? await this.client.send(new InvokeEndpointWithResponseStreamCommand(input), {
          ...options,
          requestTimeout: STREAM_TIMEOUT_MILLISECONDS,
        })
      : await this.client.send(
          new InvokeEndpointCommand({ ...input, Accept: contentType.split(';')[0], TargetModel: model.targetModel }),
          options,
        );
    const { ContentType = '', Body = new Uint8Array(), InvokedProductionVariant } = response;
    const completeBody = Body instanceof Uint8Array ? Body : await joinParts(Body);
    return { contentType: ContentType, body: completeBody, variant: InvokedProductionVariant };
  }
}

async function joinParts(parts: AsyncIterable<ResponseStream>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const { PayloadPart } of parts) chunks.push(PayloadPart?.Bytes ?? new Uint8Array());
  return Buffer.concat(chunks);
}
