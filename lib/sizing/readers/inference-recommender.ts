import { readFileSync } from 'node:fs';
import { SinglePoint } from '../planning/single-point-option';
import { CsvTable } from './csv-table';

export function readInferenceRecommenderCsv(path: string): SinglePoint[] {
  const table = new CsvTable(path, ['instance_type', 'invocations_per_minute_per_instance', 'model_latency_ms']);
  return table.rows.flatMap((row) => {
    const cost = row.metric('cost_per_hour_usd');
    const count = row.number('initial_instance_count') ?? 1;
    const invocationsPerMinute = row.metric('invocations_per_minute_per_instance');
    const latencyMilliseconds = row.metric('model_latency_ms');
    if (invocationsPerMinute === undefined || latencyMilliseconds === undefined) return [];
    return {
      configuration: row.text('configuration') ?? 'model',
      instanceType: row.requiredText('instance_type'),
      invocationsPerMinute,
      latencyMilliseconds,
      usdPerHour: cost === undefined ? undefined : cost / count,
      dynamicBatching: row.yesNo('dynamic_batching'),
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
