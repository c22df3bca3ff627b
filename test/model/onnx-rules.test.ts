import { Backend, ModelExample, ModelFiles, Tensor, TritonModel, TritonModelOverrides } from '../../lib/model';
import { ModelConfig } from '../../lib/model-config';
import { ValidateOptions } from '../../lib/model-config';
import { contentOf, fixture, folderWith } from './folders';
import { initializer, onnxBytes, onnxTensor } from './onnx-bytes';

const INPUTS = [Tensor.int32('token_ids', [8]), Tensor.int32('attn_mask', [8])];
const OUTPUTS = [Tensor.fp32('logits', [2])];

function onnxModel(options: TritonModelOverrides, file = 'text.onnx'): TritonModel {
  return new TritonModel({
    name: 'm',
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromFile(fixture(file)),
    maxBatchSize: 8,
    inputs: INPUTS,
    outputs: OUTPUTS,
    ...options,
  });
}

function findings(options: TritonModelOverrides, file?: string): string[] {
  return onnxModel(options, file)
    .validate()
    .map(({ ruleId, field, message, severity }) => `${severity} ${ruleId}: ${field}: ${message}`);
}

describe('config.pbtxt compared with the graph', () => {
  test('has no findings if it matches the graph', () => {
    expect(findings({})).toEqual([]);
    expect(findings({ inputs: undefined, outputs: undefined })).toEqual([]);
    expect(findings({}, 'text-old-ir.onnx')).toEqual([]);
  });

  test('is reported before a correct example that differs from the incorrect configuration', () => {
    const tensor = (name: string): object => ({ name, datatype: 'INT32', shape: [1, 8], data: Array(8).fill(1) });
    const example = ModelExample.of({ request: { inputs: [tensor('token_ids'), tensor('attn_mask')] } });
    const ruleIds = findings({ inputs: [Tensor.int32('ids', [8]), INPUTS[1]], examples: [example] }).map(
      (line) => line.split(' ')[1],
    );
    expect(ruleIds).toEqual(['io.unexpected-input:', 'example.input:', 'example.input:']);
  });

  test('is rejected if the graph has no input with the name', () => {
    expect(findings({ inputs: [Tensor.int32('ids', [8]), INPUTS[1]] })).toEqual([
      "error io.unexpected-input: inputs[0].name (input[0].name): got 'ids'; allowed: 'token_ids', 'attn_mask', as in the graph of 1/model.onnx",
    ]);
  });

  test('is rejected if the graph has no output with the name', () => {
    expect(findings({ outputs: [Tensor.fp32('scores', [2])] })).toEqual([
      "error io.unexpected-output: outputs[0].name (output[0].name): got 'scores'; allowed: 'logits', as in the graph of 1/model.onnx",
    ]);
  });

  test('is rejected if it lacks an input of the graph', () => {
    expect(findings({ inputs: [INPUTS[0]] })).toEqual([
      "error onnx.input-count: inputs (input): got 'token_ids'; the graph of 1/model.onnx also requires 'attn_mask': add it",
    ]);
  });

  test('is rejected if a data type differs from the graph', () => {
    expect(findings({ outputs: [Tensor.fp16('logits', [2])] })).toEqual([
      "error onnx.io-dtype: outputs[0].dataType (output[0].data_type): got TYPE_FP16 for 'logits'; allowed: TYPE_FP32, as in the graph of 1/model.onnx",
    ]);
    expect(findings({ inputs: [Tensor.int64('token_ids', [8]), INPUTS[1]] })).toEqual([
      expect.stringMatching(
        /^error onnx.io-dtype: inputs\[0\].dataType .* got TYPE_INT64 for 'token_ids'; allowed: TYPE_INT32/,
      ),
    ]);
  });

  test.each([[[9]], [[8, 1]], [[-1]]])('is rejected if the shape of an input differs from the graph: %j', (dims) => {
    expect(findings({ inputs: [Tensor.int32('token_ids', dims), INPUTS[1]] })).toEqual([
      `error onnx.io-dims: inputs[0].dims (input[0].dims): got [${dims.join(', ')}] for 'token_ids'; allowed: [8] after the batch dimension, as in the graph of 1/model.onnx`,
    ]);
  });

  test('is accepted only if the reshaped shape matches the graph', () => {
    expect(findings({ inputs: [Tensor.int32('token_ids', [2, 4], { reshape: [8] }), INPUTS[1]] })).toEqual([]);
    expect(findings({ inputs: [Tensor.int32('token_ids', [8], { reshape: [4, 2] }), INPUTS[1]] })).toEqual([
      expect.stringMatching(/^error onnx.io-dims: inputs\[0\].reshape \(input\[0\].reshape.shape\)/),
    ]);
  });

  test('is rejected if maxBatchSize is 0 and the shapes have no batch dimension', () => {
    expect(findings({ maxBatchSize: 0 })).toHaveLength(3);
    const withBatchDimension = {
      inputs: INPUTS.map(({ name }) => Tensor.int32(name, [-1, 8])),
      outputs: [Tensor.fp32('logits', [-1, 2])],
    };
    expect(findings({ maxBatchSize: 0, ...withBatchDimension })).toEqual([]);
  });

  test('is rejected if it fixes a dimension of an output that varies', () => {
    const inputs = INPUTS.map(({ name }) => Tensor.int32(name, [4, 8])); // an input can have fixed sizes
    expect(findings({ maxBatchSize: 0, inputs, outputs: [Tensor.fp32('logits', [4, 2])] })).toEqual([
      "error onnx.io-dims: outputs[0].dims (output[0].dims): got [4, 2] for 'logits'; allowed: [-1, 2], as in the graph of 1/model.onnx; the size varies, and the server compares outputs exactly: set -1",
    ]);
    expect(findings({ maxBatchSize: 0, inputs, outputs: [Tensor.fp32('logits', [-1, 2])] })).toEqual([]);
    const reshaped = Tensor.fp32('logits', [8], { reshape: [4, 2] });
    expect(findings({ maxBatchSize: 0, inputs, outputs: [reshaped] })).toEqual([
      expect.stringMatching(/^error onnx.io-dims: outputs\[0\].reshape .* allowed: \[-1, 2\]/),
    ]);
  });

  describe('with other dimensions of an output than the graph', () => {
    const dimsFindings = (outputDims: number[], maxBatchSize = 0): string[] => {
      const bytes = onnxBytes({
        inputs: [onnxTensor('x', 1, ['batch', 'length'])],
        outputs: [onnxTensor('y', 1, ['batch', 'length', 'width'])],
      });
      return findings({
        maxBatchSize,
        files: ModelFiles.fromDirectory(folderWith({ '1/model.onnx': bytes })),
        inputs: [Tensor.fp32('x', maxBatchSize > 0 ? [8] : [1, 8])],
        outputs: [Tensor.fp32('y', outputDims)],
      }).map((each) => each.replace(/:.*allowed:/, ':'));
    };

    test('is rejected if the dimensions have the names of those of an input', () => {
      const advice =
        'as in the graph of 1/model.onnx; the size varies, and the server compares outputs exactly: set -1';
      expect(dimsFindings([-1, -1, -1])).toEqual([]);
      expect(dimsFindings([4, 8, -1])).toEqual([`error onnx.io-dims: [-1, -1, -1], ${advice}`]);
      expect(dimsFindings([-1, 8, -1])).toEqual([`error onnx.io-dims: [-1, -1, -1], ${advice}`]);
      expect(dimsFindings([8, -1], 8)).toEqual([`error onnx.io-dims: [-1, -1] after the batch dimension, ${advice}`]);
    });

    test.each([
      ['that no input has', [-1, -1, 2]],
      ['of a batch of 1, which ONNX Runtime can infer', [1, -1, -1]],
    ])('results in a warning for a size %s', (_, dims) => {
      expect(dimsFindings(dims)).toEqual([
        'warning onnx.io-dims: [-1, -1, -1], as in the graph of 1/model.onnx; the server accepts it only if ONNX Runtime infers this size: set -1 if it does not',
      ]);
    });
  });

  test('is rejected with batching if the batch dimension of the graph is fixed', () => {
    expect(findings({}, 'text-fixed-batch.onnx')).toEqual([
      expect.stringMatching(
        /^error onnx.batch-first: maxBatchSize \(max_batch_size\): got 8; allowed: 0, .*'token_ids' is \[1, 8\]/,
      ),
    ]);
  });

  test('is rejected if a scalar has a shape other than [1]', () => {
    const scalar = onnxBytes({ inputs: [onnxTensor('x', 1, [])], outputs: [onnxTensor('y', 1, [-1, 2])] });
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.onnx': scalar }));
    const outputs = [Tensor.fp32('y', [2])];
    expect(findings({ files, outputs, inputs: [Tensor.fp32('x', [1])] })).toEqual([]);
    expect(findings({ files, outputs, inputs: [Tensor.fp32('x', [2])] })).toEqual([
      expect.stringMatching(/^error onnx.io-dims: inputs\[0\].dims .* allowed: \[1\] for a scalar/),
    ]);
  });

  test('is rejected with ragged batching of an input whose shape is not [-1]', () => {
    const inputs = [Tensor.int32('token_ids', [8], { allowRaggedBatch: true }), INPUTS[1]];
    expect(findings({ inputs })).toEqual([
      expect.stringMatching(/^error onnx.ragged-shape: inputs\[0\].allowRaggedBatch .* only for the shape \[-1\]/),
    ]);
  });

  test('is rejected with batch and control inputs that the graph does not have', () => {
    const config = ModelConfig.fromText(`
      sequence_batching { direct { } control_input [{ name: "START" control [{ int32_false_true: [0, 1] }] }] }
      batch_input [{ target_name: "COUNT" data_type: TYPE_FP32 source_input: "token_ids" }]
    `);
    expect(findings({ config })).toEqual([
      expect.stringMatching(/^error io.unexpected-input: batch_input\[0\].target_name.* got 'COUNT'/),
      expect.stringMatching(/^error io.unexpected-input: sequence_batching.control_input\[0\].name.* got 'START'/),
    ]);
  });
});

