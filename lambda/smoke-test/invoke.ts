import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { describeError } from './describe-error';
import { FilledTensor, readAnswer } from './protocol/message';
import { ModelRequest } from './requests';
import { PatientRetryStrategy } from './retry-strategy';

/** What a model answered. */
export interface Answer {
  readonly outputs: FilledTensor[];
  readonly milliseconds: number;
  /** The production variant that answered. */
  readonly variant?: string;
}

/** Longer than SageMaker waits for a container (60 s), so that its answer says what happened. */
const REQUEST_TIMEOUT_MILLISECONDS = 70_000;

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
   * @throws Error that says in words what came instead of an answer
   */
  public async invoke({ model, contentType, body }: ModelRequest, variant?: string): Promise<Answer> {
    const command = new InvokeEndpointCommand({
      EndpointName: this.endpointName,
      ContentType: contentType,
      Accept: contentType.split(';')[0],
      Body: body,
      TargetModel: model.targetModel,
      TargetVariant: variant,
    });
    const started = performance.now();
    const response = await this.client.send(command, { abortSignal: this.signal }).catch((error: Error) => {
      const { lastError = error } = this.strategy;
      const cause = error.name === 'AbortError' ? lastError : error;
      throw new Error(describeError(error, this.strategy.lastError), { cause });
    });
    const milliseconds = performance.now() - started;
    const outputs = readAnswer({ contentType: response.ContentType ?? '', body: response.Body ?? new Uint8Array() });
    return { outputs, milliseconds, variant: response.InvokedProductionVariant };
  }
}
