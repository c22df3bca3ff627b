import { InvokeEndpointCommand, ModelError, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ModelMetadata, TritonRequest, TritonResponse } from 'cdk-sagemaker-triton/client';

const { ENDPOINT_NAME: EndpointName, MODEL = '' } = process.env;
const model: ModelMetadata = JSON.parse(MODEL);
const runtime = new SageMakerRuntimeClient();

/** Converts `{ "<input>": [elements] }` to a request, and its response to `{ "<output>": [elements] }`. The keys are tensor names. */
export async function handler({ body = '' }: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  let request: TritonRequest;
  try {
    request = new TritonRequest(model, JSON.parse(body));
  } catch (error) {
    return respond(400, { message: (error as Error).message });
  }
  try {
    const response = await runtime.send(new InvokeEndpointCommand({ EndpointName, ...request.toBinary() }));
    const { outputs } = new TritonResponse(model, response);
    return respond(200, Object.fromEntries(outputs.map(({ name, data }) => [name, Array.from(data as Float32Array)])));
  } catch (error) {
    if (!(error instanceof ModelError)) throw error; // API Gateway responds with status 500
    return respond(502, { message: error.OriginalMessage });
  }
}

function respond(statusCode: number, body: object): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
