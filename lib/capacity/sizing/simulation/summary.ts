import { BatchingSimulation } from '../batching-simulation';
import { estimateMean, estimatePercentiles } from './estimates';
import { Measurements } from './measurements';
import { Scenario } from './scenario';

/** Summarizes the requests after the warm-up. */
export function summarize(scenario: Scenario, measurements: Measurements): BatchingSimulation {
  const { executionsByBatch, executionTime, executionTimeOfRequests, end, inProgressIntegral, rejected } = measurements;
  const afterWarmup = measurements.latencies.subarray(scenario.warmupRequests);
  const latencies = rejected ? afterWarmup.filter((latency) => !Number.isNaN(latency)) : afterWarmup;
  const mean = estimateMean(latencies);
  const [p50, p90, p95, p99, p999] = estimatePercentiles(latencies, [50, 90, 95, 99, 99.9]);

  let executions = 0;
  let inferences = 0;
  const executionCounts: { [batch: string]: number } = {};
  for (let batch = 1; batch < executionsByBatch.length; batch++) {
    if (!executionsByBatch[batch]) continue;
    executionCounts[batch] = executionsByBatch[batch];
    executions += executionsByBatch[batch];
    inferences += executionsByBatch[batch] * batch;
  }
  // Unlike the property `completedRequests`, this number includes the requests of the warm-up.
  const completed = scenario.requests - rejected;
  return {
    throughput: (completed / end) * 1000,
    inferencesPerSecond: (inferences / end) * 1000,
    meanMilliseconds: mean.milliseconds,
    p50Milliseconds: p50.milliseconds,
    p90Milliseconds: p90.milliseconds,
    p95Milliseconds: p95.milliseconds,
    p99Milliseconds: p99.milliseconds,
    p999Milliseconds: p999.milliseconds,
    meanBatch: inferences / executions,
    executionsByBatch: executionCounts,
    executions,
    // Fraction of the mean latency in which a request is not executed.
    queueShare: 1 - executionTimeOfRequests / completed / mean.milliseconds,
    utilization: executionTime / (end * scenario.instances * scenario.hosts),
    meanConcurrentRequests: inProgressIntegral / end,
    completedRequests: latencies.length,
    rejected,
    simulatedMilliseconds: end,
  };
}
