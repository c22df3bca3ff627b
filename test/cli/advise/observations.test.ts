import { ModelConfig } from '../../../lib';
import { configuredModel } from '../../../cli/advise/deployed/configured-model';
import { ModelMinute } from '../../../cli/advise/metrics/minutes';
import { observationsOf } from '../../../cli/advise/text/observations';

const MINUTE: ModelMinute = {
  ...{ time: 0, instances: 1, pendingRequests: 0, cacheHits: 0, cacheMisses: 0, failedRequests: 0 },
  ...{ successfulRequests: 1000, inferences: 1000, executions: 500, queueDuration: 1000, computeDuration: 5000 },
};
const modelOf = (text: string) => configuredModel('classifier', ModelConfig.fromText(text), 1);

describe('the metrics show without a simulation', () => {
  test('nothing about a model without a problem', () => {
    expect(observationsOf([MINUTE], modelOf('max_batch_size: 8 dynamic_batching {}'))).toEqual([]);
  });

  test('preferred sizes that are not reached, for which requests wait', () => {
    const model = modelOf(
      'max_batch_size: 8 dynamic_batching { preferred_batch_size: [ 4, 8 ] max_queue_delay_microseconds: 10000 }',
    );
    const [sentence] = observationsOf([{ ...MINUTE, queueDuration: 8000 }], model);
    expect(sentence).toContain('The preferred batch sizes 4, 8 are not reached');
    expect(sentence).toContain('Requests wait for the queue delay instead, 8 ms in the mean.');
    expect(observationsOf([{ ...MINUTE, queueDuration: 8000, executions: 200 }], model)).toEqual([]);
  });
});
