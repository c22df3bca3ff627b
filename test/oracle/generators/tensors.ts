import * as fc from 'fast-check';
import { arrayOf, Choose, Json, dataType, anyBoolean, valueOrUndefined } from './choice';

export const INPUT_NAMES = ['IN0', 'IN1', 'IN__2'];
export const OUTPUT_NAMES = ['OUT0', 'OUT__1'];

const dimension = fc.constantFrom(1, 2, 3, 4, -1);
const unusualDimension = fc.constantFrom(0, -2, 1, '4294967296');

/** Shapes to which `dims` can be reshaped, and similar shapes. */
function shapeFor(choose: Choose, dims: number[], maxBatchSize: number): fc.Arbitrary<number[]> {
  const unitDimensions = fc.array(fc.constant(1), { maxLength: 2 });
  const valid = fc
    .tuple(unitDimensions, unitDimensions)
    .map(([leading, trailing]) => [...leading, ...dims, ...trailing])
    .filter((shape) => shape.length > 0 || maxBatchSize > 0);
  const product = dims.reduce((size, dim) => size * dim, 1);
  const unusual = fc.oneof(
    fc.constantFrom<number[]>([], [0], [-2], [...dims, -1], Number.isSafeInteger(product) ? [product] : []),
    arrayOf(fc.constantFrom(1, 2, 3, 4, 6, 8, -1), 1, 4),
    fc.shuffledSubarray(dims),
  );
  return choose(valid, unusual);
}

function tensor(choose: Choose, name: string, maxBatchSize: number): fc.Arbitrary<Json> {
  const dims = choose(arrayOf(dimension, 1, 3), arrayOf(fc.oneof(dimension, unusualDimension), 1, 3));
  return dims.chain((chosenDims) =>
    fc.record({
      name: choose(fc.constant(name), fc.constantFrom('', 'IN0', 'OUT0', undefined)),
      data_type: dataType,
      dims: fc.constant(chosenDims),
      reshape: valueOrUndefined(fc.record({ shape: shapeFor(choose, chosenDims.map(Number), maxBatchSize) })),
      is_shape_tensor: choose(fc.constant(undefined), anyBoolean),
      is_non_linear_format_io: choose(fc.constant(undefined), anyBoolean),
    }),
  );
}

export function inputs(choose: Choose, maxBatchSize: number): fc.Arbitrary<Json[]> {
  const input = (name: string) =>
    fc
      .record({
        tensor: tensor(choose, name, maxBatchSize),
        inputFields: fc.record({
          format: choose(fc.constantFrom(undefined, 'FORMAT_NONE'), fc.constantFrom('FORMAT_NHWC', 'FORMAT_NCHW')),
          optional: valueOrUndefined(anyBoolean),
          allow_ragged_batch: choose(
            maxBatchSize > 0 ? valueOrUndefined(anyBoolean) : fc.constant(undefined),
            anyBoolean,
          ),
        }),
      })
      .map(({ tensor: common, inputFields }) => ({ ...common, ...inputFields }));
  return fc.subarray(INPUT_NAMES).chain((names) => fc.tuple(...names.map(input)));
}

export function outputs(choose: Choose, maxBatchSize: number): fc.Arbitrary<Json[]> {
  const output = (name: string) =>
    fc
      .record({
        tensor: tensor(choose, name, maxBatchSize),
        label_filename: choose(
          valueOrUndefined(fc.constant('labels.txt')),
          fc.constantFrom('', '../labels.txt', '/etc/labels.txt'),
        ),
      })
      .map(({ tensor: common, ...outputFields }) => ({ ...common, ...outputFields }));
  return fc.subarray(OUTPUT_NAMES).chain((names) => fc.tuple(...names.map(output)));
}

export function batchInputs(choose: Choose, modelInputs: Json[]): fc.Arbitrary<Json[]> {
  const sources = modelInputs.map(({ name }) => String(name ?? ''));
  const input = fc.record({
    kind: valueOrUndefined(
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
  return arrayOf(input, sources.length > 0 ? 1 : 0, 2);
}

export function batchOutputs(choose: Choose, modelInputs: Json[], modelOutputs: Json[]): fc.Arbitrary<Json[]> {
  const sources = modelInputs.map(({ name }) => String(name ?? ''));
  const targets = modelOutputs.map(({ name }) => String(name ?? ''));
  const output = fc.record({
    target_name: choose(fc.subarray(targets), fc.constantFrom(['NOPE'], [...targets, ...targets], [''])),
    kind: fc.constantFrom(undefined, 'BATCH_SCATTER_WITH_INPUT_SHAPE'),
    source_input: choose(
      sources.length > 0 ? fc.constantFrom(...sources.map((source) => [source])) : fc.constant(undefined),
      fc.constantFrom([], ['NOPE'], sources),
    ),
  });
  return arrayOf(output, sources.length > 0 ? 1 : 0, 2);
}
