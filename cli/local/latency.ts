import {
  InvokeEndpointCommand,
  InvokeEndpointWithResponseStreamCommand,
  SageMakerRuntimeClient,
} from '@aws-sdk/client-sagemaker-runtime';
import { MeasuredRequest } from '../measurements';
import { AwsLoopback, Exchange } from './aws-loopback';

/** Latencies of sequential requests, in milliseconds. */
export interface Latencies {
  readonly requests: number;
  /** ISO time of the first request. */
  readonly at: string;
  readonly samples: MeasuredRequest[];
  readonly p50: number;
  readonly p99: number;
}

/** Sends the same request over and over through the SDK, one at a time. */
export async function measureLatencies(
  loopback: AwsLoopback,
  EndpointName: string,
  { request: Body, contentType: ContentType, targetModel: TargetModel, isStream }: Exchange,
  requests: number,
  abortSignal: AbortSignal,
): Promise<Latencies> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SageMakerRuntimeClient({ endpoint: loopback.url, region: 'us-east-1', credentials });
  const at = new Date().toISOString();
  const begin = performance.now();
  const samples: MeasuredRequest[] = [];
  for (let sent = 0; sent < requests; sent++) {
    const start = performance.now();
    if (isStream) {
      const command = new InvokeEndpointWithResponseStreamCommand({ EndpointName, ContentType, Body });
      const { Body: parts = [] } = await client.send(command, { abortSignal });
      for await (const _ of parts); // the last one ends the response
    } else {
      await client.send(new InvokeEndpointCommand({ EndpointName, ContentType, Body, TargetModel }), { abortSignal });
    }
    samples.push({ atMilliseconds: start - begin, milliseconds: performance.now() - start });
  }
  client.destroy();
  const sorted = samples.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const percentile = (percent: number): number => sorted[Math.ceil((percent / 100) * requests) - 1];
  return { requests, at, samples, p50: percentile(50), p99: percentile(99) };
}
