import { sageMakerWithRole } from '../call';
import type { Quality } from './hooks';
import type { Metrics } from '../cloudwatch/metrics';
import { dimensionsOf, hostsComponents, servedModel, servingVariantOf } from './variants';
import { processQueue } from './queue';
import { restoreCopies } from './inference-components/change-copies';
import { consolidate } from './inference-components/consolidation';
import { releaseIdleInstances } from './inference-components/managed-scaling';
import { publishComponents } from './inference-components/traffic';
import { publishServerMetrics, type Servers } from './server-metrics';
import { endpointLog } from './container-log';
import { containersOf } from './inputs';
import { Endpoint, Fleet, MINUTE, SageMakerState, SECOND, Variant } from './state';

/** The share of requests, from 0 to 1, that each variant of an endpoint receives. Shadow variants receive copies of requests. */
export function trafficShares(endpoint: Endpoint): { fleet: Fleet; variant: Variant; share: number }[] {
  const { fleet, green } = endpoint;
  const fleets = [
    { fleet, fleetShare: 1 - (green?.share ?? 0) },
    ...(green ? [{ fleet: green.fleet, fleetShare: green.share }] : []),
  ];
  return fleets.flatMap((fleetWithShare) => {
    const productionVariants = fleetWithShare.fleet.variants.filter(({ isShadow }) => !isShadow);
    const totalWeight = productionVariants.reduce((sum, { weight }) => sum + weight, 0);
    return fleetWithShare.fleet.variants.map((variant) => {
      const relativeWeight = totalWeight > 0 ? variant.weight / totalWeight : 0;
      const share = variant.isShadow ? Math.min(1, relativeWeight) : relativeWeight;
      return { fleet: fleetWithShare.fleet, variant, share: fleetWithShare.fleetShare * share };
    });
  });
}

/** Simulates the requests of clients: every minute until the endpoint is deleted, publishes metrics and captures data. */
export function startTraffic(state: SageMakerState, endpoint: Endpoint): void {
  const { account } = state;
  const untilNextMinute = MINUTE - (account.now() % MINUTE);
  account.after(untilNextMinute, async () => {
    if (endpoint.isDeleted) return;
    await publishMinute(state, endpoint);
    startTraffic(state, endpoint);
  });
}

/** Simulates one minute of requests: publishes metrics, and captures data or, for an asynchronous endpoint, processes the queue. */
async function publishMinute(state: SageMakerState, endpoint: Endpoint): Promise<void> {
  if (endpoint.fleet.config.input.AsyncInferenceConfig) {
    const servingVariants = trafficShares(endpoint).filter(
      ({ share, variant }) => share > 0 && variant.instances.length > 0,
    );
    await processQueue(state, endpoint, servingVariants);
    for (const { fleet, variant } of servingVariants) await publishUtilization(state, fleet, variant);
    return;
  }
  if (hostsComponents(endpoint.fleet)) {
    releaseIdleInstances(state, endpoint);
    state.account.after(0, () => consolidate(state, endpoint));
    state.account.after(0, () => restoreCopies(state, endpoint));
    for (const variant of endpoint.fleet.variants)
      if (variant.instances.length > 0) await publishUtilization(state, endpoint.fleet, variant);
    return publishComponents(state, endpoint);
  }
  const requests = state.hooks.requestsPerMinute(endpoint.name);
  for (const { fleet, variant, share } of trafficShares(endpoint)) {
    if (variant.instances.length === 0) continue;
    publishInvocations(state, fleet, variant, requests * share);
    await publishServerMetrics(state, serversOf(fleet, variant), requests * share);
    await publishUtilization(state, fleet, variant);
    await captureData(state, fleet, variant, requests * share);
  }
}

function serversOf(fleet: Fleet, variant: Variant): Servers {
  return {
    environment: containersOf(servedModel(variant).input)[0].Environment ?? {},
    serving: servingVariantOf(fleet, variant),
    logs: variant.instances.map(({ id }) => endpointLog(fleet, variant, id)),
    queue: variant,
  };
}

