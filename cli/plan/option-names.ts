import { optionNames } from '../sizing/option-names';

/** Replaces the names of the library in errors by the options of `plan`. */
export const withOptionNames = optionNames({
  'CapacityPlanner.plan': 'plan',
  'LatencyObjective.ofPercentile': '--percentile',
  'LatencyObjective.limit': '--latency',
  requestsPerSecond: '--requests-per-second',
  latencyObjective: '--latency',
  headroom: '--headroom',
  spareInstances: '--spare',
});