describe('ONNX files', () => {
  const findingsForFiles = (files: { [path: string]: string | Buffer }): string[] =>
    findings({ files: ModelFiles.fromDirectory(folderWith(files)) });

  test('are rejected if they are damaged or in a different format', () => {
    expect(findingsForFiles({ '1/model.onnx': 'no protobuf' })).toEqual([
      expect.stringMatching(/^error onnx.unreadable: files: got 1\/model.onnx/),
    ]);
    expect(findingsForFiles({ '1/model.onnx': contentOf('text.onnx').subarray(0, 500) })).toEqual([
      expect.stringMatching(/^error onnx.unreadable: .*truncated/),
    ]);
  });

  test('can be in a folder called model.onnx', () => {
    expect(findingsForFiles({ '1/model.onnx/model.onnx': contentOf('text.onnx') })).toEqual([]);
    expect(findingsForFiles({ '1/model.onnx/text.onnx': contentOf('text.onnx') })).toEqual([
      expect.stringMatching(/^error repo.default-file/),
    ]);
  });

  test('are read only for loaded versions', () => {
    expect(findingsForFiles({ '1/model.onnx': 'old', '2/model.onnx': contentOf('text.onnx') })).toEqual([]);
  });

  test('are rejected if external weights are missing', () => {
    const external = onnxBytes({
      inputs: [onnxTensor('token_ids', 6, [-1, 8]), onnxTensor('attn_mask', 6, [-1, 8])],
      outputs: [onnxTensor('logits', 1, [-1, 2])],
      initializers: [initializer('weights', { location: 'weights.bin' })],
    });
    expect(findingsForFiles({ '1/model.onnx': external, '1/weights.bin': '' })).toEqual([]);
    expect(findingsForFiles({ '1/model.onnx': external })).toEqual([
      expect.stringMatching(/^error onnx.external-data: files: .* missing: 1\/weights.bin/),
    ]);
  });

  test('are not read if a repository agent decrypts them', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.onnx': 'encrypted' }));
    expect(
      findings({ files, config: ModelConfig.fromText('model_repository_agents { agents [{ name: "decrypt" }] }') }),
    ).toEqual([]);
  });
});

