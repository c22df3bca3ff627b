export type { ExpectedTraffic } from './expected-traffic';
export type { FleetEstimate, FleetMinute, FleetSimulation } from './fleet-simulation';
export type {
  DurationRange,
  FleetAssumptions,
  FleetSimulationOptions,
  SimulatedFleetOptions,
} from './fleet-simulation-options';
export { FleetSimulator } from './fleet-simulator';
export { TrafficTrace } from './traffic-trace';
export type {
  BurstTrafficOptions,
  DailyTrafficOptions,
  RequestCountsOptions,
  TrafficStep,
} from './traffic-trace-options';
export { ScalingSearch } from './scaling-search';
export type { ScalingSearchOptions } from './scaling-search-options';
export type { ScalingCandidate, ScalingSearchResult } from './scaling-search-result';
