import { HostMetrics } from './host-metrics';
import { COUNT_AXIS, Graph, lineAt, PERCENT_AXIS } from './graph';
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
      {
        title: 'Copies',
        metrics: [
          this.metrics.servingCount({ label: 'in service' }),
          this.metrics.runningCopyCount({ label: 'running' }),
        ],
        axis: COUNT_AXIS,
        lines: [...lineAt(minCapacity, 'least'), ...lineAt(maxCapacity, 'most')],
      },
      {
        title: 'Requests per minute and copy',
        metrics: [this.metrics.get('invocationsPerCopy', { label: 'requests' })],
        axis: COUNT_AXIS,
        lines: lineAt(targetInvocationsPerInstance, 'scaling target'),
      },
      {
        title: 'Concurrent requests per copy',
        metrics: [this.metrics.get('concurrentRequestsPerCopy', { label: 'most' })],
        axis: COUNT_AXIS,
        lines: lineAt(targetConcurrentRequests, 'scaling target'),
      },
      {
        title: 'Failed requests without a copy per minute',
        metrics: [this.metrics.get('noCapacityInvocationFailures', { label: 'requests' })],
        axis: COUNT_AXIS,
      },
    ];
  }

  /** Utilization by the copies, relative to what they reserve. */
  public hardware(): Graph[] {
    const graph = (title: string, metric: Graph['metrics'][number]): Graph => ({
      title,
      metrics: [metric],
      axis: PERCENT_AXIS,
      lines: lineAt(100, 'full'),
    });
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
