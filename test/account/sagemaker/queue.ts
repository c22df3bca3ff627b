import { AwsError, sageMakerWithRole } from '../call';
import { locationOf } from './model-data';
import { servingEndpointOf } from './requests';
import { Endpoint, Fleet, QueuedRequest, SageMakerState, SECOND, Variant } from './state';
import { dimensionsOf, servingVariantOf } from './variants';

/** Maximum size of a payload in the request itself instead of in S3. */
const MAX_BODY_BYTES = 128_000;

/** InvokeEndpointAsync. Adds a request to the queue of the endpoint. */
export async function invokeEndpointAsync(state: SageMakerState, input: Record<string, unknown>): Promise<object> {
  const { account } = state;
  const name = String(input.EndpointName);
  const endpoint = servingEndpointOf(state, name);
  const { OutputConfig: output } = endpoint.fleet.config.input.AsyncInferenceConfig ?? {};
  if (!output) throw new AwsError('ValidationError', `Endpoint ${name} is not asynchronous.`);
  const { InputLocation, Body } = input;
  if ((InputLocation === undefined) === (Body === undefined))
    throw new AwsError('ValidationError', 'Exactly one of Body and InputLocation must be provided.');
  if (Body !== undefined && Buffer.from(Body as string).byteLength > MAX_BODY_BYTES)
    throw new AwsError('ValidationError', `Body must have at most ${MAX_BODY_BYTES} bytes.`);
  const id = `${Math.floor(account.random() * 1e12)}`;
  const request: QueuedRequest = {
    input: InputLocation === undefined ? { body: Body } : { uri: String(InputLocation) },
    contentType: input.ContentType as string | undefined,
    outputUri: `${output.S3OutputPath}/${id}.out`,
    ...(output.S3FailurePath ? { failureUri: `${output.S3FailurePath}/${id}-error.out` } : {}),
    queuedAt: account.now(),
  };
  endpoint.queue.push(request);
  return {
    InferenceId: id,
    OutputLocation: request.outputUri,
    ...(request.failureUri ? { FailureLocation: request.failureUri } : {}),
  };
}

/** Publishes the metrics of the queue, and then processes queued requests if there are instances. Called every minute. */
export async function processQueue(
  state: SageMakerState,
  endpoint: Endpoint,
  servingVariants: readonly { readonly fleet: Fleet; readonly variant: Variant }[],
): Promise<void> {
  const { metrics, account } = state;
  const { queue } = endpoint;
  const instances = servingVariants.reduce((sum, { variant }) => sum + variant.instances.length, 0);
  const dimensions = { EndpointName: endpoint.name };
  const record = (name: string, value: number): void =>
    metrics.record({ namespace: 'AWS/SageMaker', name, dimensions }, account.now(), value, 1);
  record('ApproximateBacklogSize', queue.length);
  record('ApproximateBacklogSizePerInstance', queue.length / Math.max(1, instances));
  record('ApproximateAgeOfOldestRequest', queue.length > 0 ? (account.now() - queue[0].queuedAt) / SECOND : 0);
  record('HasBacklogWithoutCapacity', queue.length > 0 && instances === 0 ? 1 : 0);
  for (const { fleet, variant } of servingVariants) {
    const batch = queue.splice(0, Math.ceil((queue.length * variant.instances.length) / instances));
    for (const request of batch) await processRequest(state, fleet, variant, request);
  }
}

/** Uses the execution role to read a request from S3 and to write the response of the container, or an error, to S3. */
async function processRequest(
  state: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  request: QueuedRequest,
): Promise<void> {
  const { account, hooks } = state;
  const principal = sageMakerWithRole(variant.role);
  const callS3 = (operation: string, uri: string, additionalInput: object = {}): Promise<Record<string, unknown>> => {
    const { bucket: Bucket, key: Key } = locationOf(uri);
    return account.call({ principal, service: 's3', operation, input: { Bucket, Key, ...additionalInput } });
  };
  let writeRequest: Promise<unknown>;
  let failureCount = 0;
  try {
    const { contentType, input } = request;
    const body = 'uri' in input ? (await callS3('GetObject', input.uri)).Body : input.body;
    const { Body } = await hooks.invoke({ ...servingVariantOf(fleet, variant), contentType, body, input: {} });
    writeRequest = callS3('PutObject', request.outputUri, { Body });
  } catch (error) {
    failureCount = 1;
    writeRequest = request.failureUri
      ? callS3('PutObject', request.failureUri, { Body: (error as Error).message })
      : Promise.resolve();
  }
  // SageMaker does not report that the role has no permission to write.
  await writeRequest.catch(() => undefined);
  publishRequestMetrics(state, fleet, variant, failureCount);
}

function publishRequestMetrics(
  { metrics, account, hooks }: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  failureCount: number,
): void {
  const { latencyMilliseconds = 20 } = hooks.quality(servingVariantOf(fleet, variant));
  for (const dimensions of dimensionsOf(fleet, variant)) {
    const record = (name: string, value: number): void =>
      metrics.record({ namespace: 'AWS/SageMaker', name, dimensions }, account.now(), value, 1);
    record('Invocation4XXErrors', 0);
    record('Invocation5XXErrors', failureCount);
    record('InvocationFailures', failureCount);
    record('InvocationsProcessed', 1);
    record('ModelLatency', latencyMilliseconds * 1000);
  }
}
