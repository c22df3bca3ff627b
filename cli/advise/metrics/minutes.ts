import { SERVER_MODEL_METRICS } from '../../../lib/facts/cloudwatch-metrics';

/** The metrics of a model, by their names in `SERVER_MODEL_METRICS`. */
export type ModelMetric = keyof typeof SERVER_MODEL_METRICS;
export const MODEL_METRICS = Object.keys(SERVER_MODEL_METRICS) as ModelMetric[];

/** The metrics of a model in a minute: sums over the instances of the endpoint. Durations are in milliseconds. */
export interface ModelMinute extends Readonly<Record<ModelMetric, number>> {
  /** Start of the minute, in milliseconds since 1970. */
  readonly time: number;
  /** Number of instances that reported the minute. */
  readonly instances: number;
}

/** The minutes of each model, in ascending order. */
export type MinutesByModel = ReadonlyMap<string, readonly ModelMinute[]>;

/** The metrics of a model on one or several instances in a minute. Missing metrics are 0. */
export interface MetricRow {
  readonly modelName: string;
  /** Undefined in metrics of one variant. */
  readonly variantName?: string;
  readonly time: number;
  readonly instances: number;
  /** `pendingRequests` is the mean of the samples. */
  readonly values: Partial<Record<ModelMetric, number>>;
}

/** Adds the rows of the same model and minute. */
export function collectMinutes(rows: Iterable<MetricRow>): MinutesByModel {
  const minutes = new Map<string, Map<number, ModelMinute>>();
  for (const { modelName, time, instances, values } of rows) {
    const ofModel = minutes.get(modelName) ?? new Map<number, ModelMinute>();
    minutes.set(modelName, ofModel);
    const previous = ofModel.get(time);
    const sums = MODEL_METRICS.map((metric) => [metric, (previous?.[metric] ?? 0) + (values[metric] ?? 0)]);
    ofModel.set(time, {
      ...(Object.fromEntries(sums) as Record<ModelMetric, number>),
      time,
      instances: (previous?.instances ?? 0) + instances,
    });
  }
  return new Map([...minutes].map(([model, ofModel]) => [model, withoutEnds([...ofModel.values()])]));
}

/** The first and the last minute of a server can be partial. They would look like minutes of lower load. */
function withoutEnds(minutes: ModelMinute[]): ModelMinute[] {
  return minutes.sort((one, other) => one.time - other.time).slice(1, -1);
}

/** The sum of a metric over minutes. */
export function sumOf(minutes: readonly ModelMinute[], metric: ModelMetric): number {
  return minutes.reduce((sum, minute) => sum + minute[metric], 0);
}

/** The number of requests that were executed: those that the response cache does not answer. */
export function executedRequests({ successfulRequests, cacheHits }: ModelMinute): number {
  return Math.max(0, successfulRequests - cacheHits);
}
