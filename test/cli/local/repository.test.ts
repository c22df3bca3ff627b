import * as fs from 'node:fs';
import * as path from 'node:path';
import { moveToCpu, UnpackedModel } from '../../../cli/local/repository';
import { folderWith } from '../../model/folders';

/** Adapts a model with this configuration. */
function adapt(config: string): UnpackedModel & { readonly text: string } {
  const repository = folderWith({ 'm/config.pbtxt': config, 'm/1/model.pt': 'x' });
  const [model] = moveToCpu(repository);
  return { ...model, text: fs.readFileSync(path.join(repository, 'm', 'config.pbtxt'), 'utf8') };
}

const TENSOR = '{ name: "x" data_type: TYPE_FP32 dims: [ 4 ] }';

test.each([
  ['runtime: "model.py"', "runtime 'model.py'"],
  ['input { name: "x" data_type: TYPE_FP32 dims: [ -1 ] allow_ragged_batch: true }', 'inputs with allow_ragged_batch'],
  ['batch_input { kind: BATCH_ELEMENT_COUNT target_name: "n" data_type: TYPE_FP32 source_input: "x" }', 'batch_input'],
  ['batch_output { target_name: "y" kind: BATCH_SCATTER_WITH_INPUT_SHAPE source_input: "x" }', 'batch_output'],
  ['cc_model_filenames { key: "7.5" value: "t4.pt" }', 'cc_model_filenames'],
  ['model_operations { op_library_filename: "ops.so" }', 'model_operations'],
  ['output { name: "y" data_type: TYPE_BF16 dims: [ 4 ] }', 'tensors of TYPE_BF16'],
  [`input ${TENSOR}`, undefined],
])('the fields %s are only for the backend of the endpoint: %s', (fields, unsupported) => {
  expect(adapt(`backend: "pytorch" ${fields}`).unsupported).toBe(unsupported);
});

test('the library that a configuration names is omitted, because a program replaces the backend', () => {
  expect(adapt('backend: "pytorch" runtime: "libtriton_pytorch.so"').text).not.toContain('runtime');
  expect(adapt('backend: "pytorch" runtime: "libtriton_other.so" instance_group { kind: KIND_GPU }').text).toMatch(
    /runtime: "libtriton_other.so"/,
  );
  expect(adapt('backend: "python" runtime: "libtriton_python.so"').text).toContain('runtime');
});

test('instance groups are moved to the CPU', () => {
  const { text, movedToCpu } = adapt('backend: "pytorch" instance_group { kind: KIND_GPU gpus: [ 0 ] count: 2 }');
  expect([movedToCpu, /KIND_GPU|gpus/.test(text), /kind: KIND_CPU/.test(text)]).toEqual([true, false, true]);
});
