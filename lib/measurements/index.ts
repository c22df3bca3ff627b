export type { ICapacityPlan, PlanCandidate } from './capacity-plan';
export { ExpectedTraffic } from './expected-traffic';
export type { ExecutionOverheads, LatencyProfile, ServiceTime } from './latency-profile';
export { PriceList, type PriceListOptions } from './price-list';
export { TrafficTrace } from './traffic-trace';
export type { BurstTrafficOptions, DailyTrafficOptions, TrafficStep } from './traffic-trace-options';
