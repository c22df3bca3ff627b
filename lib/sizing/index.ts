export { Arrivals } from './arrivals';
export type { BatchingSimulation, Estimate } from './batching-simulation';
export { BatchingSimulator } from './batching-simulator';
export type { BatchingSimulationProps } from './batching-simulator-props';
export { CapacityPlan } from './capacity-plan';
export type { CapacityPlanProps } from './capacity-plan-props';
export { CapacityPlanner } from './capacity-planner';
export type { LatencyProfile } from './latency-profile';
export { LatencyProfiles } from './latency-profiles';
export {
  BindingConstraint,
  type PlanCandidate,
  PlanEvidence,
  type PlannedPerformance,
  type PlanSensitivity,
} from './plan-candidate';
export { PriceList, type PriceListProps } from './price-list';
export type { Recommendation } from './readers/recommendation';
export type { EngineReport, ModelAnalyzerReport, PerfAnalyzerReport } from './readers/reports';
export type { ExecutionOverheads, ServiceTime } from './service-time';
