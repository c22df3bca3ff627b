import { HorizontalAnnotation } from 'aws-cdk-lib/aws-cloudwatch';
import { COUNT_AXIS, Graph, graphOf, lineAt, MICROSECONDS_AXIS } from './graph';
import { metricsOf } from './metrics-of';
import { MonitoredHost } from './monitored-endpoint';
import { HostMetrics } from './host-metrics';

/** Graphs of requests: latency, traffic, errors, response streams, probe and queue. */
export class RequestGraphs {
  private readonly metrics: HostMetrics;
  private readonly objective: HorizontalAnnotation[];

  constructor(private readonly endpoint: MonitoredHost) {
    this.metrics = metricsOf(endpoint);
    const { _milliseconds: milliseconds, statistic } = endpoint.latencyObjective;
    this.objective = lineAt(milliseconds * 1000, `objective ${statistic}`);
  }

  /** ModelLatency, to which the objective applies. */
  public latency(): Graph {
    const statistics = ['p50', this.endpoint.latencyObjective.statistic, 'p99.9'];
    return graphOf(
      'Latency: model',
      MICROSECONDS_AXIS,
      [...new Set(statistics)].map((statistic) => this.metrics.get('modelLatency', { statistic, label: statistic })),
      this.objective,
    );
  }

  public traffic(): Graph {
    return graphOf(
      'Requests per minute',
      COUNT_AXIS,
      [this.metrics.get('invocations', { label: 'requests' })],
      lineAt(this.endpoint.expectedInvocationsPerMinute, 'expected'),
    );
  }

  public errors(): Graph {
    return graphOf('Errors per minute', COUNT_AXIS, [
      this.metrics.get('invocation5xxErrors', { label: '5XX' }),
      this.metrics.get('invocation4xxErrors', { label: '4XX' }),
      ...(this.endpoint.asynchronous
        ? []
        : [this.metrics.get('invocationModelErrors', { label: 'container not 2XX' })]),
      ...(this.endpoint.streaming ? [this.metrics.get('midStreamErrors', { label: 'broken streams' })] : []),
    ]);
  }

  /** Latencies at the percentile of the objective: container, SageMaker, the sum of both, and end to end if the endpoint has a probe. */
  public latencies(): Graph[] {
    const { statistic } = this.endpoint.latencyObjective;
    const graph = (title: string, metric: Graph['metrics'][number]): Graph =>
      graphOf(title, MICROSECONDS_AXIS, [metric], this.objective);
    const graphs = [
      graph('Latency: container (ModelLatency)', this.metrics.get('modelLatency', { statistic, label: statistic })),
      graph(
        'Latency: SageMaker (OverheadLatency)',
        this.metrics.get('overheadLatency', { statistic, label: statistic }),
      ),
      graph('Latency: both', this.metrics.totalLatency(statistic, { label: `sum of both ${statistic}` })),
    ];
    if (!this.endpoint.probeInterval) return graphs;
    return [
      ...graphs,
      graph('Latency: end to end (probe)', this.metrics.get('endToEndLatency', { statistic, label: statistic })),
    ];
  }

  /** Time to the first chunk of a response stream: the part of the container, the part of SageMaker, and the total. */
  public firstChunks(): Graph[] {
    const { latencyObjective, firstChunkObjective } = this.endpoint;
    const { statistic } = firstChunkObjective ?? latencyObjective;
    const lines = lineAt(firstChunkObjective && firstChunkObjective._milliseconds * 1000, `objective ${statistic}`);
    const graph = (title: string, metric: Graph['metrics'][number]): Graph =>
      graphOf(title, MICROSECONDS_AXIS, [metric], lines);
    const options = { statistic, label: statistic };
    return [
      graph(
        'First chunk of streams: container (FirstChunkModelLatency)',
        this.metrics.get('firstChunkModelLatency', options),
      ),
      graph(
        'First chunk of streams: SageMaker (FirstChunkOverheadLatency)',
        this.metrics.get('firstChunkOverheadLatency', options),
      ),
      graph('First chunk of streams: both (FirstChunkLatency)', this.metrics.get('firstChunkLatency', options)),
    ];
  }

  public probeResults(): Graph[] {
    return [graphOf('Probe: correct responses', COUNT_AXIS, [this.metrics.get('success', { label: '1 = correct' })])];
  }

  public queue(): Graph[] {
    const metrics = metricsOf(this.endpoint);
    return [
      graphOf(
        'Queue: backlog',
        COUNT_AXIS,
        [
          metrics.get('approximateBacklogSize', { label: 'requests' }),
          metrics.get('approximateBacklogSizePerInstance', { label: 'per instance' }),
        ],
        lineAt(this.endpoint.targetBacklogPerInstance, 'scaling target per instance'),
      ),
      graphOf('Queue: age of the oldest request', { min: 0, label: 's', showUnits: false }, [
        metrics.get('approximateAgeOfOldestRequest', { label: 'age' }),
      ]),
      graphOf('Queue: requests per minute', COUNT_AXIS, [
        metrics.get('invocationsProcessed', { label: 'processed' }),
        metrics.get('invocationFailures', { label: 'failed' }),
        metrics.get('expiredRequests', { label: 'expired' }),
        metrics.get('responseUploadFailures', { label: 'not written to S3' }),
        metrics.get('notificationFailures', { label: 'not notified' }),
      ]),
    ];
  }
}
