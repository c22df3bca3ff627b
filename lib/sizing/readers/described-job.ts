import { Recommendation } from './recommendation';

/** What of a described job is read. Numbers may be absent, NaN, null, or the text that stands for NaN. */
export interface DescribedJob {
  readonly InferenceRecommendations?: {
    readonly Metrics?: { readonly [metric: string]: unknown };
    readonly EndpointConfiguration?: { readonly InstanceType?: string; readonly InitialInstanceCount?: number };
    readonly ModelConfiguration?: {
      readonly EnvironmentParameters?: { readonly Key?: string; readonly Value?: string }[];
    };
  }[];
}

/** What is known of a benchmarked configuration beside what was measured. */
export type Facts = Partial<
  Pick<Recommendation, 'configuration' | 'tensorrt' | 'dynamicBatching' | 'instanceGroupCount'>
>;

/** What is known of instance types, by their names. */
export type InstanceFacts = Record<string, Pick<Recommendation, 'vcpus' | 'gpus' | 'memoryGib'>>;

/** The recommendations of a job. One without an instance type is serverless, where Triton cannot run on a GPU, and left out. */
export function recommendationsOf(
  job: DescribedJob,
  facts: Facts = {},
  instances: InstanceFacts = {},
): Recommendation[] {
  return (job.InferenceRecommendations ?? []).flatMap(({ Metrics, EndpointConfiguration, ModelConfiguration }) => {
    const instanceType = EndpointConfiguration?.InstanceType;
    if (!instanceType) return [];
    const tuned = (ModelConfiguration?.EnvironmentParameters ?? []).map(({ Key, Value }) => `${Key}=${Value}`);
    const cost = numberOf(Metrics?.CostPerHour);
    const recommendation: Recommendation = {
      ...facts,
      ...instances[instanceType],
      configuration: [facts.configuration ?? [], tuned].flat().join(' ') || 'model',
      instanceType,
      invocationsPerMinute: aboveZero(Metrics?.MaxInvocations),
      modelLatencyMilliseconds: aboveZero(Metrics?.ModelLatency),
      usdPerInstanceHour: cost === undefined ? undefined : cost / (EndpointConfiguration.InitialInstanceCount ?? 1),
      cpuUtilization: numberOf(Metrics?.CpuUtilization),
      memoryUtilization: numberOf(Metrics?.MemoryUtilization),
    };
    return recommendation;
  });
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** An endpoint that answered nothing has no rate, and no latency. */
function aboveZero(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number > 0 ? number : undefined;
}
