import { Backend, InstanceGroup, ModelFiles, Tensor, TritonModel, TritonModelOverrides } from '../../lib/model';
import { InstanceType } from '../../lib/platform';
import { unsupportedResult } from '../../lib/model/folder/readers/torchscript';
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
  test.each([[['token_ids', 'attn_mask']], [['INPUT__0', 'INPUT__1']], [['B__1', 'A__0']]])(
    '%j are accepted, because they identify the arguments',
    (names) => {
      expect(findings('text.pt', inputs(...names))).toEqual([]);
    },
  );

  test.each([[['token_ids', 'mask']], [['INPUT__0', 'INPUT_1']], [['token_ids', 'INPUT__1']]])(
    '%j result in a warning, because Triton uses the order of config.pbtxt',
    (names) => {
      expect(findings('text.pt', inputs(...names))).toEqual([
        expect.stringMatching(/^warning pt.in-name: inputs \(input\): got .* assigns in the order of config.pbtxt/),
      ]);
    },
  );

  test.each([
    [['INPUT__0', 'INPUT__2'], 'INPUT__2'],
    [['INPUT__0', 'INPUT__0'], 'INPUT__0'],
    [['INPUT__0', 'INPUT__'], 'INPUT__'],
  ])('%j are rejected, because a position is out of range or repeated', (names, invalid) => {
    expect(findings('text.pt', inputs(...names))).toContainEqual(
      `error pt.name-index: inputs[1].name (input[1].name): got '${invalid}'; allowed: NAME__<n> with n from 0 to 1, each once, because 1/model.pt has forward(token_ids: Tensor, attn_mask: Tensor)`,
    );
  });

  test('are not restricted if there is a single argument', () => {
    expect(findings('detector-traced.pt', { ...inputs('photo'), ...outputs('SUM__0', 'MEAN__1') })).toEqual([]);
  });

  test('are reported with the arguments of forward', () => {
    expect(findings('text.pt', inputs('ids', 'mask'))).toEqual([
      "warning pt.in-name: inputs (input): got 'ids', 'mask', which Triton assigns in the order of config.pbtxt; if that is not the order of the model, responses are wrong: name them as the arguments (token_ids, attn_mask), or NAME__0 to NAME__1, because 1/model.pt has forward(token_ids: Tensor, attn_mask: Tensor)",
    ]);
  });

  test('are not restricted if the file has no readable signature', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.pt': 'of another kind' }));
    expect(findings('text.pt', { files, ...inputs('a', 'b') }).filter((each) => each.startsWith('error'))).toEqual([]);
  });

  test('can be the keys of a dictionary', () => {
    expect(findings('dictionary.pt', inputs('a', 'b'))).toEqual([]);
  });
});

describe('names of outputs', () => {
  test('NAME__<position> are accepted for some or all results', () => {
    expect(findings('detector-traced.pt', { ...inputs('image'), ...outputs('SUM__0', 'MEAN__1') })).toEqual([]);
    expect(findings('detector-traced.pt', { ...inputs('image'), ...outputs('MEAN__1') })).toEqual([]);
  });

  test.each(['logits', 'OUTPUT__x', 'OUTPUT__0'])('%s is accepted for a single result', (name) => {
    expect(findings('text.pt', outputs(name))).toEqual([]);
  });

  test('OUTPUT__1 is rejected for a single result', () => {
    expect(findings('text.pt', outputs('OUTPUT__1'))).toEqual([
      "error pt.name-index: outputs[0].name (output[0].name): got 'OUTPUT__1'; allowed: NAME__<n> with n = 0, because 1/model.pt returns 1",
    ]);
  });

  test('without a position result in a warning, because Triton uses the order of config.pbtxt', () => {
    expect(findings('detector-traced.pt', { ...inputs('image'), ...outputs('boxes', 'scores') })).toEqual([
      expect.stringMatching(/^warning pt.out-name: outputs \(output\): got 'boxes', 'scores', which Triton assigns/),
    ]);
  });

  test('are also checked if the file has no readable signature', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.pt': 'of another kind' }));
    const findingsForOutputs = (...names: string[]) =>
      findings('text.pt', { files, ...inputs('INPUT__0'), ...outputs(...names) });
    expect(findingsForOutputs('logits')).toEqual([]);
    expect(findingsForOutputs('boxes', 'scores')).toEqual([expect.stringMatching(/^warning pt.out-name: /)]);
    expect(findingsForOutputs('A__1', 'B__1')).toEqual([
      expect.stringMatching(/^error pt.name-index: outputs\[1\].name /),
    ]);
  });
});

describe('a file that torch.save wrote', () => {
  test.each(['weights.pt', 'weights-1.5.pt'])('%s contains weights without a model, so it is rejected', (file) => {
    expect(findings(file, inputs('x')).filter((each) => each.startsWith('error'))).toEqual([
      expect.stringMatching(/^error pt.torchscript: files: got 1\/model.pt, which torch.save wrote/),
    ]);
  });
});

