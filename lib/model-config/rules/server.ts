import { backendRules } from './backends';
import { batchIoRules } from './batch-io';
import { ConfigRule } from './context';
import { dynamicBatchingRules } from './dynamic-batching';
import { ensembleRules } from './ensembles';
import { instanceGroupRules, rateLimiterRules } from './instance-groups';
import { ioRules } from './io';
import { metricsRules } from './metrics';
import { nameRules } from './names';
import { releaseRules } from './releases';
import { reshapeRules } from './reshape';
import { sequenceBatchingRules } from './sequence-batching';
import { sequenceStateRules } from './sequence-states';
import { servingRules } from './serving';
import { warmupRules } from './warmup';

/** Rules that Triton checks for all backends. */
export const serverRules: ConfigRule[] = [
  ...releaseRules,
  ...nameRules,
  ...backendRules,
  ...dynamicBatchingRules,
  ...sequenceBatchingRules,
  ...sequenceStateRules,
  ...ensembleRules,
  ...ioRules,
  ...reshapeRules,
  ...batchIoRules,
  ...instanceGroupRules,
  ...rateLimiterRules,
  ...warmupRules,
  ...servingRules,
  ...metricsRules,
];
