export { InferenceRecommenderJob } from './inference-recommender-job';
export type { InferenceRecommenderJobProps, StopConditions } from './job-props';
export { SamplePayload } from './sample-payload';
export { TrafficPattern, type TrafficPhase } from './traffic-pattern';