test('a file of a different format is rejected with its format', () => {
  const files = ModelFiles.fromDirectory(folderWith({ '1/model.pt': contentOf('text.onnx') }));
  expect(findings('text.pt', { files, ...inputs('x') }).filter((each) => each.startsWith('error'))).toEqual([
    'error pt.torchscript: files: got 1/model.pt, which is an ONNX model; allowed: TorchScript, or the backend that loads the file',
  ]);
});

test('the number of inputs must match the number of arguments', () => {
  expect(findings('text.pt', inputs('token_ids'))).toEqual([
    'error pt.count: inputs (input): got 1; allowed: 2, because 1/model.pt has forward(token_ids: Tensor, attn_mask: Tensor)',
  ]);
});

test('arguments that Triton cannot pass are rejected', () => {
  expect(findings('flag.pt', inputs('x', 'y', 'scale'))).toEqual([
    expect.stringMatching(/^error pt.forward-type: files: .*'y' is Optional\[Tensor\]; allowed: Tensor/),
  ]);
});

test('a dictionary with further arguments is rejected', () => {
  expect(findings('dictionary-and-tensor.pt', inputs('features', 'x'))).toEqual([
    expect.stringMatching(/^error pt.dict: files: .*forward\(features: Dict\[str, Tensor\], x: Tensor\)/),
  ]);
});

test('the rules do not apply to torch_aoti files', () => {
  const backend = Backend._of('pytorch', { platform: 'torch_aoti', defaultFileName: 'model.pt2' });
  const files = ModelFiles.fromDirectory(folderWith({ '1/model.pt2': contentOf('text.pt') }));
  const model = new TritonModel({ name: 'm', backend, files, ...inputs('a'), ...outputs('b') });
  expect(model.validate({ tritonRelease: '26.08' }).filter(({ ruleId }) => ruleId.startsWith('pt.'))).toEqual([]);
});

describe('results', () => {
  test('in a dictionary are rejected, and no name of an output is advised', () => {
    expect(findings('dictionary-result.pt', { ...inputs('x'), ...outputs('labels', 'scores') })).toEqual([
      'error pt.result: files: 1/model.pt has forward(x: Tensor) -> Dict[str, Tensor]; the PyTorch backend cannot return Dict[str, Tensor]; ' +
        "allowed: Tensor, List[str], or a tuple of them; wrap the model in a module that returns the tensors as a tuple, such as result['boxes'], result['scores']",
    ]);
  });

  test.each([
    ['Dict[str, Tensor]', 'Dict[str, Tensor]'],
    ['List[Tensor]', 'List[Tensor]'],
    ['float', 'float'],
    ['Tuple[Tensor, Tuple[Tensor, Tensor]]', 'Tuple[Tensor, Tensor]'],
    ['Tuple[Tensor, int]', 'int'],
    ['Tuple[Tensor, List[int]]', 'List[int]'],
  ])('of the type %s cannot be returned', (resultType, expected) => {
    expect(unsupportedResult({ resultType })).toBe(expected);
  });

  test.each([
    'Tensor',
    'List[str]',
    'Tuple[Tensor, List[str]]',
    'Tuple[Tensor, Optional[Tensor]]',
    '__torch__.NamedResult',
    'Any',
    undefined,
  ])('of the type %s are accepted, or not known', (resultType) => {
    expect(unsupportedResult({ resultType })).toBeUndefined();
  });
});

describe('a device in the code of the model', () => {
  const warningOn = (type: string, ...instanceGroups: InstanceGroup[]): string[] =>
    torchModel('first-gpu.pt', { ...inputs('x'), instanceGroups })
      .validate({ tritonRelease: '24.09', instanceType: InstanceType.of(type) })
      .filter(({ ruleId }) => ruleId === 'pt.device')
      .map(({ severity, message }) => `${severity}: ${message}`);
  const advice =
    'so requests may fail; save the model with torch.jit.script, and create its tensors on the device of an input (device=x.device) or as buffers';

  test('results in a warning if the instance type has no GPU', () => {
    expect(warningOn('ml.c6i.large')).toEqual([
      `warning: the code of 1/model.pt creates tensors on cuda:0, as a trace does that was made there; ml.c6i.large has no GPU, ${advice}`,
    ]);
  });

  test('results in a warning if model instances run on other devices', () => {
    expect(warningOn('ml.g4dn.12xlarge')).toEqual([
      `warning: the code of 1/model.pt creates tensors on cuda:0, as a trace does that was made there; model instances also run on cuda:1, cuda:2, cuda:3, ${advice}, or run all instances on GPU 0 (gpus: [0])`,
    ]);
    expect(warningOn('ml.g4dn.xlarge', InstanceGroup.cpu())).toEqual([expect.stringContaining('also run on the CPU')]);
  });

  test('is accepted if all model instances run there, or if the model chooses its devices', () => {
    expect(warningOn('ml.g4dn.xlarge')).toEqual([]);
    expect(warningOn('ml.g4dn.12xlarge', InstanceGroup.gpu({ gpus: [0] }))).toEqual([]);
    expect(warningOn('ml.g4dn.12xlarge', InstanceGroup.model())).toEqual([]);
  });
});
