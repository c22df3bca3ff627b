import { ServiceTime } from '../../../lib';
import { Arrivals } from '../../../lib/capacity';
import type { DynamicBatchingOptions } from '../../../lib';
import { SERVER_MODEL_METRICS } from '../../../lib/facts/cloudwatch-metrics';
import { scenarioOf } from '../../../lib/capacity/sizing/simulation/scenario';
import { simulate } from '../../../lib/capacity/sizing/simulation/simulate';
import { MODEL_METRICS, ModelMinute } from '../../../cli/advise/metrics/minutes';

/** A model, and how it is deployed. */
export interface SimulatedModel {
  readonly serviceTimes: ServiceTime[];
  readonly maxBatchSize: number;
  readonly dynamicBatching?: DynamicBatchingOptions;
  /** Requests per second in each minute, on each instance. */
  readonly rates: readonly number[];
  readonly instances?: number;
  readonly burstiness?: number;
  readonly requestBatch?: number;
}

export const STARTS_AT = Date.parse('2026-11-23T08:00:00Z');

/** The metrics that a server would report. Queues do not last from minute to minute. */
export function metricsOf(model: SimulatedModel, seed = 7): ModelMinute[] {
  const { rates, instances = 1, burstiness = 1, requestBatch = 1 } = model;
  return rates.map((rate, minute): ModelMinute => {
    const values = { successfulRequests: 0, inferences: 0, executions: 0, queueDuration: 0, computeDuration: 0 };
    for (let instance = 0; instance < instances; instance++) {
      const { latencies, executionsByBatch, executionTimeOfRequests } = simulate(
        scenarioOf({
          ...model,
          instances: 1,
          requestBatch,
          arrivals: burstiness === 1 ? Arrivals.poisson(rate) : Arrivals.gamma(rate, burstiness),
          requests: Math.max(1, Math.round(rate * 60)),
          seed: seed + 1000 * minute + instance,
        }),
      );
      values.successfulRequests += latencies.length;
      values.inferences += latencies.length * requestBatch;
      values.executions += executionsByBatch.reduce((sum, count) => sum + count, 0);
      values.computeDuration += executionTimeOfRequests;
      values.queueDuration += latencies.reduce((sum, latency) => sum + latency, 0) - executionTimeOfRequests;
    }
    return {
      ...{ failedRequests: 0, pendingRequests: 0, cacheHits: 0, cacheMisses: 0, ...values },
      time: STARTS_AT + minute * 60_000,
      instances,
    };
  });
}

/** The metrics as the log of an endpoint: a document for each instance and minute. */
export function toLog(minutes: readonly ModelMinute[], modelName = 'classifier'): string {
  const documents = minutes.flatMap((minute) => {
    const values = MODEL_METRICS.map((metric) => [
      SERVER_MODEL_METRICS[metric].name,
      minute[metric] / minute.instances,
    ]);
    const document = { _aws: { Timestamp: minute.time }, VariantName: 'AllTraffic', ModelName: modelName };
    return Array<object>(minute.instances).fill({ ...document, ...Object.fromEntries(values) });
  });
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
}

/** Execution times on a line. */
export function line(fixed: number, perItem: number, maxBatchSize: number): ServiceTime[] {
  return [1, maxBatchSize].map((batch) => ({ batch, milliseconds: fixed + perItem * batch }));
}

/** Rates that rise from the lowest to the highest, for a number of minutes. */
export function rising(lowest: number, highest: number, minutes: number): number[] {
  return Array.from({ length: minutes }, (_, minute) => lowest + ((highest - lowest) * minute) / (minutes - 1));
}
