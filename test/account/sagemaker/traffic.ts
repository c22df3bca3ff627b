import type { Quality } from './hooks';
import type { Metrics } from '../cloudwatch/metrics';
import { typesOf } from './pools';
import { publishQueue } from './queue';
import { servingOf } from './start-instance';
import { MINUTE, SECOND } from './state';
import type { Endpoint, Fleet, Hosting, Variant } from './state';

/** Which share of an endpoint's requests a variant of a fleet gets. Shadow variants get copies. */
export function sharesOf(endpoint: Endpoint): { fleet: Fleet; variant: Variant; share: number }[] {
  const { fleet, green } = endpoint;
  const fleets = [
    { fleet, part: 1 - (green?.share ?? 0) },
    ...(green ? [{ fleet: green.fleet, part: green.share }] : []),
  ];
  return fleets.flatMap((each) => {
    const production = each.fleet.variants.filter(({ isShadow }) => !isShadow);
    const weights = production.reduce((sum, { weight }) => sum + weight, 0);
    return each.fleet.variants.map((variant) => {
      const share = variant.isShadow
        ? Math.min(1, weights > 0 ? variant.weight / weights : 0)
        : weights > 0
          ? variant.weight / weights
          : 0;
      return { fleet: each.fleet, variant, share: each.part * share };
    });
  });
}

/** Publishes the metrics of each minute until the endpoint is gone. */
export function startTraffic(hosting: Hosting, endpoint: Endpoint): void {
  const { world } = hosting;
  const untilNext = MINUTE - (world.now() % MINUTE);
  world.after(untilNext, async () => {
    if (endpoint.isDeleted) return;
    await publish(hosting, endpoint);
    startTraffic(hosting, endpoint);
  });
}

async function publish(hosting: Hosting, endpoint: Endpoint): Promise<void> {
  if (endpoint.fleet.config.input.AsyncInferenceConfig) {
    const serving = sharesOf(endpoint).filter(({ share, variant }) => share > 0 && variant.instances.length > 0);
    await publishQueue(hosting, endpoint, serving);
    for (const { fleet, variant } of serving) await publishUtilization(hosting, fleet, variant);
    return;
  }
  const requests = hosting.hooks.requestsPerMinute(endpoint.name);
  for (const { fleet, variant, share } of sharesOf(endpoint)) {
    if (variant.instances.length === 0) continue;
    publishInvocations(hosting, fleet, variant, requests * share);
    await publishUtilization(hosting, fleet, variant);
    await capture(hosting, fleet, variant, requests * share);
  }
}

/** SageMaker publishes these itself, for the variant and for the variant of one configuration. */
function publishInvocations(
  { metrics, hooks, world }: Hosting,
  fleet: Fleet,
  variant: Variant,
  requests: number,
): void {
  const { errors4xx = 0, errors5xx = 0, latencyMilliseconds = 20 } = hooks.quality(servingOf(fleet, variant));
  recordConcurrency(metrics, fleet, variant, world.now(), (requests / 60) * (latencyMilliseconds / SECOND));
  variant.hasServed ||= requests > 0;
  const isQuiet = requests <= 0;
  if (isQuiet && (!variant.hasServed || world.assumes('sagemaker.no-traffic-no-metrics'))) return;
  const both = { EndpointName: fleet.endpointName, VariantName: variant.name };
  const at = world.now();
  for (const dimensions of [both, { ...both, EndpointConfigName: fleet.config.name }]) {
    const record = (name: string, value: number, count: number): void => {
      const metric = { namespace: 'AWS/SageMaker', name, dimensions };
      if (isQuiet) metrics.record(metric, at, 0, 1);
      else metrics.record(metric, at, value, count);
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
    if (variant.model.input.PrimaryContainer?.Mode === 'MultiModel') record('ModelCacheHit', 1, requests);
    if (isStreaming(variant) && world.assumes('sagemaker.stream-metrics'))
      recordStreams(record, hooks.quality(servingOf(fleet, variant)), requests);
  }
}

/** A gauge of every ten seconds, which is there without requests, too; of a variant with pools for each of their types as well. */
function recordConcurrency(metrics: Metrics, fleet: Fleet, variant: Variant, now: number, concurrency: number): void {
  const both = { EndpointName: fleet.endpointName, VariantName: variant.name };
  const byType = variant.config.InstancePools
    ? [...new Set(variant.instances.map(({ type }) => type))].map((InstanceType) => ({ ...both, InstanceType }))
    : [];
  for (const dimensions of [both, { ...both, EndpointConfigName: fleet.config.name }, ...byType]) {
    const metric = { namespace: 'AWS/SageMaker', name: 'ConcurrentRequestsPerModel', dimensions };
    for (let before = 50; before >= 0; before -= 10) metrics.record(metric, now - before * SECOND, concurrency);
  }
}

function isStreaming({ model }: Variant): boolean {
  return model.input.PrimaryContainer?.Environment?.SAGEMAKER_TRITON_INFERENCE_TYPE === 'generate_stream';
}

function recordStreams(
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

/** Published from the instances, with the execution role. */
async function publishUtilization({ world, hooks }: Hosting, fleet: Fleet, variant: Variant): Promise<void> {
  const { utilization = 10 } = hooks.quality(servingOf(fleet, variant));
  const isGpu = /^ml\.(g|p)\d/.test(typesOf(variant.config)[0]);
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
  const principal = { role: variant.role, service: 'sagemaker.amazonaws.com' };
  // Without permission there are no such metrics, and nobody says so.
  await world.call({ principal, service: 'cloudwatch', operation: 'PutMetricData', input }).catch(() => undefined);
}

/** Requests and responses in the customer's bucket, written with the execution role. */
async function capture({ world }: Hosting, fleet: Fleet, variant: Variant, requests: number): Promise<void> {
  const { EnableCapture = true, DestinationS3Uri, KmsKeyId, InitialSamplingPercentage = 0 } = fleet.capture ?? {};
  if (!DestinationS3Uri || !EnableCapture || requests * InitialSamplingPercentage <= 0) return;
  const [, Bucket, prefix] = /^(?:s3|https):\/\/([^/]+)\/?(.*)$/.exec(DestinationS3Uri) ?? [];
  const hour = new Date(world.now()).toISOString().slice(0, 13).replace(/[-T]/g, '/');
  const Key = `${prefix ? `${prefix.replace(/\/$/, '')}/` : ''}${fleet.endpointName}/${variant.name}/${hour}/${world.now()}.jsonl`;
  const principal = { role: variant.role, service: 'sagemaker.amazonaws.com' };
  const input = {
    Bucket,
    Key,
    Body: '',
    ...(KmsKeyId ? { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: KmsKeyId } : {}),
  };
  await world.call({ principal, service: 's3', operation: 'PutObject', input }).catch(() => undefined);
}
