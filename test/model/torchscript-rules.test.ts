import { Backend, ModelFiles, Tensor, TritonModel, TritonModelOverrides } from '../../lib/model';
import { InstanceType } from '../../lib/platform';
import { contentOf, fixture, folderWith } from './folders';

function torchModel(file: string, options: TritonModelOverrides): TritonModel {
  return new TritonModel({
    name: 'm',
    backend: Backend.PYTORCH,
    files: ModelFiles.fromFile(fixture(file)),
    maxBatchSize: 8,
    inputs: [Tensor.int32('token_ids', [8]), Tensor.int32('attn_mask', [8])],
    outputs: [Tensor.fp32('OUTPUT__0', [2])],
    ...options,
  });
}

function findings(file: string, options: TritonModelOverrides = {}): string[] {
  return torchModel(file, options)
    .validate({ tritonRelease: '24.09', instanceType: InstanceType.G4DN_XLARGE })
    .map(({ ruleId, field, message, severity }) => `${severity} ${ruleId}: ${field}: ${message}`);
}

const inputs = (...names: string[]): TritonModelOverrides => ({ inputs: names.map((name) => Tensor.int32(name, [8])) });
const outputs = (...names: string[]): TritonModelOverrides => ({
  outputs: names.map((name) => Tensor.fp32(name, [2])),
});

describe('names of inputs', () => {
  test.each([
    [['token_ids', 'attn_mask']],
    [['attn_mask', 'token_ids']],
    [['INPUT__0', 'INPUT__1']],
    [['B__1', 'A__0']],
  ])('%j say which argument is meant', (names) => {
    expect(findings('text.pt', inputs(...names))).toEqual([]);
  });

  test.each([
    [
      ['token_ids', 'mask'],
      ['token_ids', 'mask'],
    ],
    [['INPUT__0', 'INPUT_1'], ['INPUT_1']],
    [['token_ids', 'INPUT__1'], ['token_ids']],
    [['INPUT__0', 'INPUT__2'], ['INPUT__2']],
    [['INPUT__0', 'MY__INPUT__1'], ['MY__INPUT__1']],
    [['INPUT__0', 'INPUT__'], ['INPUT__']],
  ])('%j do not', (names, wrong) => {
    const found = findings('text.pt', inputs(...names));
    expect(found).toHaveLength(wrong.length);
    wrong.forEach((name, index) => {
      const at = names.indexOf(name);
      expect(found[index]).toMatch(
        `error pt.in-name: inputs[${at}].name (input[${at}].name): got '${name}'; allowed: `,
      );
    });
  });

  test('are told with the arguments that the file has', () => {
    expect(findings('text.pt', inputs('ids', 'mask'))[0]).toBe(
      "error pt.in-name: inputs[0].name (input[0].name): got 'ids'; allowed: the arguments of forward (token_ids, attn_mask), or NAME__<n> with n from 0 to 1 for each input, because 1/model.pt has forward(token_ids: Tensor, attn_mask: Tensor); Triton would use the inputs in the order of config.pbtxt",
    );
  });

  test('are free where the file does not tell', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.pt': 'of another kind' }));
    expect(findings('text.pt', { files, ...inputs('a', 'b') }).filter((each) => each.startsWith('error'))).toEqual([]);
  });

  test('are the keys of a dictionary', () => {
    expect(findings('dictionary.pt', inputs('a', 'b'))).toEqual([]);
  });
});

describe('names of outputs', () => {
  test('say which result is meant', () => {
    expect(findings('detector-traced.pt', { ...inputs('image'), ...outputs('SUM__0', 'MEAN__1') })).toEqual([]);
    expect(findings('detector-traced.pt', { ...inputs('image'), ...outputs('MEAN__1') })).toEqual([]);
  });

  test.each(['logits', 'OUTPUT__x', 'OUTPUT__1'])('%s does not', (name) => {
    expect(findings('text.pt', outputs(name))).toEqual([
      expect.stringMatching(`error pt.out-name: outputs\\[0\\].name .* got '${name}'; allowed: NAME__<n> with n = 0`),
    ]);
  });

  test('count without a signature, too', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.pt': 'of another kind' }));
    expect(findings('text.pt', { files, ...inputs('INPUT__0'), ...outputs('logits') })).toEqual([
      expect.stringMatching(/^error pt.out-name: .* the number of the result, from 0/),
    ]);
  });
});

test('the number of inputs is that of the arguments', () => {
  expect(findings('text.pt', inputs('token_ids'))).toEqual([
    'error pt.count: inputs (input): got 1; allowed: 2, because 1/model.pt has forward(token_ids: Tensor, attn_mask: Tensor)',
  ]);
});

test('arguments that Triton cannot give are refused', () => {
  expect(findings('flag.pt', inputs('x', 'y', 'scale'))).toEqual([
    expect.stringMatching(/^error pt.forward-type: files: .*'y' is Optional\[Tensor\]; allowed: Tensor/),
  ]);
});

test('a dictionary beside other arguments is refused', () => {
  expect(findings('dictionary-and-tensor.pt', inputs('features', 'x'))).toEqual([
    expect.stringMatching(/^error pt.dict: files: .*forward\(features: Dict\[str, Tensor\], x: Tensor\)/),
  ]);
});

test('files of the other PyTorch platform are not TorchScript', () => {
  const backend = Backend.of('pytorch', { platform: 'torch_aoti', defaultFileName: 'model.pt2' });
  const files = ModelFiles.fromDirectory(folderWith({ '1/model.pt2': contentOf('text.pt') }));
  const model = new TritonModel({ name: 'm', backend, files, ...inputs('a'), ...outputs('b') });
  expect(model.validate({ tritonRelease: '26.08' }).filter(({ ruleId }) => ruleId.startsWith('pt.'))).toEqual([]);
});
