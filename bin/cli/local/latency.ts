import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { AwsLoopback } from './aws-loopback';

/** Latencies of sequential requests, in milliseconds. */
export interface Latencies {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends the same request over and over through the SDK, one at a time. */
export async function measureLatencies(
  loopback: AwsLoopback,
  endpointName: string,
  body: string,
  requests: number,
): Promise<Latencies> {
  const client = new SageMakerRuntimeClient({
    endpoint: loopback.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const milliseconds: number[] = [];
  for (let sent = 0; sent < requests; sent++) {
    const start = process.hrtime.bigint();
    await client.send(new InvokeEndpointCommand({ EndpointName: endpointName, ContentType: 'application/json', Body: body }));
    milliseconds.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  milliseconds.sort((a, b) => a - b);
  const at = (percentile: number): number => milliseconds[Math.ceil((percentile / 100) * requests) - 1];
  return { requests, p50: at(50), p99: at(99) };
}
