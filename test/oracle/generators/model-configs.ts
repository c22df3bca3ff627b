import * as fc from 'fast-check';
import { dynamicBatching, sequenceBatching } from './batching';
import { boldly, calmly, Json, maybe, present, seldom } from './choice';
import { ensemble } from './ensembles';
import { instanceGroups, warmups } from './instances';
import { identity, serving, versionPolicy } from './serving';
import { batchInputs, batchOutputs, inputs, outputs } from './tensors';

/** The parts of a configuration; one of them is examined. */
const PARTS = [
  'identity',
  'size',
  'tensors',
  'batchIo',
  'dynamic',
  'sequence',
  'instances',
  'warmup',
  'versions',
  'serving',
  'ensemble',
];

export function modelConfigs(parts: readonly string[] = PARTS): fc.Arbitrary<Json> {
  return present(fc.constantFrom(...parts).chain((part) => (part === 'ensemble' ? ensemble(seldom) : examined(part))));
}

function examined(part: string): fc.Arbitrary<Json> {
  const choose = (name: string) => (name === part ? boldly : calmly);
  const partly = <T>(name: string, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    name === part ? value : fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: value, weight: 1 });

  const size = choose('size')(fc.constantFrom(0, 1, 4, 64), fc.constantFrom(-1, -2147483648, 1000));
  return size.chain((maxBatchSize) =>
    fc
      .tuple(inputs(choose('tensors'), maxBatchSize), outputs(choose('tensors'), maxBatchSize))
      .chain(([input, output]) => {
        const dynamic = dynamicBatching(choose('dynamic'), maxBatchSize).map((given) => ({ dynamic_batching: given }));
        const sequence = sequenceBatching(choose('sequence'), maxBatchSize).map((given) => ({
          sequence_batching: given,
        }));
        const scheduling: fc.Arbitrary<Json | undefined> =
          part === 'dynamic' ? dynamic : part === 'sequence' ? sequence : maybe(fc.oneof(dynamic, sequence));
        return fc
          .record({
            identity: identity(choose('identity')),
            scheduling,
            serving: partly('serving', serving(choose('serving'))),
            rest: fc.record({
              batch_input: partly('batchIo', batchInputs(choose('batchIo'), input)),
              batch_output: partly('batchIo', batchOutputs(choose('batchIo'), input, output)),
              instance_group: partly('instances', instanceGroups(choose('instances'))),
              model_warmup: partly('warmup', warmups(choose('warmup'), input, maxBatchSize)),
              version_policy: partly('versions', versionPolicy(choose('versions'))),
            }),
          })
          .map((parts) => ({
            max_batch_size: maxBatchSize,
            input,
            output,
            ...parts.identity,
            ...parts.scheduling,
            ...parts.serving,
            ...parts.rest,
          }));
      }),
  );
}
