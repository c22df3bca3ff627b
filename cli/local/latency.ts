import {
  InvokeEndpointCommand,
  InvokeEndpointWithResponseStreamCommand,
  SageMakerRuntimeClient,
} from '@aws-sdk/client-sagemaker-runtime';
import { MeasuredRequest } from '../measurements';
import { gapsOf, percentile, readStream } from '../response-times';
import { AwsLoopback, Exchange } from './aws-loopback';

/** Milliseconds that half, and that 99 % of all stay within. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** Latencies of sequential requests, in milliseconds. */
export interface Latencies extends Percentiles {
  readonly requests: number;
  /** ISO time of the first request. */
  readonly at: string;
  readonly samples: MeasuredRequest[];
  /** From a request to the first response of its stream; undefined without streams. */
  readonly firstResponse?: Percentiles;
  /** From each response of a stream to the next; undefined where no stream has two. */
  readonly betweenResponses?: Percentiles;
}

/** Sends the same request over and over through the SDK, one at a time, after a first one that is not measured. */
export async function measureLatencies(
  loopback: AwsLoopback,
  EndpointName: string,
  { request: { body: Body, contentType: ContentType }, targetModel: TargetModel, isStream }: Exchange,
  requests: number,
  abortSignal: AbortSignal,
): Promise<Latencies> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SageMakerRuntimeClient({ endpoint: loopback.url, region: 'us-east-1', credentials });
  /** When the parts of a stream arrived. */
  const send = async (): Promise<number[]> => {
    if (!isStream) {
      await client.send(new InvokeEndpointCommand({ EndpointName, ContentType, Body, TargetModel }), { abortSignal });
      return [];
    }
    const command = new InvokeEndpointWithResponseStreamCommand({ EndpointName, ContentType, Body });
    const { Body: parts } = await client.send(command, { abortSignal });
    return parts ? (await readStream(parts)).arrivals : [];
  };
  await send(); // opens the connection, and is the first of the model if the stack has no smoke test: it is not measured
  const at = new Date().toISOString();
  const begin = performance.now();
  const samples: MeasuredRequest[] = [];
  const firstResponses: number[] = [];
  const gaps: number[] = [];
  for (let sent = 0; sent < requests; sent++) {
    const start = performance.now();
    const arrivals = await send();
    for (const arrival of arrivals.slice(0, 1)) firstResponses.push(arrival - start);
    for (const gap of gapsOf(arrivals)) gaps.push(gap);
    samples.push({ atMilliseconds: start - begin, milliseconds: performance.now() - start });
  }
  client.destroy();
  return {
    requests,
    at,
    samples,
    ...percentilesOf(samples.map(({ milliseconds }) => milliseconds)),
    firstResponse: firstResponses.length > 0 ? percentilesOf(firstResponses) : undefined,
    betweenResponses: gaps.length > 0 ? percentilesOf(gaps) : undefined,
  };
}

function percentilesOf(values: number[]): Percentiles {
  return { p50: percentile(50, values), p99: percentile(99, values) };
}
