import { PlanCandidate } from '../measurements';
import { HostMetrics } from './host-metrics';
import { COUNT_AXIS, Graph, lineAt, MICROSECONDS_AXIS, PERCENT_AXIS, USD_AXIS } from './graph';
import { MonitoredHost, priceOf } from './monitored-endpoint';

/** Graphs of the instances of a variant, their hardware and their cost. */
export class CapacityGraphs {
  constructor(
    private readonly endpoint: MonitoredHost,
    private readonly metrics: HostMetrics,
  ) {}

  public capacity(): Graph[] {
    const { minCapacity, maxCapacity, targetInvocationsPerInstance, targetConcurrentRequests } = this.endpoint;
    return [
      {
        title: 'Instances',
        metrics: [this.metrics.servingCount()],
        axis: COUNT_AXIS,
        lines: [...lineAt(minCapacity, 'least'), ...lineAt(maxCapacity, 'most')],
      },
      {
        title: 'Requests per minute and instance',
        metrics: [this.metrics.get('invocationsPerInstance', { label: 'requests' })],
        axis: COUNT_AXIS,
        lines: lineAt(targetInvocationsPerInstance, 'scaling target'),
      },
      {
        title: 'Requests in flight per model',
        metrics: [this.metrics.get('concurrentRequestsPerModel', { label: 'most' })],
        axis: COUNT_AXIS,
        lines: lineAt(targetConcurrentRequests, 'scaling target'),
      },
    ];
  }

  public hardware(): Graph[] {
    const { gpuCount, vcpus } = this.endpoint.instanceType ?? {};
    const describeScale = (count = 1): string => (count === 1 ? '' : ` (${count * 100} % = all ${count})`);
    const fullLine = (count?: number): Graph['lines'] => lineAt(count && count * 100, 'full');
    const gpus: Graph[] = [
      {
        title: `GPU${describeScale(gpuCount)}`,
        metrics: [this.metrics.get('gpuUtilization', { label: 'GPU' })],
        axis: PERCENT_AXIS,
        lines: fullLine(gpuCount),
      },
      {
        title: `GPU memory${describeScale(gpuCount)}`,
        metrics: [this.metrics.get('gpuMemoryUtilization', { label: 'GPU memory' })],
        axis: PERCENT_AXIS,
        lines: fullLine(gpuCount),
      },
    ];
    return [
      ...(gpuCount === 0 ? [] : gpus),
      {
        title: `CPU${describeScale(vcpus)}`,
        metrics: [this.metrics.get('cpuUtilization', { label: 'CPU' })],
        axis: PERCENT_AXIS,
        lines: fullLine(vcpus),
      },
      {
        title: 'Memory and disk',
        metrics: [
          this.metrics.get('memoryUtilization', { label: 'memory' }),
          this.metrics.get('diskUtilization', { label: 'disk' }),
        ],
        axis: PERCENT_AXIS,
        lines: fullLine(1),
      },
    ];
  }

  public cost(): Graph[] {
    const price = priceOf(this.endpoint);
    if (price === undefined || this.endpoint.asynchronous) return [];
    return [
      { title: 'Cost per hour', metrics: [this.metrics.costPerHour(price)], axis: USD_AXIS },
      {
        title: 'Cost per million requests',
        metrics: [this.metrics.costPerMillionRequests(price)],
        axis: USD_AXIS,
      },
    ];
  }

  public plannedAndMeasured(plan: PlanCandidate): Graph[] {
    const { statistic } = this.endpoint.latencyObjective;
    const { costPerHour: cost } = plan;
    return [
      {
        title: 'Planned and measured: latency',
        metrics: [this.metrics.get('modelLatency', { statistic, label: `measured ${statistic}` })],
        axis: MICROSECONDS_AXIS,
        lines: lineAt(plan.latencyMilliseconds * 1000, 'planned at peak'),
      },
      {
        title: 'Planned and measured: requests per minute and instance',
        metrics: [this.metrics.get('invocationsPerInstance', { label: 'measured' })],
        axis: COUNT_AXIS,
        lines: lineAt(plan.capacityPerInstance * 60, 'planned capacity'),
      },
      {
        title: 'Planned and measured: instances',
        metrics: [this.metrics.servingCount({ label: 'measured' })],
        axis: COUNT_AXIS,
        lines: lineAt(plan.instanceCount, `planned at peak${cost === undefined ? '' : `, ${cost} USD per hour`}`),
      },
    ];
  }

  public modelLoading(): Graph[] {
    return [
      {
        title: 'Models: found loaded (1 = always)',
        metrics: [this.metrics.get('modelCacheHit', { label: 'share' })],
        axis: COUNT_AXIS,
      },
      {
        title: 'Models: time to load',
        metrics: [
          this.metrics.get('modelLoadingWaitTime', { label: 'requests wait' }),
          this.metrics.get('modelDownloadingTime', { label: 'download' }),
          this.metrics.get('modelLoadingTime', { label: 'load' }),
          this.metrics.get('modelUnloadingTime', { label: 'unload' }),
        ],
        axis: MICROSECONDS_AXIS,
      },
      {
        title: 'Models: loaded per instance',
        metrics: [this.metrics.get('loadedModelCount', { label: 'models' })],
        axis: COUNT_AXIS,
      },
    ];
  }
}
