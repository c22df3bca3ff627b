import { readFileSync } from 'node:fs';
import { SinglePoint } from '../planning/single-point-option';
import { CsvTable } from './csv-table';

export function readInferenceRecommenderCsv(path: string): SinglePoint[] {
  const table = new CsvTable(path, ['instance_type', 'invocations_per_minute_per_instance', 'model_latency_ms']);
  return table.rows.map((row) => {
    const cost = row.number('cost_per_hour_usd');
    const count = row.number('initial_instance_count') ?? 1;
    const batching = row.text('dynamic_batching');
    return {
      configuration: row.text('configuration') ?? 'model',
      instanceType: row.requiredText('instance_type'),
      invocationsPerMinute: row.requiredNumber('invocations_per_minute_per_instance'),
      latencyMilliseconds: row.requiredNumber('model_latency_ms'),
      usdPerHour: cost === undefined ? undefined : cost / count,
      dynamicBatching: batching === undefined ? undefined : batching === 'yes',
      instancesPerGpu: row.number('instance_group_count'),
    };
  });
}

interface Recommendation {
  readonly Metrics?: {
    readonly CostPerHour?: number;
    readonly MaxInvocations?: number;
    readonly ModelLatency?: number;
  };
  readonly EndpointConfiguration: { readonly InstanceType?: string; readonly InitialInstanceCount?: number };
  readonly ModelConfiguration?: { readonly EnvironmentParameters?: { readonly Key: string; readonly Value: string }[] };
}

export function readInferenceRecommenderJson(path: string): SinglePoint[] {
  const text = readFileSync(path, 'utf8').replace(/:\s*NaN\b/g, ': null'); // the service writes NaN for what it did not measure
  const recommendations: Recommendation[] = JSON.parse(text).InferenceRecommendations ?? [];
  return recommendations.flatMap(({ Metrics, EndpointConfiguration, ModelConfiguration }) => {
    if (!EndpointConfiguration.InstanceType || !Metrics?.MaxInvocations || !Metrics.ModelLatency) return [];
    const tuned = ModelConfiguration?.EnvironmentParameters?.map(({ Key, Value }) => `${Key}=${Value}`).join(' ');
    return {
      configuration: tuned || 'model',
      instanceType: EndpointConfiguration.InstanceType,
      invocationsPerMinute: Metrics.MaxInvocations,
      latencyMilliseconds: Metrics.ModelLatency,
      usdPerHour: Metrics.CostPerHour
        ? Metrics.CostPerHour / (EndpointConfiguration.InitialInstanceCount ?? 1)
        : undefined,
    };
  });
}
