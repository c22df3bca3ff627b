import { AwsError } from '../call';
import { servingOf } from './start-instance';
import type { Endpoint, Fleet, Hosting, QueuedRequest, Variant } from './state';
import { SECOND } from './state';

/** Of a payload in the request itself. */
const INLINE_BYTES = 128_000;

/** A request waits until there is an instance. */
export async function invokeEndpointAsync(hosting: Hosting, input: Record<string, unknown>): Promise<object> {
  const { world, endpoints } = hosting;
  const name = String(input.EndpointName);
  const endpoint = endpoints.get(name);
  if (!endpoint || ['Creating', 'Failed', 'OutOfService', 'Deleting'].includes(endpoint.status))
    throw new AwsError('ValidationError', `Endpoint ${name} of account ${world.accountId} not found.`);
  const { OutputConfig: output } = endpoint.fleet.config.input.AsyncInferenceConfig ?? {};
  if (!output) throw new AwsError('ValidationError', `Endpoint ${name} is not asynchronous.`);
  const { InputLocation, Body } = input;
  if ((InputLocation === undefined) === (Body === undefined))
    throw new AwsError('ValidationError', 'Exactly one of Body and InputLocation must be provided.');
  if (Body !== undefined && Buffer.from(Body as string).byteLength > INLINE_BYTES)
    throw new AwsError('ValidationError', `Body must have at most ${INLINE_BYTES} bytes.`);
  const id = `${Math.floor(world.random() * 1e12)}`;
  const request: QueuedRequest = {
    input: InputLocation === undefined ? { body: Body } : { uri: String(InputLocation) },
    contentType: input.ContentType as string | undefined,
    output: `${output.S3OutputPath}/${id}.out`,
    ...(output.S3FailurePath ? { failure: `${output.S3FailurePath}/${id}-error.out` } : {}),
    since: world.now(),
  };
  endpoint.queue.push(request);
  return {
    InferenceId: id,
    OutputLocation: request.output,
    ...(request.failure ? { FailureLocation: request.failure } : {}),
  };
}

/** What the variants that serve do with a queue in a minute, and the metrics of it. */
export async function publishQueue(
  hosting: Hosting,
  endpoint: Endpoint,
  serving: readonly { readonly fleet: Fleet; readonly variant: Variant }[],
): Promise<void> {
  const { metrics, world } = hosting;
  const { queue } = endpoint;
  const instances = serving.reduce((sum, { variant }) => sum + variant.instances.length, 0);
  const dimensions = { EndpointName: endpoint.name };
  const record = (name: string, value: number): void =>
    metrics.record({ namespace: 'AWS/SageMaker', name, dimensions }, world.now(), value, 1);
  record('ApproximateBacklogSize', queue.length);
  record('ApproximateBacklogSizePerInstance', queue.length / Math.max(1, instances));
  record('ApproximateAgeOfOldestRequest', queue.length > 0 ? (world.now() - queue[0].since) / SECOND : 0);
  record('HasBacklogWithoutCapacity', queue.length > 0 && instances === 0 ? 1 : 0);
  for (const { fleet, variant } of serving) {
    const taken = queue.splice(0, Math.ceil((queue.length * variant.instances.length) / instances));
    for (const request of taken) await work(hosting, fleet, variant, request);
  }
}

/** An instance reads a request, asks the container, and writes what came of it, all with the execution role. */
async function work(hosting: Hosting, fleet: Fleet, variant: Variant, request: QueuedRequest): Promise<void> {
  const { world, hooks } = hosting;
  const principal = { role: variant.role, service: 'sagemaker.amazonaws.com' };
  const s3 = (operation: string, uri: string, more: object = {}): Promise<Record<string, unknown>> => {
    const [, Bucket, Key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
    return world.call({ principal, service: 's3', operation, input: { Bucket, Key, ...more } });
  };
  let written: Promise<unknown>;
  let failed = 0;
  try {
    const { contentType, input } = request;
    const body = 'uri' in input ? (await s3('GetObject', input.uri)).Body : input.body;
    const { Body } = await hooks.invoke({ ...servingOf(fleet, variant), contentType, body, input: {} });
    written = s3('PutObject', request.output, { Body });
  } catch (error) {
    failed = 1;
    written = request.failure
      ? s3('PutObject', request.failure, { Body: (error as Error).message })
      : Promise.resolve();
  }
  // Without permission nothing is written, and nobody says so.
  await written.catch(() => undefined);
  publishRequest(hosting, fleet, variant, failed);
}

function publishRequest({ metrics, world, hooks }: Hosting, fleet: Fleet, variant: Variant, failed: number): void {
  const { latencyMilliseconds = 20 } = hooks.quality(servingOf(fleet, variant));
  const both = { EndpointName: fleet.endpointName, VariantName: variant.name };
  for (const dimensions of [both, { ...both, EndpointConfigName: fleet.config.name }]) {
    const record = (name: string, value: number): void =>
      metrics.record({ namespace: 'AWS/SageMaker', name, dimensions }, world.now(), value, 1);
    record('Invocation4XXErrors', 0);
    record('Invocation5XXErrors', failed);
    record('InvocationFailures', failed);
    record('InvocationsProcessed', 1);
    record('ModelLatency', latencyMilliseconds * 1000);
  }
}
