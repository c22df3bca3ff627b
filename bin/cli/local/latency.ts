import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { AwsLoopback, Exchange } from './aws-loopback';

/** Latencies of sequential requests, in milliseconds. */
export interface Latencies {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends the same request over and over through the SDK, one at a time. */
export async function measureLatencies(
  loopback: AwsLoopback,
  EndpointName: string,
  { request: Body, contentType: ContentType }: Exchange,
  requests: number,
  abortSignal: AbortSignal,
): Promise<Latencies> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SageMakerRuntimeClient({ endpoint: loopback.url, region: 'us-east-1', credentials });
  const milliseconds: number[] = [];
  for (let sent = 0; sent < requests; sent++) {
    const start = performance.now();
    await client.send(new InvokeEndpointCommand({ EndpointName, ContentType, Body }), { abortSignal });
    milliseconds.push(performance.now() - start);
  }
  client.destroy();
  milliseconds.sort((a, b) => a - b);
  const at = (percentile: number): number => milliseconds[Math.ceil((percentile / 100) * requests) - 1];
  return { requests, p50: at(50), p99: at(99) };
}