describe('a file that is too new for the ONNX Runtime of the release', () => {
  const versionFindings = (
    irVersion: number,
    opsets: { [domain: string]: number },
    options: ValidateOptions = { tritonRelease: '24.09' },
  ): string[] => {
    const graph = { inputs: [onnxTensor('x', 1, [-1, 4])], outputs: [onnxTensor('y', 1, [-1, 4])] };
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.onnx': onnxBytes(graph, irVersion, opsets) }));
    return new TritonModel({ name: 'm', backend: Backend.ONNXRUNTIME, maxBatchSize: 8, files })
      .validate(options)
      .map(({ ruleId, message, severity }) => `${severity} ${ruleId}: ${message}`);
  };

  test('is rejected, and the message contains the supported versions and a newer release', () => {
    expect(versionFindings(11, { '': 23 })).toEqual([
      'error onnx.version: got 1/model.onnx with IR version 11 and opset 23; ONNX Runtime 1.19.2 of Triton 24.09 reads IR version up to 10 and opset up to 21: export it for these versions, or use Triton 25.09 or newer',
    ]);
    expect(versionFindings(13, { '': 17 })).toEqual([
      expect.stringMatching(/with IR version 13; .* reads IR version up to 10: .* use Triton 26.03 or newer$/),
    ]);
    expect(versionFindings(8, { 'ai.onnx': 17, 'ai.onnx.ml': 6 })).toEqual([
      expect.stringMatching(/with opset of ai.onnx.ml 6; .* up to 5: export it for these versions$/),
    ]);
  });

  test('is accepted if the release supports it, if the support is unknown, and with a custom image', () => {
    expect(versionFindings(10, { '': 21, 'ai.onnx.ml': 5 })).toEqual([]);
    expect(versionFindings(8, { '': 17, 'com.example': 99 })).toEqual([]);
    expect(versionFindings(13, { '': 25 }, { tritonRelease: '26.05' })).toEqual([]);
    expect(versionFindings(13, { '': 25 }, { tritonRelease: '22.12' })).toEqual([]);
    expect(versionFindings(13, { '': 25 }, {})).toEqual([]);
    expect(versionFindings(13, { '': 25 }, { tritonRelease: '24.09', customImage: true })).toEqual([]);
  });
});

