import { withPropertyName } from '../../lib/model/definition/model-fields';

test.each([
  ['name', 'name'],
  ['max_batch_size', 'maxBatchSize (max_batch_size)'],
  ['platform', 'backend.platform (platform)'],
  ['input[1].dims', 'inputs[1].dims (input[1].dims)'],
  ['input[1].reshape.shape', 'inputs[1].reshape (input[1].reshape.shape)'],
  [
    'dynamic_batching.preferred_batch_size[0]',
    'batching.preferredBatchSizes[0] (dynamic_batching.preferred_batch_size[0])',
  ],
  ['dynamic_batching.priority_levels', 'dynamic_batching.priority_levels'],
  ['instance_group[0].profile[1]', 'instanceGroups[0].profiles[1] (instance_group[0].profile[1])'],
  [
    'model_warmup[0].inputs[my_input.0].dims',
    'warmup[0].inputs[my_input.0].dims (model_warmup[0].inputs[my_input.0].dims)',
  ],
  [
    'ensemble_scheduling.step[0].input_map[a_b]',
    'ensemble.steps[0].inputMap[a_b] (ensemble_scheduling.step[0].input_map[a_b])',
  ],
  ['parameters[EXECUTION_ENV_PATH]', 'parameters[EXECUTION_ENV_PATH]'],
  ['model_transaction_policy.decoupled', 'decoupled (model_transaction_policy.decoupled)'],
  ['response_cache', 'responseCache (response_cache)'],
  ['files', 'files'],
])('the field %s is reported as %s', (field, expected) => {
  expect(withPropertyName(field)).toBe(expected);
});
