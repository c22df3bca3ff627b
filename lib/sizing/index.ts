export { Arrivals } from './arrivals';
export type { BatchingSimulation, Estimate } from './batching-simulation';
export { BatchingSimulator } from './batching-simulator';
export type { BatchingSimulationOptions } from './batching-simulation-options';
export { CapacityPlan } from './capacity-plan';
export type { CapacityPlanOptions } from './capacity-plan-options';
export { CapacityPlanner } from './capacity-planner';
export type { ExecutionOverheads, LatencyProfile, ServiceTime } from './latency-profile';
export { LatencyProfiles } from './latency-profiles';
export {
  BindingConstraint,
  type PlanCandidate,
  PlanEvidence,
  type PlannedPerformance,
  type PlanSensitivity,
} from './plan-candidate';
export { PriceList, type PriceListOptions } from './price-list';
export type { Recommendation } from '../contracts/recommendations/recommendation';
export type { EngineReport, ModelAnalyzerReport, PerfAnalyzerReport } from './readers/reports';