test('an empty file is reported as empty', () => {
  const files = ModelFiles.fromDirectory(folderWith({ '1/model.onnx': '' }));
  expect(new TritonModel({ name: 'm', backend: Backend.ONNXRUNTIME, files }).validate()).toContainEqual(
    expect.objectContaining({
      ruleId: 'onnx.unreadable',
      message: 'got 1/model.onnx, which is not an ONNX model: it is empty (0 bytes); export it again',
    }),
  );
});

describe('an export of scikit-learn, LightGBM or XGBoost', () => {
  const findingsWithoutConfig = (file: string, options: TritonModelOverrides = {}): string[] =>
    findings({ maxBatchSize: 0, inputs: undefined, outputs: undefined, ...options }, file);

  test('returns probabilities as a sequence of maps by default, which Triton rejects', () => {
    const zipmapFindings = findingsWithoutConfig('zipmap.onnx');
    expect(zipmapFindings).toEqual([
      "error onnx.tensors-only: files: got 'output_probability', a sequence, in the graph of 1/model.onnx; allowed: tensors; export the model again without it: for scikit-learn, LightGBM and XGBoost, convert with zipmap=False (skl2onnx: options={'zipmap': False})",
    ]);
    // Triton checks the complete graph, including tensors that config.pbtxt does not list.
    const partialConfig = { inputs: [Tensor.fp32('X', [-1, 2])], outputs: [Tensor.int64('output_label', [-1])] };
    expect(findingsWithoutConfig('zipmap.onnx', partialConfig)).toEqual(zipmapFindings);
  });

  test('results in a warning if it declares the output shape of a single row', () => {
    const threeRows = {
      request: { inputs: [{ name: 'input', datatype: 'FP32', shape: [3, 2], data: [0, 0, 0, 1, 1, 1] }] },
      response: { outputs: [{ name: 'label', datatype: 'INT64', shape: [3], data: [0, 0, 1] }] },
    };
    expect(findingsWithoutConfig('lightgbm.onnx', { examples: [ModelExample.of(threeRows)] })).toEqual([
      "warning example.output: examples[0].response.outputs[0].shape: got [3] for 'label'; allowed: [1]",
    ]);
  });
});
