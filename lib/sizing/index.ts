export { ArrivalRate, Arrivals, BurstyArrivalRate, ClosedLoopClients, ReplayedRequests } from './arrivals';
export { BatchCount, BatchingSimulation, Estimate } from './batching-simulation';
export { BatchingSimulator } from './batching-simulator';
export { BatchingSimulationProps, HostRouting } from './batching-simulator-props';
export { ExecutionOverheads, ServiceTime } from './service-time';
