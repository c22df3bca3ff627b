import { MathExpression, MathExpressionOptions, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SERVER_MODEL_METRICS } from '../facts/cloudwatch-metrics';
import { PERIOD } from './create-metric';
import { PublishedMetrics } from './published-metrics';

/** Triton's own metrics of one model, of an endpoint with `monitoring.serverMetrics`. */
export class ModelMetrics extends PublishedMetrics<keyof typeof SERVER_MODEL_METRICS> {
  constructor(
    endpointName: string,
    variantName: string,
    private readonly modelName: string,
  ) {
    const dimensions = { EndpointName: endpointName, VariantName: variantName, ModelName: modelName };
    super([{ rows: SERVER_MODEL_METRICS, dimensions }]);
  }

  /** Mean time of a request in the queue of the model, in milliseconds. No data without requests. */
  public meanQueueTime(options?: MathExpressionOptions): MathExpression {
    const metrics = { queue: this.get('queueDuration'), requests: this.get('successfulRequests') };
    return this.expression(({ queue, requests }) => `${queue} / ${requests}`, metrics, 'queue time (ms)', options);
  }

  /** Mean time of a request in executions of the model, in milliseconds. No data without requests. */
  public meanComputeTime(options?: MathExpressionOptions): MathExpression {
    const metrics = { compute: this.get('computeDuration'), requests: this.get('successfulRequests') };
    return this.expression(
      ({ compute, requests }) => `${compute} / ${requests}`,
      metrics,
      'compute time (ms)',
      options,
    );
  }

  /** Mean number of inferences that one execution processes. No data without executions. */
  public meanBatchSize(options?: MathExpressionOptions): MathExpression {
    const metrics = { inferences: this.get('inferences'), executions: this.get('executions') };
    return this.expression(
      ({ inferences, executions }) => `${inferences} / ${executions}`,
      metrics,
      'batch size',
      options,
    );
  }

  /**
   * Mean number of requests that one execution processes: 1 if each request is executed alone, so that batching has no effect. Requests whose
   * response is from the response cache do not count. No data without executions.
   *
   * @param responseCache whether the model has a response cache
   */
  public requestsPerExecution(responseCache: boolean, options?: MathExpressionOptions): MathExpression {
    const metrics = { requests: this.get('successfulRequests'), executions: this.get('executions') };
    const label = 'requests per execution';
    if (!responseCache) {
      return this.expression(({ requests, executions }) => `${requests} / ${executions}`, metrics, label, options);
    }
    return this.expression(
      ({ requests, hits, executions }) => `(${requests} - ${hits}) / ${executions}`,
      { ...metrics, hits: this.get('cacheHits') },
      label,
      options,
    );
  }

  /** Percentage of the responses that come from the response cache. No data for models without a cache. */
  public cacheHitRate(options?: MathExpressionOptions): MathExpression {
    const metrics = { hits: this.get('cacheHits'), misses: this.get('cacheMisses') };
    return this.expression(
      ({ hits, misses }) => `100 * ${hits} / (${hits} + ${misses})`,
      metrics,
      'cache hits (%)',
      options,
    );
  }

  /** Creates an expression. The IDs of its metrics contain the name of the model, because different metrics of a graph have different IDs. */
  private expression<Name extends string>(
    render: (ids: Record<Name, string>) => string,
    metrics: Record<Name, Metric>,
    label: string,
    options?: MathExpressionOptions,
  ): MathExpression {
    const names = Object.keys(metrics) as Name[];
    const ids = Object.fromEntries(names.map((name) => [name, `${name}_${toId(this.modelName)}`]));
    return new MathExpression({
      expression: render(ids as Record<Name, string>),
      usingMetrics: Object.fromEntries(names.map((name) => [ids[name], metrics[name]])),
      period: PERIOD,
      label: `${this.modelName}: ${label}`,
      ...options,
    });
  }
}

/** Replaces the characters of a name that an ID of metric math cannot contain. Different names have different IDs. */
function toId(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
}
