import { PlanCandidate } from '../measurements';
import { HostMetrics } from './host-metrics';
import { COUNT_AXIS, Graph, graphOf, lineAt, MICROSECONDS_AXIS, PERCENT_AXIS, USD_AXIS } from './graph';
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
      graphOf(
        'Instances',
        COUNT_AXIS,
        [this.metrics.servingCount()],
        [...lineAt(minCapacity, 'least'), ...lineAt(maxCapacity, 'most')],
      ),
      graphOf(
        'Requests per minute and instance',
        COUNT_AXIS,
        [this.metrics.get('invocationsPerInstance', { label: 'requests' })],
        lineAt(targetInvocationsPerInstance, 'scaling target'),
      ),
      graphOf(
        'Requests in flight per model',
        COUNT_AXIS,
        [this.metrics.get('concurrentRequestsPerModel', { label: 'most' })],
        lineAt(targetConcurrentRequests, 'scaling target'),
      ),
    ];
  }

  public hardware(): Graph[] {
    const { gpuCount, vcpus } = this.endpoint.instanceType ?? {};
    const describeScale = (count = 1): string => (count === 1 ? '' : ` (${count * 100} % = all ${count})`);
    const fullLine = (count?: number): Graph['lines'] => lineAt(count && count * 100, 'full');
    const gpus: Graph[] = [
      graphOf(
        `GPU${describeScale(gpuCount)}`,
        PERCENT_AXIS,
        [this.metrics.get('gpuUtilization', { label: 'GPU' })],
        fullLine(gpuCount),
      ),
      graphOf(
        `GPU memory${describeScale(gpuCount)}`,
        PERCENT_AXIS,
        [this.metrics.get('gpuMemoryUtilization', { label: 'GPU memory' })],
        fullLine(gpuCount),
      ),
    ];
    return [
      ...(gpuCount === 0 ? [] : gpus),
      graphOf(
        `CPU${describeScale(vcpus)}`,
        PERCENT_AXIS,
        [this.metrics.get('cpuUtilization', { label: 'CPU' })],
        fullLine(vcpus),
      ),
      graphOf(
        'Memory and disk',
        PERCENT_AXIS,
        [
          this.metrics.get('memoryUtilization', { label: 'memory' }),
          this.metrics.get('diskUtilization', { label: 'disk' }),
        ],
        fullLine(1),
      ),
    ];
  }

  public cost(): Graph[] {
    const price = priceOf(this.endpoint);
    if (price === undefined || this.endpoint.asynchronous) return [];
    return [
      graphOf('Cost per hour', USD_AXIS, [this.metrics.costPerHour(price)]),
      graphOf('Cost per million requests', USD_AXIS, [this.metrics.costPerMillionRequests(price)]),
    ];
  }

  public plannedAndMeasured(plan: PlanCandidate): Graph[] {
    const { statistic } = this.endpoint.latencyObjective;
    const { costPerHour: cost } = plan;
    return [
      graphOf(
        'Planned and measured: latency',
        MICROSECONDS_AXIS,
        [this.metrics.get('modelLatency', { statistic, label: `measured ${statistic}` })],
        // Inference Recommender states no percentile.
        lineAt(plan.latencyMilliseconds * 1000, plan.isSimulated ? 'planned at peak' : 'benchmark at saturation'),
      ),
      graphOf(
        'Planned and measured: requests per minute and instance',
        COUNT_AXIS,
        [this.metrics.get('invocationsPerInstance', { label: 'measured' })],
        lineAt(plan.capacityPerInstance * 60, 'planned capacity'),
      ),
      graphOf(
        'Planned and measured: instances',
        COUNT_AXIS,
        [this.metrics.servingCount({ label: 'measured' })],
        lineAt(plan.instanceCount, `planned at peak${cost === undefined ? '' : `, ${cost} USD per hour`}`),
      ),
    ];
  }

  public modelLoading(): Graph[] {
    return [
      graphOf('Models: found loaded (1 = always)', COUNT_AXIS, [this.metrics.get('modelCacheHit', { label: 'share' })]),
      graphOf('Models: time to load', MICROSECONDS_AXIS, [
        this.metrics.get('modelLoadingWaitTime', { label: 'requests wait' }),
        this.metrics.get('modelDownloadingTime', { label: 'download' }),
        this.metrics.get('modelLoadingTime', { label: 'load' }),
        this.metrics.get('modelUnloadingTime', { label: 'unload' }),
      ]),
      graphOf('Models: loaded per instance', COUNT_AXIS, [this.metrics.get('loadedModelCount', { label: 'models' })]),
    ];
  }
}
