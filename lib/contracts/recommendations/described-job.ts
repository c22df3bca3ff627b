import { Recommendation } from './recommendation';

/**
 * The properties that are read from the description of an Inference Recommender job. Numbers can be missing, NaN, null, or the text NaN.
 */
export interface DescribedJob {
  readonly InferenceRecommendations?: {
    readonly Metrics?: { readonly [metric: string]: unknown };
    readonly EndpointConfiguration?: { readonly InstanceType?: string; readonly InitialInstanceCount?: number };
    readonly ModelConfiguration?: {
      readonly EnvironmentParameters?: { readonly Key?: string; readonly Value?: string }[];
    };
  }[];
}

/** Properties of a benchmarked configuration that are not measured. */
export type ConfigurationFacts = Partial<
  Pick<Recommendation, 'configuration' | 'dynamicBatching' | 'instanceGroupCount'>
>;

/** Recommendations of a job. Serverless recommendations, which have no instance type, are omitted: they support neither GPUs nor Triton's images. */
export function recommendationsOf(job: DescribedJob, facts: ConfigurationFacts = {}): Recommendation[] {
  return (job.InferenceRecommendations ?? []).flatMap(({ Metrics, EndpointConfiguration, ModelConfiguration }) => {
    const instanceType = EndpointConfiguration?.InstanceType;
    if (!instanceType) return [];
    const tunedParameters = (ModelConfiguration?.EnvironmentParameters ?? []).map(
      ({ Key, Value }) => `${Key}=${Value}`,
    );
    const cost = finiteNumberOf(Metrics?.CostPerHour);
    const recommendation: Recommendation = {
      ...facts,
      configuration: [facts.configuration ?? [], tunedParameters].flat().join(' ') || 'model',
      instanceType,
      invocationsPerMinute: positiveOrUndefined(Metrics?.MaxInvocations),
      modelLatencyMilliseconds: positiveOrUndefined(Metrics?.ModelLatency),
      usdPerInstanceHour: cost === undefined ? undefined : cost / (EndpointConfiguration.InitialInstanceCount ?? 1),
    };
    return recommendation;
  });
}

function finiteNumberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Returns undefined for 0: an endpoint without completed requests has no rate and no latency. */
function positiveOrUndefined(value: unknown): number | undefined {
  const number = finiteNumberOf(value);
  return number !== undefined && number > 0 ? number : undefined;
}
