import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { InvokeEndpointCommand, ModelError, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { ModelMetadata, TritonRequest, TritonResponse } from 'cdk-sagemaker-triton/client';

const { ENDPOINT_NAME, INFERENCE_COMPONENT_NAME, MODEL = '', RESPONSE_BUCKET } = process.env;
const model: ModelMetadata = JSON.parse(MODEL);
const runtime = new SageMakerRuntimeClient();
const s3 = new S3Client();

/**
 * Sends the requests of a batch to the inference component, and writes a response for each message. A request that fails for a reason that
 * can pass, above all because the component has no copy yet, stays in the queue.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failures = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await store(messageId, await respond(body));
        return [];
      } catch (error) {
        console.warn(`${messageId} stays in the queue: ${error}`);
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failures.flat() };
}

/** Converts `{ "<input>": [elements] }` to a request, and its response to `{ "<output>": [elements] }`. The keys are tensor names. */
async function respond(body: string): Promise<object> {
  let request: TritonRequest;
  try {
    request = new TritonRequest(model, JSON.parse(body));
  } catch (error) {
    return { error: (error as Error).message };
  }
  try {
    const response = await runtime.send(
      new InvokeEndpointCommand({
        EndpointName: ENDPOINT_NAME,
        InferenceComponentName: INFERENCE_COMPONENT_NAME,
        ...request.toBinary(),
      }),
    );
    const { outputs } = new TritonResponse(model, response);
    return Object.fromEntries(outputs.map(({ name, data }) => [name, Array.from(data as Float32Array)]));
  } catch (error) {
    if (!isRejected(error)) throw error;
    return { error: error.OriginalMessage };
  }
}

/** Whether Triton rejected the request, and would reject a retry too. */
function isRejected(error: unknown): error is ModelError {
  return error instanceof ModelError && (error.OriginalStatusCode ?? 500) < 500;
}

async function store(messageId: string, response: object): Promise<void> {
  const Body = JSON.stringify(response);
  await s3.send(new PutObjectCommand({ Bucket: RESPONSE_BUCKET, Key: `${messageId}.json`, Body }));
}
