import { HorizontalAnnotation, IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { PERIOD } from './create-metric';
import { COUNT_AXIS, Graph, graphOf, lineAt, MILLISECONDS_AXIS, PERCENT_AXIS } from './graph';
import { metricsOf } from './metrics-of';
import { ModelMetrics } from './model-metrics';
import { gpuCountOf, MonitoredHost, variantNameOf } from './monitored-endpoint';
import { HostMetrics } from './host-metrics';
import { MonitoredModel, ServerMetricsSource } from './server-metrics-source';

/** Models whose names the label of a line contains. */
const MAX_NAMES = 3;

/** Graphs of Triton's own metrics. */
export class ServerGraphs {
  private readonly variant: HostMetrics;
  private readonly models: MonitoredModel[];

  constructor(
    private readonly endpoint: MonitoredHost,
    source: ServerMetricsSource,
  ) {
    this.variant = metricsOf(endpoint);
    this.models = source.models;
  }

  /** Where requests spend their time: in the server and, if it serves several models, in each of them. */
  public times(): Graph[] {
    const { variant, models } = this;
    const requests = variant.get('successfulRequests');
    const mean = (duration: IMetric, id: string, label: string): MathExpression =>
      new MathExpression({
        expression: `${id} / requests`,
        usingMetrics: { [id]: duration, requests },
        period: PERIOD,
        label,
      });
    const server: Graph = {
      title: 'Server: mean time of a request',
      metrics: [
        mean(variant.get('computeDuration'), 'compute', 'compute'),
        mean(variant.get('queueDuration'), 'queue', 'in queues'),
      ],
      axis: MILLISECONDS_AXIS,
      stacked: true,
    };
    if (models.length === 1) return [server];
    return [
      server,
      graphOf(
        'Server: mean time in the queue, by model',
        MILLISECONDS_AXIS,
        models.map(({ name }) => this.metricsOf(name).meanQueueTime({ label: name })),
      ),
      graphOf(
        'Server: mean compute time, by model',
        MILLISECONDS_AXIS,
        models.map(({ name }) => this.metricsOf(name).meanComputeTime({ label: name })),
      ),
    ];
  }

  /** Requests that wait, and requests that fail. */
  public requests(): Graph[] {
    return [
      graphOf(
        `Server: requests in queues, per ${this.endpoint.inferenceComponentName === undefined ? 'instance' : 'copy'}`,
        COUNT_AXIS,
        [
          this.variant.get('pendingRequests', { label: 'average' }),
          this.variant.get('pendingRequests', { statistic: 'Maximum', label: 'maximum' }),
        ],
      ),
      graphOf(
        'Server: failed requests per minute',
        COUNT_AXIS,
        this.models.map(({ name }) => this.metricsOf(name).get('failedRequests', { label: name })),
      ),
    ];
  }

  /** Batches of the models that have batches. The lines are the sizes in their configurations. */
  public batches(): Graph[] {
    const models = this.batchingModels();
    return [
      graphOf(
        'Server: mean batch size (inferences per execution)',
        COUNT_AXIS,
        models.map(({ name }) => this.metricsOf(name).meanBatchSize({ label: name })),
        batchSizeLines(models),
      ),
      graphOf(
        'Server: executions per minute',
        COUNT_AXIS,
        models.map(({ name }) => this.metricsOf(name).get('executions', { label: name })),
      ),
    ];
  }

  /** The number of requests that one execution processes, for the models that can combine requests. */
  public requestsPerExecution(): MathExpression[] {
    return this.batchingModels()
      .filter(({ dynamicBatching }) => dynamicBatching !== false)
      .map(({ name, responseCache = false }) => this.metricsOf(name).requestsPerExecution(responseCache));
  }

  /** Response caches, and the memory through which tensors are copied to GPUs. */
  public caches(): Graph[] {
    const cachedModels = this.models.filter(({ responseCache }) => responseCache);
    const cache: Graph = graphOf(
      'Server: responses from the cache',
      PERCENT_AXIS,
      cachedModels.map(({ name }) => this.metricsOf(name).cacheHitRate({ label: name })),
    );
    const pinnedMemory: Graph = graphOf(
      'Server: used share of the pinned memory pool',
      PERCENT_AXIS,
      [this.variant.get('pinnedMemoryUtilization', { label: 'pinned memory' })],
      lineAt(100, 'full'),
    );
    return [...(cachedModels.length > 0 ? [cache] : []), ...(gpuCountOf(this.endpoint) === 0 ? [] : [pinnedMemory])];
  }

  /** The models whose executions can process several inferences. */
  private batchingModels(): MonitoredModel[] {
    return this.models.filter(({ maxBatchSize = Infinity }) => maxBatchSize > 1);
  }

  private metricsOf(modelName: string): ModelMetrics {
    return new ModelMetrics(this.endpoint.endpointName, variantNameOf(this.endpoint), modelName);
  }
}

/** A line for each preferred and each maximum batch size. If only some of the models have it, the label contains their names. */
function batchSizeLines(models: MonitoredModel[]): HorizontalAnnotation[] {
  const linesOf = (kind: string, sizesOf: (model: MonitoredModel) => number[]): HorizontalAnnotation[] => {
    const sizes = [...new Set(models.flatMap(sizesOf))].sort((a, b) => a - b);
    return sizes.flatMap((size) => {
      const names = models.filter((model) => sizesOf(model).includes(size)).map(({ name }) => name);
      return lineAt(size, `${kind} ${size}${names.length === models.length ? '' : ` (${abbreviate(names)})`}`);
    });
  };
  return [
    ...linesOf('preferred', ({ preferredBatchSizes = [] }) => preferredBatchSizes),
    ...linesOf('maximum', ({ maxBatchSize }) => (maxBatchSize === undefined ? [] : [maxBatchSize])),
  ];
}

function abbreviate(names: string[]): string {
  const omittedCount = names.length - MAX_NAMES;
  return omittedCount <= 0 ? names.join(', ') : `${names.slice(0, MAX_NAMES).join(', ')} and ${omittedCount} more`;
}
