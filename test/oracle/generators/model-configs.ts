import * as fc from 'fast-check';
import { dynamicBatching, sequenceBatching } from './batching';
import { alwaysValid, Json, valueOrUndefined, oftenUnusual, rarelyUnusual, withoutUndefined } from './choice';
import { ensemble } from './ensembles';
import { instanceGroups, warmups } from './instances';
import { identity, servingSettings, versionPolicy } from './serving';
import { batchInputs, batchOutputs, inputs, outputs } from './tensors';

/** The parts of a configuration. Each generated configuration has unusual values in one part. */
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
  return withoutUndefined(
    fc.constantFrom(...parts).chain((part) => (part === 'ensemble' ? ensemble(rarelyUnusual) : withUnusual(part))),
  );
}

/** Configurations in which only this part has unusual values. Most other parts are often omitted. */
function withUnusual(part: string): fc.Arbitrary<Json> {
  const choose = (name: string) => (name === part ? oftenUnusual : alwaysValid);
  const sometimes = <T>(name: string, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    name === part ? value : fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: value, weight: 1 });

  const size = choose('size')(fc.constantFrom(0, 1, 4, 64), fc.constantFrom(-1, -2147483648, 1000));
  return size.chain((maxBatchSize) =>
    fc
      .tuple(inputs(choose('tensors'), maxBatchSize), outputs(choose('tensors'), maxBatchSize))
      .chain(([input, output]) => {
        const dynamic = dynamicBatching(choose('dynamic'), maxBatchSize).map((batching) => ({
          dynamic_batching: batching,
        }));
        const sequence = sequenceBatching(choose('sequence'), maxBatchSize).map((batching) => ({
          sequence_batching: batching,
        }));
        const scheduling: fc.Arbitrary<Json | undefined> =
          part === 'dynamic' ? dynamic : part === 'sequence' ? sequence : valueOrUndefined(fc.oneof(dynamic, sequence));
        return fc
          .record({
            identity: identity(choose('identity')),
            scheduling,
            serving: sometimes('serving', servingSettings(choose('serving'))),
            rest: fc.record({
              batch_input: sometimes('batchIo', batchInputs(choose('batchIo'), input)),
              batch_output: sometimes('batchIo', batchOutputs(choose('batchIo'), input, output)),
              instance_group: sometimes('instances', instanceGroups(choose('instances'))),
              model_warmup: sometimes('warmup', warmups(choose('warmup'), input, maxBatchSize)),
              version_policy: sometimes('versions', versionPolicy(choose('versions'))),
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
