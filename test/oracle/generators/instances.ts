import * as fc from 'fast-check';
import { arrayOf, Choose, Json, anyBoolean, valueOrUndefined } from './choice';

const GPU_COUNT = 2;

function rateLimiter(choose: Choose): fc.Arbitrary<Json> {
  const resource = fc.record({
    name: choose(fc.constantFrom('R1', 'R2'), fc.constant('')),
    global: valueOrUndefined(anyBoolean),
    count: choose(fc.constantFrom(1, 2), fc.constantFrom(undefined, 0, 4294967295)),
  });
  return fc.record({ resources: arrayOf(resource, 0, 2), priority: fc.constantFrom(undefined, 0, 1, 4294967295) });
}

export function instanceGroups(choose: Choose): fc.Arbitrary<Json[]> {
  const gpu = fc.integer({ min: 0, max: GPU_COUNT - 1 });
  const group = fc.constantFrom(undefined, 'KIND_AUTO', 'KIND_GPU', 'KIND_CPU', 'KIND_MODEL').chain((kind) =>
    fc.record({
      name: valueOrUndefined(choose(fc.constantFrom('a', 'b'), fc.constantFrom('', 'model_0', 'with space'))),
      kind: fc.constant(kind),
      count: choose(fc.constantFrom(undefined, 1, 2), fc.constantFrom(0, -1)),
      gpus: choose(
        kind === 'KIND_CPU' || kind === 'KIND_MODEL' ? fc.constant<number[]>([]) : arrayOf(gpu, 0, 2),
        arrayOf(fc.constantFrom(0, 1, GPU_COUNT, -1), 1, 3),
      ),
      profile: choose(
        fc.constant([]),
        arrayOf(fc.constantFrom('0', '1', '-1', 'x', '', '1.5', ' 1', '99999999999', '01'), 1, 2),
      ),
      passive: choose(valueOrUndefined(fc.constant(false)), fc.constant(true)),
      host_policy: valueOrUndefined(fc.constantFrom('', 'gpu_0', 'nowhere')),
      secondary_devices: choose(
        fc.constant([]),
        arrayOf(fc.record({ kind: fc.constant('KIND_NVDLA'), device_id: fc.constantFrom('0', '-1', '99') }), 1, 2),
      ),
      rate_limiter: valueOrUndefined(rateLimiter(choose)),
    }),
  );
  return arrayOf(group, 1, 3);
}

/**
 * Warm-up samples for the inputs. The samples are small, because the server crashes if the host does not have enough memory for a sample.
 */
export function warmups(choose: Choose, inputs: Json[], maxBatchSize: number): fc.Arbitrary<Json[]> {
  const unusualData = fc.constantFrom({}, { zero_data: false }, { random_data: false });
  const generated = fc.constantFrom({ zero_data: true }, { random_data: true });
  const file = fc.constant({ input_data_file: 'sample.bin' });
  const sampleOf = (input: Json) => {
    const dims = (input.dims as (number | string)[]).map((dim) => (Number(dim) === -1 || Number(dim) > 1000 ? 2 : dim));
    return fc
      .record({
        data_type: choose(fc.constant(input.data_type), fc.constantFrom('TYPE_FP32', 'TYPE_STRING', 'TYPE_INVALID')),
        dims: choose(fc.constant(dims), fc.constantFrom([], [1], [...dims, 1], [-1, ...dims.slice(1)], [0], [2, 2])),
        data: choose(input.data_type === 'TYPE_STRING' ? generated : fc.oneof(generated, file), unusualData),
      })
      .map(({ data, ...rest }) => ({ ...rest, ...data }));
  };
  const names = inputs.map(({ name }) => String(name ?? ''));
  const valid = fc.record(Object.fromEntries(inputs.map((input, index) => [names[index], sampleOf(input)])));
  const unusual = fc
    .tuple(valid, fc.subarray(names), anyBoolean)
    .map(([samples, keptNames, hasUnknown]) =>
      Object.fromEntries([
        ...Object.entries(samples).filter(([name]) => keptNames.includes(name)),
        ...(hasUnknown ? [['NOPE', { data_type: 'TYPE_FP32', dims: [1], zero_data: true }]] : []),
      ]),
    );
  const warmup = fc.record({
    name: choose(fc.constantFrom('first', 'second'), fc.constantFrom('', undefined)),
    batch_size: choose(
      fc.constantFrom(...[1, 2, maxBatchSize].filter((size) => size >= 1 && size <= Math.max(1, maxBatchSize))),
      fc.constantFrom(undefined, 0, 1, Math.min(Math.max(maxBatchSize, 0), 64) + 1),
    ),
    count: fc.constantFrom(undefined, 0, 1, 2),
    inputs: choose(valid, unusual),
  });
  return arrayOf(warmup, 1, 2);
}
