/** The options of the command by the names of the library that errors contain. */
const OPTIONS: Record<string, string> = {
  'CapacityPlanner.plan': 'plan',
  'LatencyObjective.ofPercentile': '--percentile',
  'LatencyObjective.limit': '--latency',
  'BatchingSimulator.run: seed': '--seed',
  requestsPerSecond: '--requests-per-second',
  latencyObjective: '--latency',
  overheadLatency: '--overhead',
  burstiness: '--burstiness',
  headroom: '--headroom',
  spareInstances: '--spare',
  maxInstanceCount: '--max-instances',
};

/** A name of the library, as errors use it: before a colon, or at the end of the allowed values. */
const NAME = new RegExp(`\\b(?:${Object.keys(OPTIONS).join('|').replace(/\./g, '\\.')})(?=: | \\()`, 'g');

/** Calls a function. If the function throws an error, its message names the options of the command instead of the names of the library. */
export function withOptionNames<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof Error ? new Error(error.message.replace(NAME, (name) => OPTIONS[name])) : error;
  }
}
