import { TritonModel } from '../../lib/model';
import { folderWith } from './folders';
import { onnxBytes, onnxTensor } from './onnx-bytes';

const [FP32, INT32, INT64, BOOL] = [1, 6, 7, 9];

/** A model of the ONNX Runtime backend with a graph of the given inputs and outputs, and an input `x` and an output `y`. */
function findings(
  config: string,
  inputs: [name: string, type: number, shape: number[]][],
  outputs: [name: string, type: number, shape: number[]][] = [],
): string[] {
  const graph = onnxBytes({
    inputs: [onnxTensor('x', FP32, [-1]), ...inputs.map((each) => onnxTensor(...each))],
    outputs: [onnxTensor('y', FP32, [-1, 1]), ...outputs.map((each) => onnxTensor(...each))],
  });
  const text = `name: "m" backend: "onnxruntime" max_batch_size: 16
    input { name: "x" data_type: TYPE_FP32 dims: [ -1 ] allow_ragged_batch: true }
    output { name: "y" data_type: TYPE_FP32 dims: [ 1 ] } ${config}`;
  return TritonModel.fromDirectory(folderWith({ 'config.pbtxt': text, '1/model.onnx': graph }))
    .validate()
    .map(({ ruleId, field, message, severity }) => `${severity} ${ruleId}: ${field}: ${message}`);
}

describe('the data type of a batch input', () => {
  const batchInput = (type: string) =>
    `batch_input { kind: BATCH_ACCUMULATED_ELEMENT_COUNT target_name: "lengths" data_type: ${type} source_input: "x" }`;

  test('is rejected if the graph has a different type', () => {
    expect(findings(batchInput('TYPE_FP32'), [['lengths', INT32, [-1]]])).toEqual([
      "error onnx.io-dtype: batch_input[0].data_type: got TYPE_FP32 for 'lengths'; allowed: TYPE_INT32, as in the graph of 1/model.onnx",
    ]);
  });

  test('is rejected with the way out if no batch input can have the type of the graph', () => {
    expect(findings(batchInput('TYPE_FP32'), [['lengths', INT64, [-1]]])).toEqual([
      "error onnx.io-dtype: batch_input[0].data_type: got TYPE_FP32 for 'lengths'; the graph of 1/model.onnx has TYPE_INT64, but a batch input can only be " +
        'TYPE_INT32 or TYPE_FP32: export the model with an input of such a type, and cast it in the model',
    ]);
  });

  test.each([
    ['TYPE_FP32', FP32],
    ['TYPE_INT32', INT32],
  ])('is accepted if the graph has the same type: %s', (type, graphType) => {
    expect(findings(batchInput(type), [['lengths', graphType, [-1]]])).toEqual([]);
  });
});

test.each([
  ['fp32_false_true: [ 0, 1 ]', 'fp32_false_true', 'TYPE_FP32'],
  ['bool_false_true: [ false, true ]', 'bool_false_true', 'TYPE_BOOL'],
  ['kind: CONTROL_SEQUENCE_CORRID data_type: TYPE_UINT64', 'data_type', 'TYPE_UINT64'],
])('the data type of a control input is rejected if the graph has a different type: %s', (control, field, type) => {
  const config = `sequence_batching { direct { } control_input { name: "c" control { ${control} } } }`;
  expect(findings(config, [['c', INT32, [-1, 1]]])).toEqual([
    `error onnx.io-dtype: sequence_batching.control_input[0].control[0].${field}: got ${type} for 'c'; allowed: TYPE_INT32, as in the graph of 1/model.onnx`,
  ]);
});

test('the data type of a control input is accepted if the graph has the same type', () => {
  const start = 'name: "c" control { int32_false_true: [ 0, 1 ] }';
  const ready = 'name: "r" control { kind: CONTROL_SEQUENCE_READY bool_false_true: [ false, true ] }';
  const config = `sequence_batching { direct { } control_input { ${start} } control_input { ${ready} } }`;
  expect(
    findings(config, [
      ['c', INT32, [-1, 1]],
      ['r', BOOL, [-1, 1]],
    ]),
  ).toEqual([]);
});

describe('the data type of a state', () => {
  const config =
    'sequence_batching { direct { } state { input_name: "s" output_name: "t" data_type: TYPE_FP32 dims: [ 4 ] } }';

  test('is rejected if its input or its output in the graph has a different type', () => {
    const advice = 'allowed: TYPE_INT64, as in the graph of 1/model.onnx';
    expect(findings(config, [['s', INT64, [-1, 4]]], [['t', FP32, [-1, 4]]])).toEqual([
      `error onnx.io-dtype: sequence_batching.state[0].data_type: got TYPE_FP32 for 's'; ${advice}`,
    ]);
    expect(findings(config, [['s', FP32, [-1, 4]]], [['t', INT64, [-1, 4]]])).toEqual([
      `error onnx.io-dtype: sequence_batching.state[0].data_type: got TYPE_FP32 for 't'; ${advice}`,
    ]);
  });

  test('is accepted if both have the same type', () => {
    expect(findings(config, [['s', FP32, [-1, 4]]], [['t', FP32, [-1, 4]]])).toEqual([]);
  });
});
