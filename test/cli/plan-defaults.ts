/** The default values of the options of `plan`. */
export const PLAN_DEFAULTS = {
  percentile: 99,
  instancesPerGpu: 1,
  headroom: 0,
  spare: 0,
  routing: 'random',
} as const;
