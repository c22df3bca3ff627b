export { InferenceRecommenderJob, type InferenceRecommenderJobProps } from './inference-recommender-job';
export { InferenceRecommenderSweep } from './inference-recommender-sweep';
export { ModelDomain, ModelFramework, ModelTask, type StopConditions } from './job-options';
export { Recommendations, type RecommendationSelection, type RecommendedScalingOptions } from './recommendations';
export { SamplePayload } from './sample-payload';
export { TrafficPattern, type TrafficPhase, type TrafficStairs } from './traffic-pattern';
export type { InferenceRecommenderSweepProps, SweepVariation } from './sweep-props';
