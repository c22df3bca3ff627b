// jsii finds the types of a submodule only through `export *`.
export * from './fleet/fleet-simulation';
export * from './fleet/fleet-simulation-options';
export * from './fleet/fleet-simulator';
export * from './fleet/scaling-search';
export * from './fleet/scaling-search-options';
export * from './fleet/scaling-search-result';
export * from './sizing/arrivals';
export * from './sizing/batching-simulation';
export * from './sizing/batching-simulation-options';
export * from './sizing/batching-simulator';
export * from './sizing/capacity-plan';
export * from './sizing/capacity-plan-options';
export * from './sizing/capacity-planner';
export * from './sizing/latency-profiles';
export * from './sizing/readers/reports';