/** Publishes the metrics of invocations with the dimensions of the variant, and in addition with the name of the configuration. */
function publishInvocations(
  { metrics, hooks, account }: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  requests: number,
): void {
  const { errors4xx = 0, errors5xx = 0, latencyMilliseconds = 20 } = hooks.quality(servingVariantOf(fleet, variant));
  recordConcurrency(metrics, fleet, variant, account.now(), (requests / 60) * (latencyMilliseconds / SECOND));
  variant.hasServed ||= requests > 0;
  const hasNoRequests = requests <= 0;
  if (hasNoRequests && (!variant.hasServed || account.isSwitchedOn('sagemaker.no-traffic-no-metrics'))) return;
  const now = account.now();
  for (const dimensions of dimensionsOf(fleet, variant)) {
    const record = (name: string, value: number, count: number): void => {
      const metric = { namespace: 'AWS/SageMaker', name, dimensions };
      if (hasNoRequests) metrics.record(metric, now, 0, 1);
      else metrics.record(metric, now, value, count);
    };
    record('Invocations', 1, requests);
    record('InvocationsPerInstance', 1 / variant.instances.length, requests);
    for (const [name, share] of [
      ['Invocation4XXErrors', errors4xx],
      ['Invocation5XXErrors', errors5xx],
    ] as const) {
      record(name, 1, requests * share);
      record(name, 0, requests * (1 - share));
    }
    record('InvocationModelErrors', 1, requests * errors5xx);
    record('InvocationModelErrors', 0, requests * (1 - errors5xx));
    record('ModelLatency', latencyMilliseconds * 1000, requests);
    record('OverheadLatency', 2000, requests);
    if (servedModel(variant).input.PrimaryContainer?.Mode === 'MultiModel') record('ModelCacheHit', 1, requests);
    if (isStreaming(variant) && account.isSwitchedOn('sagemaker.stream-metrics'))
      recordStreamMetrics(record, hooks.quality(servingVariantOf(fleet, variant)), requests);
  }
}

/** Records the number of concurrent requests every ten seconds, even without requests. */
function recordConcurrency(metrics: Metrics, fleet: Fleet, variant: Variant, now: number, concurrency: number): void {
  for (const dimensions of dimensionsOf(fleet, variant)) {
    const metric = { namespace: 'AWS/SageMaker', name: 'ConcurrentRequestsPerModel', dimensions };
    for (let secondsAgo = 50; secondsAgo >= 0; secondsAgo -= 10)
      metrics.record(metric, now - secondsAgo * SECOND, concurrency);
  }
}

function isStreaming(variant: Variant): boolean {
  return (
    servedModel(variant).input.PrimaryContainer?.Environment?.SAGEMAKER_TRITON_INFERENCE_TYPE === 'generate_stream'
  );
}

function recordStreamMetrics(
  record: (name: string, value: number, count: number) => void,
  { brokenStreams = 0, firstChunkMilliseconds = 5 }: Quality,
  requests: number,
): void {
  record('MidStreamErrors', 1, requests * brokenStreams);
  record('MidStreamErrors', 0, requests * (1 - brokenStreams));
  record('FirstChunkModelLatency', firstChunkMilliseconds * 1000, requests);
  record('FirstChunkOverheadLatency', 2000, requests);
  record('FirstChunkLatency', firstChunkMilliseconds * 1000 + 2000, requests);
}

/** Publishes the utilization of the instances with the execution role. */
async function publishUtilization({ account, hooks }: SageMakerState, fleet: Fleet, variant: Variant): Promise<void> {
  const { utilization = 10 } = hooks.quality(servingVariantOf(fleet, variant));
  const isGpu = /^ml\.(g|p)\d/.test(variant.config.InstanceType);
  const names = [
    'CPUUtilization',
    'MemoryUtilization',
    'DiskUtilization',
    ...(isGpu ? ['GPUUtilization', 'GPUMemoryUtilization'] : []),
  ];
  const Dimensions = [
    { Name: 'EndpointName', Value: fleet.endpointName },
    { Name: 'VariantName', Value: variant.name },
  ];
  const input = {
    Namespace: '/aws/sagemaker/Endpoints',
    MetricData: names.map((MetricName) => ({ MetricName, Dimensions, Value: utilization, Unit: 'Percent' })),
  };
  const principal = sageMakerWithRole(variant.role);
  // SageMaker does not report that the role has no permission to publish metrics.
  await account.call({ principal, service: 'cloudwatch', operation: 'PutMetricData', input }).catch(() => undefined);
}

/** Data capture: writes requests and responses to the customer's bucket with the execution role. */
async function captureData(
  { account }: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  requests: number,
): Promise<void> {
  const { EnableCapture = true, DestinationS3Uri, KmsKeyId, InitialSamplingPercentage = 0 } = fleet.capture ?? {};
  if (!DestinationS3Uri || !EnableCapture || requests * InitialSamplingPercentage <= 0) return;
  const [, Bucket, prefix] = /^(?:s3|https):\/\/([^/]+)\/?(.*)$/.exec(DestinationS3Uri) ?? [];
  const hour = new Date(account.now()).toISOString().slice(0, 13).replace(/[-T]/g, '/');
  const Key = `${prefix ? `${prefix.replace(/\/$/, '')}/` : ''}${fleet.endpointName}/${variant.name}/${hour}/${account.now()}.jsonl`;
  const principal = sageMakerWithRole(variant.role);
  const input = {
    Bucket,
    Key,
    Body: '',
    ...(KmsKeyId ? { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: KmsKeyId } : {}),
  };
  await account.call({ principal, service: 's3', operation: 'PutObject', input }).catch(() => undefined);
}
