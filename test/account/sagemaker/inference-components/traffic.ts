import { sageMakerWithRole } from '../../call';
import { containersOf } from '../inputs';
import { publishServerMetrics } from '../server-metrics';
import { Endpoint, SageMakerState, SECOND, Variant, type Component, type Copy } from '../state';
import { componentsOf, copiesInService, dimensionsOf } from './component';
import { servingCopyOf } from './copies';
import { recordNoCapacity } from './invoke';
import { reservationOf, reservedOn, type Resources, resourcesOf } from './placement';

/** Simulates one minute of requests to the components of an endpoint. */
export async function publishComponents(state: SageMakerState, endpoint: Endpoint): Promise<void> {
  for (const component of componentsOf(state, endpoint)) {
    if (component.status === 'Creating' || component.status === 'Deleting') continue;
    const requests = state.hooks.requestsPerMinuteToComponent(component.name);
    const copies = copiesInService(component);
    component.hasServed ||= requests > 0;
    if (copies.length === 0) {
      if (requests > 0) recordNoCapacity(state, component, requests);
      continue;
    }
    for (const version of new Set(copies.map((copy) => copy.version))) {
      const sharing = copies.filter((copy) => copy.version === version);
      const share = requests * (sharing.length / copies.length);
      recordInvocations(state, component, sharing[0], share, copies.length);
      await publishServerMetrics(state, serversOf(state, component, sharing), share);
    }
    recordConcurrency(state, component, copies, requests);
    await publishUtilization(state, component, copies[0]);
  }
  for (const variant of endpoint.fleet.variants) await publishReservations(state, endpoint, variant);
}

function recordInvocations(
  state: SageMakerState,
  component: Component,
  copy: Copy,
  requests: number,
  copyCount: number,
): void {
  const { account, hooks, metrics } = state;
  const {
    errors4xx = 0,
    errors5xx = 0,
    latencyMilliseconds = 20,
  } = hooks.quality(servingCopyOf(state, component, copy));
  const isIdle = requests <= 0;
  if (isIdle && !component.hasServed && account.isSwitchedOn('sagemaker.copies-without-requests-have-no-metrics'))
    return;
  for (const dimensions of dimensionsOf(component)) {
    const record = (name: string, value: number, count: number): void => {
      const metric = { namespace: 'AWS/SageMaker', name, dimensions };
      if (isIdle) metrics.record(metric, account.now(), 0, 1);
      else metrics.record(metric, account.now(), value, count);
    };
    record('Invocations', 1, requests);
    record('InvocationsPerCopy', 1 / copyCount, requests);
    for (const [name, share] of [
      ['Invocation4XXErrors', errors4xx],
      ['Invocation5XXErrors', errors5xx],
      ['InvocationModelErrors', errors5xx],
    ] as const) {
      record(name, 1, requests * share);
      if (!isIdle) record(name, 0, requests * (1 - share));
    }
    if (isIdle) continue;
    record('ModelLatency', latencyMilliseconds * 1000, requests);
    record('OverheadLatency', 2000, requests);
  }
}

/** Records the number of concurrent requests per copy every ten seconds, even without requests. */
function recordConcurrency(
  state: SageMakerState,
  component: Component,
  copies: readonly Copy[],
  requests: number,
): void {
  const { account, hooks, metrics } = state;
  const latencies = copies.map(
    (copy) => hooks.quality(servingCopyOf(state, component, copy)).latencyMilliseconds ?? 20,
  );
  const meanLatency = latencies.reduce((sum, latency) => sum + latency, 0) / copies.length;
  const concurrency = ((requests / 60) * (meanLatency / SECOND)) / copies.length;
  for (const dimensions of dimensionsOf(component)) {
    const metric = { namespace: 'AWS/SageMaker', name: 'ConcurrentRequestsPerCopy', dimensions };
    for (let secondsAgo = 50; secondsAgo >= 0; secondsAgo -= 10)
      metrics.record(metric, account.now() - secondsAgo * SECOND, concurrency);
  }
}

function serversOf(state: SageMakerState, component: Component, copies: readonly Copy[]) {
  const [copy] = copies;
  return {
    environment: containersOf(copy.specification.model.input)[0].Environment ?? {},
    serving: servingCopyOf(state, component, copy),
    logs: copies.flatMap(({ log }) => log ?? []),
    queue: component,
  };
}

/** Publishes the normalized utilization of the copies' reservations. */
async function publishUtilization(state: SageMakerState, component: Component, copy: Copy): Promise<void> {
  const { account, hooks, metrics } = state;
  const { utilization = 10 } = hooks.quality(servingCopyOf(state, component, copy));
  const hasGpu = reservationOf(copy.specification).gpus > 0;
  const names = ['CPU', 'Memory', ...(hasGpu ? ['GPU', 'GPUMemory'] : [])].map(
    (name) => `${name}UtilizationNormalized`,
  );
  const Namespace = '/aws/sagemaker/InferenceComponents';
  if (!account.isSwitchedOn('sagemaker.component-utilization-needs-put-metric-data')) {
    const dimensions = { InferenceComponentName: component.name };
    for (const name of names) metrics.record({ namespace: Namespace, name, dimensions }, account.now(), utilization);
    return;
  }
  const Dimensions = [{ Name: 'InferenceComponentName', Value: component.name }];
  await putMetricData(state, copy.specification.role, {
    Namespace,
    MetricData: names.map((MetricName) => ({ MetricName, Dimensions, Value: utilization, Unit: 'Percent' })),
  });
}

/** Publishes the share of the instances' resources that copies have reserved. */
async function publishReservations(state: SageMakerState, endpoint: Endpoint, variant: Variant): Promise<void> {
  if (variant.instances.length === 0) return;
  const sum = (resource: keyof Resources, of: (index: number) => Resources): number =>
    variant.instances.reduce((total, _, index) => total + of(index)[resource], 0);
  const share = (resource: keyof Resources): number => {
    const total = sum(resource, (index) => resourcesOf(variant.instances[index].type));
    return total === 0 ? 0 : (100 * sum(resource, (index) => reservedOn(state, variant.instances[index]))) / total;
  };
  const Dimensions = [
    { Name: 'EndpointName', Value: endpoint.name },
    { Name: 'VariantName', Value: variant.name },
  ];
  const values = {
    CPUReservation: share('cores'),
    GPUReservation: share('gpus'),
    MemoryReservation: share('memoryMb'),
  };
  await putMetricData(state, variant.role, {
    Namespace: '/aws/sagemaker/Endpoints',
    MetricData: Object.entries(values).map(([MetricName, Value]) => ({
      MetricName,
      Dimensions,
      Value,
      Unit: 'Percent',
    })),
  });
}

async function putMetricData({ account }: SageMakerState, role: string, input: Record<string, unknown>): Promise<void> {
  const principal = sageMakerWithRole(role);
  // SageMaker does not report that the role has no permission to publish metrics.
  await account.call({ principal, service: 'cloudwatch', operation: 'PutMetricData', input }).catch(() => undefined);
}
