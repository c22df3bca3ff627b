import { BatchingSimulation } from '../batching-simulation';
import { estimateMean, estimatePercentiles } from './estimates';
import { Measurements } from './measurements';
import { Scenario } from './scenario';

/** What the measurements say about the requests after the warm-up. */
export function summarize(scenario: Scenario, measurements: Measurements): BatchingSimulation {
  const { executionsByBatch, busy, busyOfRequests, end, inFlightArea, rejected } = measurements;
  const all = measurements.latencies.subarray(scenario.warmup);
  const latencies = rejected ? all.filter((latency) => !Number.isNaN(latency)) : all;
  const mean = estimateMean(latencies);
  const [p50, p90, p95, p99, p999] = estimatePercentiles(latencies, [50, 90, 95, 99, 99.9]);

  let executions = 0;
  let inferences = 0;
  const executionsOf: { [batch: string]: number } = {};
  for (let batch = 1; batch < executionsByBatch.length; batch++) {
    if (!executionsByBatch[batch]) continue;
    executionsOf[batch] = executionsByBatch[batch];
    executions += executionsByBatch[batch];
    inferences += executionsByBatch[batch] * batch;
  }
  const answered = scenario.requests - rejected;
  return {
    throughput: (answered / end) * 1000,
    inferencesPerSecond: (inferences / end) * 1000,
    meanMilliseconds: mean.milliseconds,
    p50Milliseconds: p50.milliseconds,
    p90Milliseconds: p90.milliseconds,
    p95Milliseconds: p95.milliseconds,
    p99Milliseconds: p99.milliseconds,
    p999Milliseconds: p999.milliseconds,
    mean,
    p50,
    p90,
    p95,
    p99,
    p999,
    meanBatch: inferences / executions,
    executionsByBatch: executionsOf,
    executions,
    queueShare: 1 - busyOfRequests / answered / mean.milliseconds,
    utilization: busy / (end * scenario.instances * scenario.hosts),
    meanInFlight: inFlightArea / end,
    answered: latencies.length,
    rejected,
    simulatedMilliseconds: end,
  };
}
