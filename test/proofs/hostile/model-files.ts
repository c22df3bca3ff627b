import { gzipSync } from 'node:zlib';
import * as path from 'node:path';
import { field, repeatedGzip, tarHeader, varint, zip, zip64End, ZipEntry, DeclaredZipValues } from './bytes';
import { createLink, createSparseFile, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Hostile model files: ONNX, TorchScript, TensorRT engines, tree models, Python code and Python environments. */

const CONFIG = {
  onnx: 'name: "m"\nbackend: "onnxruntime"\nmax_batch_size: 4\ninput { name: "x" data_type: TYPE_FP32 dims: 3 }\noutput { name: "y" data_type: TYPE_FP32 dims: 3 }\n',
  pt: 'name: "m"\nbackend: "pytorch"\nmax_batch_size: 4\ninput { name: "x" data_type: TYPE_FP32 dims: 3 }\noutput { name: "y" data_type: TYPE_FP32 dims: 3 }\n',
  plan: 'name: "m"\nbackend: "tensorrt"\nmax_batch_size: 4\ninput { name: "x" data_type: TYPE_FP32 dims: 3 }\noutput { name: "y" data_type: TYPE_FP32 dims: 3 }\n',
  fil: 'name: "m"\nbackend: "fil"\nmax_batch_size: 4\ninput { name: "input__0" data_type: TYPE_FP32 dims: 3 }\noutput { name: "output__0" data_type: TYPE_FP32 dims: 1 }\nparameters { key: "model_type" value { string_value: "xgboost_json" } }\n',
  lightgbm:
    'name: "m"\nbackend: "fil"\nmax_batch_size: 4\ninput { name: "input__0" data_type: TYPE_FP32 dims: 3 }\noutput { name: "output__0" data_type: TYPE_FP32 dims: 1 }\nparameters { key: "model_type" value { string_value: "lightgbm" } }\n',
  python: 'name: "m"\nbackend: "python"\nmax_batch_size: 4\n',
  environment:
    'name: "m"\nbackend: "python"\nparameters { key: "EXECUTION_ENV_PATH" value { string_value: "$$TRITON_MODEL_DIRECTORY/env.tar.gz" } }\n',
};

type Kind = keyof typeof CONFIG;
const FILES: Record<Kind, string> = {
  onnx: '1/model.onnx',
  pt: '1/model.pt',
  plan: '1/model.plan',
  fil: '1/xgboost.json',
  lightgbm: '1/model.txt',
  python: '1/model.py',
  environment: 'env.tar.gz',
};

/** An input for `check`: a model with a hostile model file. */
function modelInput(
  kind: Kind,
  description: string,
  content: Buffer | string | ((file: string, folder: string) => unknown),
  otherFiles: Record<string, string | Buffer> = {},
): HostileInput {
  return {
    name: `${description} as ${FILES[kind]}`,
    write: (folder) => {
      writeFiles(folder, { 'm/config.pbtxt': CONFIG[kind], ...otherFiles });
      if (kind === 'environment')
        writeFiles(folder, { 'm/1/model.py': 'import numpy\nimport torch\nclass TritonPythonModel:\n    pass\n' });
      const file = path.join(folder, 'm', FILES[kind]);
      if (typeof content === 'function') content(file, folder);
      else writeFiles(folder, { [`m/${FILES[kind]}`]: content });
    },
    args: (folder) => ['check', '--instance-type=ml.g5.xlarge', '--release=25.03', folder],
  };
}

/** Repeats bytes a number of times. */
const repeatBytes = (part: Buffer, times: number): Buffer => Buffer.alloc(part.length * times, part);

const dimension = (value: bigint | number): Buffer => field(1, field(1, value));
const tensorType = (dims: Buffer, type: bigint | number = 1): Buffer =>
  field(1, Buffer.concat([field(1, type), field(2, dims)]));
const tensor = (
  name: string | Buffer,
  dims: Buffer = Buffer.concat([dimension(-1), dimension(3)]),
  type: bigint | number = 1,
): Buffer => Buffer.concat([field(1, name), field(2, tensorType(dims, type))]);
const graph = (content: Buffer): Buffer => Buffer.concat([field(1, 8), field(7, content), field(8, field(2, 17))]);
const validTensors = Buffer.concat([field(11, tensor('x')), field(12, tensor('y'))]);

const ONNX: HostileInput[] = [
  modelInput('onnx', 'an empty file', ''),
  modelInput(
    'onnx',
    'a length of 2^64',
    Buffer.from([0x3a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
  ),
  modelInput('onnx', '40,000,000 unknown fields', repeatBytes(Buffer.from([0x10, 0x01]), 40_000_000)),
  modelInput(
    'onnx',
    'an input with 5,000,000 dimensions',
    graph(Buffer.concat([field(11, tensor('x', repeatBytes(dimension(2), 5_000_000))), field(12, tensor('y'))])),
  ),
  modelInput(
    'onnx',
    'a name with escape sequences',
    graph(Buffer.concat([field(11, tensor('\u001b[2J\u202ex\n::error::')), field(12, tensor('y'))])),
  ),
  modelInput('onnx', 'weights outside of the folder', (_file, folder) => {
    const weights = [
      '../../../elsewhere/secret.txt',
      '/proc/self/environ',
      '/dev/zero',
      '',
      '.',
      '..',
      'a\0b',
      '\u001b[2J',
    ];
    const initializers = weights.map((location) =>
      field(5, Buffer.concat([field(8, 'w'), field(13, Buffer.concat([field(1, 'location'), field(2, location)]))])),
    );
    writeFiles(folder, { 'm/1/model.onnx': graph(Buffer.concat([validTensors, ...initializers])) });
  }),
  modelInput('onnx', 'a sparse file of 200 GB', (file) => createSparseFile(file, 200 * 2 ** 30)),
  modelInput('onnx', 'a string field of 4 GB', (file) =>
    createSparseFile(
      file,
      5 * 2 ** 30,
      Buffer.alloc(0),
      Buffer.concat([
        varint((7 << 3) | 2),
        varint(2 ** 32 - 1),
        varint((11 << 3) | 2),
        varint(2 ** 32 - 20),
        varint((1 << 3) | 2),
        varint(2 ** 32 - 40),
      ]),
    ),
  ),
  modelInput('onnx', 'a link to /dev/zero', (file) => createLink(file, '/dev/zero')),
  ...[1, 2, 3, 5, 9, 17, 25].map((bytes) =>
    modelInput('onnx', `a graph without its last ${bytes} bytes`, graph(validTensors).subarray(0, -bytes)),
  ),
];

/** A TorchScript archive with the source code of the model's class. */
function torchScript(
  code: string | Buffer,
  declared: DeclaredZipValues = {},
  otherEntries: ZipEntry[] = [],
  pickle = Buffer.from('\x80\x02c__torch__\nModel\nq\x00.', 'latin1'),
): Buffer {
  return zip(
    [
      { name: 'm/data.pkl', content: pickle, method: 0 },
      { name: 'm/code/__torch__.py', content: code },
      { name: 'm/constants.pkl', content: 'x' },
      ...otherEntries,
    ],
    declared,
  );
}
const classSource = (forward: string): string => `class Model(Module):\n  __parameters__ = []\n${forward}`;
const CODE = classSource('  def forward(self: __torch__.Model,\n    x: Tensor) -> Tensor:\n    return x\n');

const TORCHSCRIPT: HostileInput[] = [
  modelInput('pt', 'an empty file', ''),
  modelInput('pt', 'only the end of an archive', zip([])),
  modelInput('pt', 'code of 60 MB', torchScript(`${CODE}${'# comment\n'.repeat(6_000_000)}`)),
  modelInput(
    'pt',
    '65,535 members',
    zip(Array.from({ length: 65_535 }, (_, index) => ({ name: `m/${index}/constants.pkl`, method: 0 }))),
  ),
  modelInput('pt', 'a directory with a wrong offset', torchScript(CODE, { directoryOffset: 2 ** 32 - 2 })),
  modelInput('pt', 'a directory of 4 GB in a file of 5 GB', (file) =>
    createSparseFile(file, 5 * 2 ** 30, zip([], { count: 65_535, directoryBytes: 2 ** 32 - 2, directoryOffset: 1024 })),
  ),
  modelInput(
    'pt',
    'a zip64 locator that points after the end',
    torchScript(CODE, { beforeEnd: () => zip64End(2 ** 40, 1n, 1n, 1n) }),
  ),
  modelInput(
    'pt',
    'damaged compressed data',
    zip([{ name: 'm/data.pkl', raw: Buffer.from('not deflated') }, { name: 'm/constants.pkl' }]),
  ),
  modelInput(
    'pt',
    'names that leave the folder',
    zip([
      { name: '../../../../tmp/x/data.pkl' },
      { name: '/etc/passwd' },
      { name: 'a\0b' },
      { name: Buffer.from([0xff, 0xfe]) },
    ]),
  ),
  modelInput(
    'pt',
    'a class whose name is a regular expression',
    torchScript(CODE, {}, [], Buffer.from('\x80\x02c__torch__.(((((\n.*\n', 'latin1')),
  ),
  modelInput(
    'pt',
    'a pickle with code',
    torchScript(CODE, {}, [], Buffer.from("cos\nsystem\n(S'touch /tmp/owned'\ntR.", 'latin1')),
  ),
  modelInput(
    'pt',
    'an unclosed signature',
    torchScript(classSource(`  def forward(self,${' x: Tensor,'.repeat(2_000_000)}`)),
  ),
  ...[1, 10, 21, 22, 40, 100].map((bytes) =>
    modelInput('pt', `an archive without its last ${bytes} bytes`, torchScript(CODE).subarray(0, -bytes)),
  ),
];
/** Creates a function that writes a TensorRT engine with a hostile description, model.plan.json. */
const createEngineWriter =
  (json: string | Buffer): HostileInput['write'] =>
  (folder) =>
    writeFiles(folder, {
      'm/config.pbtxt': CONFIG.plan,
      'm/1/model.plan': 'x'.repeat(100),
      'm/1/model.plan.json': json,
    });
const ENGINE_DESCRIPTIONS: Record<string, string | Buffer> = {
  'is null': 'null',
  'is nested 100,000 deep': '['.repeat(100_000) + ']'.repeat(100_000),
  'has wrong types':
    '{"gpu":7,"computeCapability":{},"inputs":{"length":3},"outputs":[null],"profiles":[null],"deviceMemoryBytes":1e308}',
  'has unknown data types':
    '{"inputs":[{"name":"x","dataType":"__proto__","shape":[1]}],"outputs":[{"name":"y","dataType":"constructor","shape":[1]}]}',
  'has escape sequences': JSON.stringify({
    gpu: '\u001b[2J\u202e',
    computeCapability: '\u001b[31m',
    tensorRtVersion: '1.\u0007',
    image: '\u009b',
    inputs: [{ name: '\u001b[2J', dataType: 'FP32', shape: [1] }],
    outputs: [],
  }),
};

const TREES: HostileInput[] = [
  modelInput('fil', '8 MB of open braces', `"learner_model_param":{`.repeat(400_000)),
  modelInput(
    'fil',
    'numbers that exceed all types',
    '{"learner":{"learner_model_param":{"num_feature":"99999999999999999999999999","num_class":"0"}}}',
  ),
  modelInput('fil', 'a file of 100 GB', (file) => createSparseFile(file, 100 * 2 ** 30)),
  modelInput(
    'lightgbm',
    '100,000 digits and 160,000 spaces',
    `max_feature_idx=${'1'.repeat(100_000)}${' \n'.repeat(80_000)}x`,
  ),
];

const PYTHON: Record<string, string> = {
  'imports itself': 'import model\nfrom . import model\nfrom .. import model\nfrom ....................... import x\n',
  'has one import of 200,000 names': `import ${Array.from({ length: 200_000 }, (_, index) => `m${index}`).join(', ')}`,
  'has 3,000,000 open parentheses': '('.repeat(3_000_000),
  'has 4 MB of quotes': '"'.repeat(4_000_001),
  'has imports with escape sequences': 'import a\u001b[2J\nimport \u202eb\nimport no_such_module_\u0007\n',
  'calls models in 200,000 nested calls': 'def f(x):\n  pass\n' + 'InferenceRequest(model_name=f('.repeat(120_000),
  'calls a model whose name has 400,000 values':
    'InferenceRequest(model_name=a).exec()\n' + 'a = a + a\n'.repeat(400_000),
  'has NUL bytes': 'import a\0b\nclass X:\0\n'.repeat(1000),
  'has the word pip and 3,900,000 spaces': `pip${' '.repeat(3_900_000)}`,
};

const header = tarHeader({ name: 'lib/python3.10/site-packages/package/module.py' });
const ENVIRONMENTS: HostileInput[] = [
  modelInput('environment', 'a text instead of an archive', 'x'),
  modelInput('environment', 'an archive that unpacks to 64 GB', (_file, folder) => {
    const big = tarHeader({ name: 'lib/python3.10/big', bytes: 8 * 2 ** 30 - 512 });
    writeFiles(folder, {
      'm/env.tar.gz': Buffer.concat(
        Array.from({ length: 8 }, () => Buffer.concat([gzipSync(big), repeatedGzip(Buffer.alloc(1 << 26), 128)])),
      ),
    });
  }),
  modelInput('environment', '20,000,000 entries', (_file, folder) =>
    writeFiles(folder, { 'm/env.tar.gz': repeatedGzip(repeatBytes(header, 20_000), 1000) }),
  ),
  modelInput(
    'environment',
    'a pax header of 500 MB',
    gzipSync(Buffer.concat([tarHeader({ name: 'x', type: 'x', bytes: 500 << 20 }), Buffer.alloc(1 << 20)])),
  ),
  modelInput('environment', 'a link out of the folder', (file) => createLink(file, '../../elsewhere/secret.txt')),
];
export const modelFiles: HostileInput[] = [
  ...ONNX,
  ...TORCHSCRIPT,
  ...Object.entries(ENGINE_DESCRIPTIONS).map(([description, json]): HostileInput => ({
    name: `a model.plan.json that ${description}`,
    write: createEngineWriter(json),
    args: (folder) => ['check', '--instance-type=ml.g5.xlarge', '--release=25.03', folder],
  })),
  ...TREES,
  ...Object.entries(PYTHON).map(([description, code]) => modelInput('python', `code that ${description}`, code)),
  ...ENVIRONMENTS,
];
