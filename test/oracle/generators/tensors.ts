import * as fc from 'fast-check';
import { Choose, Json, dataType, flag, maybe, some } from './choice';

export const INPUT_NAMES = ['IN0', 'IN1', 'IN__2'];
export const OUTPUT_NAMES = ['OUT0', 'OUT__1'];

const dimension = fc.constantFrom(1, 2, 3, 4, -1);
const oddDimension = fc.constantFrom(0, -2, 1, '4294967296');

/** What `dims` can be reshaped to, and near misses. */
function shapeFor(choose: Choose, dims: number[], maxBatchSize: number): fc.Arbitrary<number[]> {
  const ones = fc.array(fc.constant(1), { maxLength: 2 });
  const right = fc
    .tuple(ones, ones)
    .map(([before, after]) => [...before, ...dims, ...after])
    .filter((shape) => shape.length > 0 || maxBatchSize > 0);
  const product = dims.reduce((size, dim) => size * dim, 1);
  const odd = fc.oneof(
    fc.constantFrom<number[]>([], [0], [-2], [...dims, -1], Number.isSafeInteger(product) ? [product] : []),
    some(fc.constantFrom(1, 2, 3, 4, 6, 8, -1), 1, 4),
    fc.shuffledSubarray(dims),
  );
  return choose(right, odd);
}

function tensor(choose: Choose, name: string, maxBatchSize: number): fc.Arbitrary<Json> {
  const dims = choose(some(dimension, 1, 3), some(fc.oneof(dimension, oddDimension), 1, 3));
  return dims.chain((given) =>
    fc.record({
      name: choose(fc.constant(name), fc.constantFrom('', 'IN0', 'OUT0', undefined)),
      data_type: dataType,
      dims: fc.constant(given),
      reshape: maybe(fc.record({ shape: shapeFor(choose, given.map(Number), maxBatchSize) })),
      is_shape_tensor: choose(fc.constant(undefined), flag),
      is_non_linear_format_io: choose(fc.constant(undefined), flag),
    }),
  );
}

export function inputs(choose: Choose, maxBatchSize: number): fc.Arbitrary<Json[]> {
  const input = (name: string) =>
    fc
      .record({
        tensor: tensor(choose, name, maxBatchSize),
        more: fc.record({
          format: choose(fc.constantFrom(undefined, 'FORMAT_NONE'), fc.constantFrom('FORMAT_NHWC', 'FORMAT_NCHW')),
          optional: maybe(flag),
          allow_ragged_batch: choose(maxBatchSize > 0 ? maybe(flag) : fc.constant(undefined), flag),
        }),
      })
      .map(({ tensor: given, more }) => ({ ...given, ...more }));
  return fc.subarray(INPUT_NAMES).chain((names) => fc.tuple(...names.map(input)));
}

export function outputs(choose: Choose, maxBatchSize: number): fc.Arbitrary<Json[]> {
  const output = (name: string) =>
    fc
      .record({
        tensor: tensor(choose, name, maxBatchSize),
        label_filename: choose(
          maybe(fc.constant('labels.txt')),
          fc.constantFrom('', '../labels.txt', '/etc/labels.txt'),
        ),
      })
      .map(({ tensor: given, ...more }) => ({ ...given, ...more }));
  return fc.subarray(OUTPUT_NAMES).chain((names) => fc.tuple(...names.map(output)));
}

export function batchInputs(choose: Choose, given: Json[]): fc.Arbitrary<Json[]> {
  const sources = given.map(({ name }) => String(name ?? ''));
  const input = fc.record({
    kind: maybe(
      fc.constantFrom(
        'BATCH_ELEMENT_COUNT',
        'BATCH_ACCUMULATED_ELEMENT_COUNT',
        'BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO',
        'BATCH_MAX_ELEMENT_COUNT_AS_SHAPE',
        'BATCH_ITEM_SHAPE',
        'BATCH_ITEM_SHAPE_FLATTEN',
      ),
    ),
    target_name: choose(fc.constant(['COUNT']), fc.constantFrom([], ['COUNT', 'COUNT'], ['IN0'], [''])),
    data_type: choose(fc.constantFrom('TYPE_INT32', 'TYPE_FP32'), fc.option(dataType, { nil: undefined })),
    source_input: choose(
      sources.length > 0 ? fc.constantFrom(...sources.map((source) => [source])) : fc.constant(undefined),
      fc.oneof(fc.constantFrom([], ['NOPE'], ['']), fc.subarray(sources)),
    ),
  });
  return some(input, sources.length > 0 ? 1 : 0, 2);
}

export function batchOutputs(choose: Choose, ins: Json[], outs: Json[]): fc.Arbitrary<Json[]> {
  const sources = ins.map(({ name }) => String(name ?? ''));
  const targets = outs.map(({ name }) => String(name ?? ''));
  const output = fc.record({
    target_name: choose(fc.subarray(targets), fc.constantFrom(['NOPE'], [...targets, ...targets], [''])),
    kind: fc.constantFrom(undefined, 'BATCH_SCATTER_WITH_INPUT_SHAPE'),
    source_input: choose(
      sources.length > 0 ? fc.constantFrom(...sources.map((source) => [source])) : fc.constant(undefined),
      fc.constantFrom([], ['NOPE'], sources),
    ),
  });
  return some(output, sources.length > 0 ? 1 : 0, 2);
}
