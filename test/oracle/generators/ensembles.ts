import * as fc from 'fast-check';
import { arrayOf, Choose, Json, anyBoolean, valueOrUndefined, withoutUndefined } from './choice';

/** An ensemble, and its composing models by their names in the steps. */
export interface Repository {
  readonly ensemble: Json;
  readonly members: { readonly [name: string]: Json };
}

interface Step {
  readonly model: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

interface Shape {
  readonly data_type: string;
  readonly dims: readonly number[];
}

const INPUTS = ['A', 'B'];

/** Placeholder for the name of the ensemble, in a step that runs the ensemble itself. */
export const ENSEMBLE_PLACEHOLDER = 'itself';

/** Steps that read existing tensors and write new tensors, so the data flow is valid. */
const graph: fc.Arbitrary<Step[]> = fc
  .array(fc.tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 2 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((stepPlans) => {
    const tensors = [...INPUTS];
    return stepPlans.map(([sources, outputCount], index) => {
      const outputs = Array.from({ length: outputCount }, (_, output) => `t${index}${output}`);
      const inputs = sources.map((source) => tensors[source % tensors.length]);
      tensors.push(...outputs);
      return { model: `m${index}`, inputs, outputs };
    });
  });

const shape: fc.Arbitrary<Shape> = fc.record({
  data_type: fc.constantFrom('TYPE_FP32', 'TYPE_INT64'),
  dims: arrayOf(fc.constantFrom(1, 4, -1), 1, 2),
});

export function ensembleWithMembers(choose: Choose): fc.Arbitrary<Repository> {
  const repository = graph.chain((steps) => {
    const readTensors = new Set(steps.flatMap(({ inputs }) => inputs));
    const writtenTensors = steps.flatMap(({ outputs }) => outputs);
    const tensors = [...INPUTS, ...writtenTensors];
    return fc
      .record({
        shapes: fc.tuple(...tensors.map(() => shape)),
        additionalOutputs: fc.subarray(writtenTensors),
        maxBatchSize: fc.constantFrom(0, 4),
        order: fc.shuffledSubarray(steps, { minLength: steps.length }),
      })
      .chain(({ shapes, additionalOutputs, maxBatchSize, order }) => {
        const shapeOf = new Map(tensors.map((name, index) => [name, shapes[index]]));
        const outputTensors = writtenTensors.filter(
          (name) => !readTensors.has(name) || additionalOutputs.includes(name),
        );
        const tensor = (name: string) => sometimesUnusual(choose, { name, ...shapeOf.get(name) });
        const ensemble = fc
          .record({
            input: fc.tuple(...INPUTS.filter((name) => readTensors.has(name)).map(tensor)),
            output: fc.tuple(...outputTensors.map(tensor)),
            steps: fc.tuple(...order.map((step) => stepJson(choose, step, tensors))),
            extraFields: choose(fc.constant({}), invalidEnsembleFields),
          })
          .map(({ input, output, steps: step, extraFields }) => ({
            platform: 'ensemble',
            max_batch_size: maxBatchSize,
            input,
            output,
            ensemble_scheduling: { step },
            ...extraFields,
          }));
        const members = fc.record(
          Object.fromEntries(steps.map((step) => [step.model, composingModel(choose, step, shapeOf, maxBatchSize)])),
        );
        return fc.record({ ensemble, members });
      });
  });
  return withoutUndefined(repository);
}

export function ensemble(choose: Choose): fc.Arbitrary<Json> {
  return ensembleWithMembers(choose).map((generated) => generated.ensemble);
}

const unusualFields = fc.constantFrom<Json>(
  { data_type: 'TYPE_BOOL' },
  { dims: [7] },
  { dims: [-1] },
  { dims: [0] },
  { name: 'Z' },
  { name: '' },
  { is_shape_tensor: true },
  { reshape: { shape: [1, 4] } },
  { reshape: { shape: [-1, 1] } },
  { dims: [1], reshape: { shape: [] } },
);

/** A tensor that sometimes does not match the other uses of the same tensor. */
function sometimesUnusual(choose: Choose, tensor: Json): fc.Arbitrary<Json> {
  return choose(fc.constant({}), unusualFields).map((unusual) => ({ ...tensor, ...unusual }));
}

function stepJson(choose: Choose, { model, inputs, outputs }: Step, tensors: string[]): fc.Arbitrary<Json> {
  const unusualTensor = fc.constantFrom(...tensors, 'Z', '');
  const entries = (names: readonly string[], prefix: string) =>
    fc
      .tuple(...names.map((name) => choose(fc.constant(name), unusualTensor)))
      .map((values) => Object.fromEntries(values.map((value, index) => [`${prefix}${index}`, value])));
  return fc.record({
    model_name: choose(fc.constant(model), fc.constantFrom('', 'm0', 'nowhere', ENSEMBLE_PLACEHOLDER)),
    model_version: choose(fc.constantFrom('-1', '1'), fc.constantFrom(undefined, '2', '-2')),
    input_map: choose(entries(inputs, 'IN'), fc.constantFrom({}, { IN7: 'A' }, { '': 'A' })),
    output_map: choose(entries(outputs, 'OUT'), fc.constantFrom({}, { OUT7: 'Z' }, { OUT0: 'A' })),
    model_namespace: choose(fc.constant(undefined), fc.constant('elsewhere')),
  });
}

/** Fields that are invalid or unusual in the configuration of an ensemble. */
const invalidEnsembleFields = fc.constantFrom<Json>(
  { instance_group: [{ count: 1 }] },
  { optimization: {} },
  { optimization: { priority: 'PRIORITY_MAX' } },
  { model_warmup: [{ name: 'w' }] },
  { backend: 'python' },
  { backend: 'ensemble' },
  { platform: '' },
  { platform: 'tensorrt_plan' },
  { platform: undefined, backend: 'python' },
  { ensemble_scheduling: {} },
  { ensemble_scheduling: undefined },
  { ensemble_scheduling: undefined, dynamic_batching: {} },
  { ensemble_scheduling: undefined, sequence_batching: {} },
  { max_batch_size: -1 },
  { max_batch_size: 9 },
  { response_cache: { enable: true } },
  { model_transaction_policy: { decoupled: true } },
  { parameters: { key: { string_value: 'value' } } },
  { default_model_filename: 'model.py' },
  { input: [] },
  { output: [] },
  { version_policy: { latest: {} } },
  { version_policy: { all: {} } },
  { batch_input: [{ target_name: ['X'], data_type: 'TYPE_FP32', source_input: ['A'] }] },
  { batch_input: [{ target_name: ['X'], data_type: 'TYPE_FP32', source_input: ['NOPE'] }] },
  { batch_output: [{ target_name: ['NOPE'], source_input: ['A'] }] },
  { metric_tags: { stage: 'test' } },
  { metric_tags: { 'a-b': '' } },
  { parameters: { TRITON_BATCH_STRATEGY_PATH: { string_value: 'nope.so' } } },
  { runtime: 'nope' },
);

function composingModel(
  choose: Choose,
  step: Step,
  shapeOf: Map<string, Shape>,
  maxBatchSize: number,
): fc.Arbitrary<Json> {
  const tensor = (name: string, source: string) => sometimesUnusual(choose, { name, ...shapeOf.get(source) });
  return fc
    .record({
      max_batch_size: choose(fc.constant(maxBatchSize), fc.constantFrom(0, 1, 4, 8)),
      input: fc.tuple(
        ...step.inputs.map((name, index) =>
          fc
            .tuple(tensor(`IN${index}`, name), valueOrUndefined(anyBoolean))
            .map(([input, optional]) => ({ ...input, optional })),
        ),
      ),
      output: fc.tuple(...step.outputs.map((name, index) => tensor(`OUT${index}`, name))),
      extra: choose(
        fc.constant({}),
        fc.constantFrom<Json>(
          { model_transaction_policy: { decoupled: true } },
          { version_policy: { specific: { versions: ['7'] } } },
        ),
      ),
    })
    .map(({ extra, ...rest }) => ({ backend: 'python', ...rest, ...extra }));
}
