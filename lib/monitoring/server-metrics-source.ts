/**
 * Models of a server whose own metrics are published, as those of an endpoint with `monitoring.serverMetrics`. The description contains only
 * names and numbers, so imported endpoints can also be monitored.
 */
export interface ServerMetricsSource {
  /** The models that the server serves: first the model that receives the requests of clients, then the models that it uses. */
  readonly models: MonitoredModel[];
}

/** A model whose metrics are published. */
export interface MonitoredModel {
  /** Name of the model. */
  readonly name: string;

  /**
   * Maximum batch size (`max_batch_size`). For 0 and 1, the dashboard has no graphs of batches.
   *
   * @default - not known, and no line on the dashboard
   */
  readonly maxBatchSize?: number;

  /**
   * Preferred batch sizes of the dynamic batcher (`preferred_batch_size`).
   *
   * @default - none, or not known, and no lines on the dashboard
   */
  readonly preferredBatchSizes?: number[];

  /**
   * Whether the model has dynamic batching, which combines requests into batches.
   *
   * @default - not known. The dashboard shows the number of requests per execution
   */
  readonly dynamicBatching?: boolean;

  /**
   * Whether the model has a response cache.
   *
   * @default false
   */
  readonly responseCache?: boolean;
}
