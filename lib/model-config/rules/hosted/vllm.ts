import { ConfigRule, configRules } from '../context';
import { onlyFor } from './parameters';

/** First release whose vLLM backend sets max_batch_size to 0. */
const FIRST_WITHOUT_BATCHING = '23.11';

export const vllmRules: ConfigRule[] = onlyFor(
  'vllm',
  configRules([
    {
      id: 'llm.max-batch',
      when: ({ max_batch_size: maximum }, { release }) => maximum > 0 && release >= FIRST_WITHOUT_BATCHING,
      at: 'max_batch_size',
      message: ({ max_batch_size: maximum }) =>
        `got ${maximum}; allowed: 0, which the vllm backend sets, because vLLM forms batches itself`,
    },
  ]),
);
