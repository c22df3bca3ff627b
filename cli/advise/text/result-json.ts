import { Advice } from '../advise';
import { isUnadvised } from './sentences';

/** The result as JSON. Durations are in milliseconds; pairs are the two ends of the range of execution times. */
export function toJson({ models }: Advice): object {
  return {
    models: models.map(({ name, advice, sentences: ofModel }) => ({
      name,
      sentences: ofModel,
      ...(isUnadvised(advice)
        ? { verdict: 'unknown' }
        : {
            verdict: advice.batching.change || advice.fleet.change ? 'change' : 'keep',
            percentile: advice.percentile,
            serviceTimes: advice.times,
            measured: advice.measured,
            deployed: advice.deployed,
            batching: advice.batching.change && {
              dynamicBatching: advice.batching.change.dynamicBatching ?? null,
              simulated: advice.batching.change.outcomes,
            },
            instances: advice.fleet.change && {
              instanceCount: advice.fleet.change.to,
              simulated: advice.fleet.change.outcomes,
            },
          }),
    })),
  };
}
