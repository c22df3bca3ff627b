import { METRICS_PER_CACHE, METRICS_PER_MODEL, METRICS_PER_VARIANT } from '../../facts/cloudwatch-metrics';
import { ServerMetricsVolume } from '../../contracts/server-metrics-volume';
import { TritonModel } from '../../model';
import { modelsOfServer } from './monitored-models';

/** Counts what the metrics exporter publishes for models and their members. */
export function serverMetricsVolume(served: TritonModel[]): ServerMetricsVolume {
  const models = modelsOfServer(served);
  const cached = models.filter(({ config }) => config._document.response_cache?.enable);
  return {
    metrics: METRICS_PER_VARIANT + models.length * METRICS_PER_MODEL + cached.length * METRICS_PER_CACHE,
    linesPerMinute: 1 + models.length,
  };
}
