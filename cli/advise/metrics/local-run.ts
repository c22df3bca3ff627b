import { SERVER_MODEL_METRICS } from '../../../lib/facts/cloudwatch-metrics';
import { ServerMinute } from '../../assembly/measurements';
import { meanOfSamples, MetricRow, MODEL_METRICS } from './minutes';

/** The metrics of the models of a local server, which is one instance. */
export function rowsOfServerMinutes(minutes: readonly ServerMinute[]): MetricRow[] {
  return minutes.flatMap(({ timestamp: time, dimensions, values }) => {
    const { ModelName: modelName, VariantName: variantName } = dimensions;
    if (modelName === undefined) return [];
    const means = MODEL_METRICS.map((metric) => [
      metric,
      meanOfSamples(values[SERVER_MODEL_METRICS[metric].name] ?? []),
    ]);
    return [{ modelName, variantName, time, instances: 1, values: Object.fromEntries(means) as MetricRow['values'] }];
  });
}
