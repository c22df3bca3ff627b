import { HostMetrics } from './host-metrics';
import { COUNT_AXIS, Graph, graphOf, lineAt, PERCENT_AXIS } from './graph';
import { gpuCountOf, MonitoredHost } from './monitored-endpoint';

/** Graphs of the copies of an inference component, and of their hardware. The fleet has the graphs of instances and cost. */
export class ComponentGraphs {
  constructor(
    private readonly endpoint: MonitoredHost,
    private readonly metrics: HostMetrics,
  ) {}

  public capacity(): Graph[] {
    const { minCapacity, maxCapacity, targetInvocationsPerInstance, targetConcurrentRequests } = this.endpoint;
    return [
      graphOf(
        'Copies',
        COUNT_AXIS,
        [this.metrics.servingCount({ label: 'in service' }), this.metrics.runningCopyCount({ label: 'running' })],
        [...lineAt(minCapacity, 'least'), ...lineAt(maxCapacity, 'most')],
      ),
      graphOf(
        'Requests per minute and copy',
        COUNT_AXIS,
        [this.metrics.get('invocationsPerCopy', { label: 'requests' })],
        lineAt(targetInvocationsPerInstance, 'scaling target'),
      ),
      graphOf(
        'Concurrent requests per copy',
        COUNT_AXIS,
        [this.metrics.get('concurrentRequestsPerCopy', { label: 'most' })],
        lineAt(targetConcurrentRequests, 'scaling target'),
      ),
      graphOf('Failed requests without a copy per minute', COUNT_AXIS, [
        this.metrics.get('noCapacityInvocationFailures', { label: 'requests' }),
      ]),
    ];
  }

  /** Utilization by the copies, relative to what they reserve. */
  public hardware(): Graph[] {
    const graph = (title: string, metric: Graph['metrics'][number]): Graph =>
      graphOf(title, PERCENT_AXIS, [metric], lineAt(100, 'full'));
    const gpus = [
      graph('GPU', this.metrics.get('gpuUtilization', { label: 'GPU' })),
      graph('GPU memory', this.metrics.get('gpuMemoryUtilization', { label: 'GPU memory' })),
    ];
    return [
      ...(gpuCountOf(this.endpoint) === 0 ? [] : gpus),
      graph('CPU', this.metrics.get('cpuUtilization', { label: 'CPU' })),
      graph('Memory', this.metrics.get('memoryUtilization', { label: 'memory' })),
    ];
  }
}
