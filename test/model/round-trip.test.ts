import fc from 'fast-check';
import {
  Backend,
  Batching,
  DataType,
  InstanceGroup,
  Tensor,
  TensorOptions,
  TritonModel,
  TritonModelOverrides,
  VersionPolicy,
  Warmup,
} from '../../lib/model';
import { ModelConfig } from '../../lib/model-config';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const flag = fc.boolean();
const count = fc.nat(2 ** 31 - 1);
const uint53 = fc.nat(Number.MAX_SAFE_INTEGER);
const dims = fc.array(fc.oneof(fc.constant(-1), fc.nat(100_000)), { maxLength: 4 });
const dataType = fc.constantFrom(
  DataType.BOOL,
  DataType.INT8,
  DataType.UINT64,
  DataType.BF16,
  DataType.FP32,
  DataType.STRING,
);
const textsByName = fc.dictionary(text, text, { maxKeys: 3 });

/** Generates objects in which each property can be missing. */
function struct<T>(properties: { [K in keyof T]-?: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> {
  return fc.record(properties, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

const tensor = (options: fc.Arbitrary<TensorOptions>) =>
  fc.tuple(text, dataType, dims, options).map((args) => Tensor.of(...args));
const input = tensor(struct({ reshape: dims, optional: flag, allowRaggedBatch: flag }));
const output = tensor(struct({ reshape: dims, labelFilename: text }));

const group = fc
  .tuple(
    fc.constantFrom('gpu' as const, 'cpu' as const, 'model' as const, 'auto' as const),
    struct({
      count,
      profiles: fc.array(text),
      gpus: fc.array(fc.nat(7)),
    }),
  )
  .map(([kind, options]) => InstanceGroup[kind](options));

const dynamic = struct({
  preferredBatchSizes: fc.array(count),
  maxQueueDelayMicroseconds: uint53,
  preserveOrdering: flag,
  maxQueueSize: count,
  queueTimeoutMicroseconds: uint53,
}).map((options) => Batching.dynamic(options));

const batching = fc.oneof(
  dynamic,
  fc.constant(Batching.sequenceDirect()),
  count.map((sequences) => Batching.sequenceOldest(sequences)),
);

const shapes = fc.dictionary(text, fc.array(fc.nat(100), { maxLength: 3 }), { maxKeys: 2 });
const sample = { batchSize: count, count };
const warmup = fc.oneof(
  struct({ ...sample, shapes }).map((options) => Warmup.zeros(options)),
  struct({ ...sample, shapes }).map((options) => Warmup.random(options)),
);

const versionPolicy = fc.oneof(
  fc.nat(9).map((versions) => VersionPolicy.latest(versions)),
  fc.constant(VersionPolicy.all()),
  fc.array(uint53).map((versions) => VersionPolicy.specific(versions)),
);

const options: fc.Arbitrary<TritonModelOverrides> = struct({
  maxBatchSize: count,
  inputs: fc.array(input, { maxLength: 3 }),
  outputs: fc.array(output, { maxLength: 3 }),
  instanceGroups: fc.array(group, { maxLength: 2 }),
  batching,
  warmup: fc.array(warmup, { maxLength: 2 }),
  versionPolicy,
  responseCache: flag,
  decoupled: flag,
  parameters: textsByName,
  defaultModelFilename: text,
} as { [property: string]: fc.Arbitrary<unknown> });

const models = options.map((args) => new TritonModel({ name: 'm', backend: Backend.PYTHON, ...args }));

test('the config.pbtxt of any model is read back without changes', () => {
  fc.assert(
    fc.property(models, (model) => {
      const config = ModelConfig.fromText(model.config.toText());
      expect(config.toJson()).toEqual(model.config.toJson());
      expect(config.toText()).toBe(model.config.toText());
      const modelFromConfig = new TritonModel({ name: 'm', backend: Backend.PYTHON, config });
      expect(modelFromConfig.inputs).toEqual(model.inputs);
      expect(modelFromConfig.outputs).toEqual(model.outputs);
      expect(modelFromConfig.maxBatchSize).toBe(model.maxBatchSize);
    }),
    { numRuns: 300 },
  );
});

test('the overridden properties replace the fields of any config.pbtxt', () => {
  fc.assert(
    fc.property(models, options, ({ config }, overrides) => {
      const copy = new TritonModel({ name: 'm', backend: Backend.PYTHON, config }).withOverrides(overrides);
      // Warmup depends on the inputs, which can be from config.pbtxt.
      const { model_warmup: _, ...expected } = new TritonModel({
        name: 'm',
        backend: Backend.PYTHON,
        ...overrides,
      }).config.toJson();
      expect(copy.config.toJson()).toMatchObject(expected);
    }),
  );
});

test('any model is validated without an exception', () => {
  fc.assert(
    fc.property(models, (model) => {
      expect(model.validate({ tritonRelease: '24.09' })).toBeInstanceOf(Array);
    }),
  );
});
