import * as path from 'path';
import { Backend, ModelExample, ModelFiles, Tensor, TritonModel } from '../../lib/model';
import { folderWith } from './folders';

const request = { inputs: [{ name: 'x', datatype: 'FP32', shape: [1], data: [1] }] };
const response = { outputs: [{ name: 'y', datatype: 'FP32', shape: [1], data: [2] }] };

test('an example that is created from values has default tolerances', () => {
  expect(ModelExample.of({ request, response })).toMatchObject({
    request,
    response,
    absoluteTolerance: 1e-3,
    relativeTolerance: 0,
  });
});

test('an example can be read from a JSON file', () => {
  const file = path.join(folderWith({ 'example.json': JSON.stringify({ request, response }) }), 'example.json');
  expect(ModelExample.fromFile(file, { relativeTolerance: 0.1 })).toMatchObject({
    request,
    response,
    relativeTolerance: 0.1,
  });
});

test.each([['not JSON'], ['{}'], ['null']])(
  'a file with the content %j is rejected, and the message contains the file name',
  (content) => {
    const file = path.join(folderWith({ 'example.json': content }), 'example.json');
    expect(() => ModelExample.fromFile(file)).toThrow(
      /example.json: .*; allowed: a JSON file with "request" .*\/example.file\)/,
    );
  },
);

describe('an example of a sequence', () => {
  const nextSteps = [{ request, response, relativeTolerance: 0.5 }, { request }];
  const stepsOf = (example: ModelExample): unknown[] => example._nextSteps.map((each) => ({ ...each }));
  const read = (content: object): ModelExample =>
    ModelExample.fromFile(path.join(folderWith({ 'example.json': JSON.stringify(content) }), 'example.json'));

  test('has steps with the tolerances of the example or their own, from values or from a file', () => {
    const steps = stepsOf(ModelExample.of({ request, absoluteTolerance: 2, nextSteps }));
    expect(steps).toMatchObject([
      { request, response, absoluteTolerance: 2, relativeTolerance: 0.5 },
      { request, absoluteTolerance: 2, relativeTolerance: 0 },
    ]);
    expect(stepsOf(read({ request, nextSteps: [{ request, response }] }))).toMatchObject([{ request, response }]);
  });

  test.each([
    [{ request, nextSteps: {} }, 'nextSteps is no list'],
    [{ request, nextSteps: [{ request }, null] }, 'nextSteps[1].request is missing or no object'],
    [{ request, nextSteps: [{ request, nextSteps: [{ request }] }] }, 'got nextSteps in nextSteps'],
  ])('is rejected if a step is invalid: %j', (content, message) => {
    expect(() => read(content)).toThrow(message);
  });
});

describe('an example', () => {
  function findings(example: ModelExample, maxBatchSize = 0): string[] {
    const model = new TritonModel({
      name: 'm',
      backend: Backend.PYTHON,
      files: ModelFiles.fromDirectory(folderWith({ '1/model.py': 'x' })),
      maxBatchSize,
      inputs: [Tensor.fp32('x', [2, -1]), Tensor.string('note', [1], { optional: true })],
      outputs: [Tensor.int64('y', [1])],
      examples: [example],
    });
    return model.validate().map(({ ruleId, field, message }) => `${ruleId}: ${field}: ${message}`);
  }
  const x = { name: 'x', datatype: 'FP32', shape: [2, 3], data: [1, 2, 3, 4, 5, 6] };
  const y = { name: 'y', datatype: 'INT64', shape: [1], data: [1] };

  test('is accepted if it matches the model', () => {
    expect(findings(ModelExample.of({ request: { inputs: [x] }, response: { outputs: [y] } }))).toEqual([]);
    const nested = {
      ...x,
      data: [
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
      ],
      shape: [1, 2, 3],
    };
    expect(findings(ModelExample.of({ request: { inputs: [nested] } }), 8)).toEqual([]);
    const binary = { name: 'x', datatype: 'FP32', shape: [2, 3], parameters: { binary_data_size: 24 } };
    expect(findings(ModelExample.of({ request: { inputs: [binary] } }))).toEqual([]);
  });

  test.each([
    [{ ...x, name: 'z' }, "example.input: examples[0].request.inputs[0].name: got 'z'; allowed: 'x', 'note'"],
    [
      { ...x, datatype: 'FP64' },
      "example.input: examples[0].request.inputs[0].datatype: got FP64 for 'x'; allowed: FP32",
    ],
    [
      { ...x, shape: [3, 2] },
      "example.input: examples[0].request.inputs[0].shape: got [3, 2] for 'x'; allowed: [2, -1]",
    ],
    [
      { ...x, data: [1] },
      "example.input: examples[0].request.inputs[0].data: got 1 values for 'x'; allowed: 6, the number of elements of its shape",
    ],
  ])('is rejected if its request does not match the inputs: %#', (input, message) => {
    expect(findings(ModelExample.of({ request: { inputs: [input] } }))).toContain(message);
  });

  test('is rejected if an input is missing', () => {
    expect(findings(ModelExample.of({ request: { inputs: [] } }))).toEqual([
      "example.input: examples[0].request.inputs: lacks 'x', which the model requires",
    ]);
  });

  test('is rejected if a step of its sequence does not match the model', () => {
    const step = { request: { inputs: [{ ...x, name: 'z' }] }, response: { outputs: [{ ...y, datatype: 'INT32' }] } };
    expect(findings(ModelExample.of({ request: { inputs: [x] }, nextSteps: [step] }))).toEqual([
      "example.input: examples[0].nextSteps[0].request.inputs[0].name: got 'z'; allowed: 'x', 'note'",
      "example.input: examples[0].nextSteps[0].request.inputs: lacks 'x', which the model requires",
      "example.output: examples[0].nextSteps[0].response.outputs[0].datatype: got INT32 for 'y'; allowed: INT64",
    ]);
  });

  test('is rejected if the batch is too large', () => {
    const batch = { name: 'x', datatype: 'FP32', shape: [9, 2, 1], data: Array(18).fill(0) };
    expect(findings(ModelExample.of({ request: { inputs: [batch] } }), 8)).toEqual([
      "example.input: examples[0].request.inputs[0].shape: got [9, 2, 1] for 'x'; allowed: [1 to 8, 2, -1]",
    ]);
  });

  test('is rejected if its response does not match the outputs', () => {
    const response = { outputs: [{ ...y, datatype: 'INT32' }] };
    expect(findings(ModelExample.of({ request: { inputs: [x] }, response }))).toEqual([
      "example.output: examples[0].response.outputs[0].datatype: got INT32 for 'y'; allowed: INT64",
    ]);
  });
});
