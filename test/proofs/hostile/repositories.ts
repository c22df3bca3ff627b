import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { base256Size, field, tarHeader, zip } from './bytes';
import { createNestedFolders, createSparseFile, writeFiles } from './files';
import { HostileInput, TRITON_CHECK } from './hostile-run';

/** Model repositories that could make a checking program hang or run out of memory. */

const TENSORS = `input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
`;
const PYTHON = `backend: "python"\nmax_batch_size: 8\n${TENSORS}`;
const ENVIRONMENT = `${PYTHON}parameters { key: "EXECUTION_ENV_PATH" value { string_value: "$$TRITON_MODEL_DIRECTORY/env.tar.gz" } }\n`;
const CODE = 'import numpy\nclass TritonPythonModel:\n    def execute(self, requests): return []\n';

/** Writes a model of the Python backend with additional files. */
function writePythonModel(folder: string, files: Record<string, string | Buffer>, config = PYTHON): void {
  writeFiles(folder, { 'm/config.pbtxt': config, 'm/1/model.py': CODE, ...files });
}

/** Writes an ONNX model. */
function writeOnnxModel(folder: string, model: Buffer, config = TENSORS): void {
  writeFiles(folder, { 'm/config.pbtxt': `platform: "onnxruntime_onnx"\n${config}`, 'm/1/model.onnx': model });
}

/** Writes a TorchScript model, whose archive may be invalid. */
function writeTorchScriptModel(folder: string, archive: Buffer): void {
  writeFiles(folder, { 'm/config.pbtxt': `platform: "pytorch_libtorch"\n${TENSORS}`, 'm/1/model.pt': archive });
}

/** Writes only the configuration of a model. */
function writeConfig(folder: string, config: string): void {
  writeFiles(folder, { 'm/config.pbtxt': config });
}

/** Joins the texts for the indexes from 0 to the count (exclusive). */
const repeatText = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** A zip archive that contains members, whose declared size may be incorrect. */
function zipOf(members: [name: string, content: Buffer][], claimedBytes?: number): Buffer {
  return zip(members.map(([name, content]) => ({ name, content, claimedBytes })));
}

/** A TorchScript archive in the format of `torch.jit.save`. `parameters` are those of the method `forward`. */
function scriptWith(parameters: string): Buffer {
  const code = `class M(Module):\n  def forward(self: M,\n${parameters}) -> Tensor:\n    return x\n`;
  return zipOf([
    ['model/data.pkl', Buffer.from('\x80\x02c__torch__\nM\n', 'latin1')],
    ['model/constants.pkl', Buffer.alloc(4)],
    ['model/code/__torch__.py', Buffer.from(code)],
  ]);
}

function createFolders(folder: string, names: string[]): void {
  for (const name of names) fs.mkdirSync(path.join(folder, name), { recursive: true });
}

/** The end records of a zip64 archive whose directory contains all bytes before the end. */
function zip64End(bytes: number, count: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  [count, bytes, 0].forEach((value, index) => end.writeBigUInt64LE(BigInt(value), 32 + 8 * index));
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(bytes), 64);
  end.writeUInt32LE(0x06054b50, 76);
  return end;
}

const ensemble = (steps: string, tensors = TENSORS): string =>
  `platform: "ensemble"\nmax_batch_size: 8\n${tensors}ensemble_scheduling {\n${steps}}\n`;
const step = (model: string, inputs: string[], outputs: string[]): string =>
  `step { model_name: "${model}" model_version: -1 ` +
  inputs.map((name, index) => `input_map { key: "x${index}" value: "${name}" } `).join('') +
  outputs.map((name, index) => `output_map { key: "y${index}" value: "${name}" } `).join('') +
  '}\n';
/** Creates an item for each index from 0 to the count (exclusive). */
const repeatItem = <T>(count: number, createItem: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => createItem(index));

const DIGEST = 'a'.repeat(64);

/** Functions that write a hostile model repository to a folder. */
export const REPOSITORIES: Record<string, (folder: string) => void> = {
  'an archive of 42 MB that claims 40 GB': (folder) => {
    writePythonModel(folder, {}, ENVIRONMENT);
    // The same compressed gzip member is written repeatedly, so that the zeros are compressed only once.
    const zeros = gzipSync(Buffer.alloc(2 ** 30), { level: 6 });
    const file = path.join(folder, 'm', 'env.tar.gz');
    fs.writeFileSync(
      file,
      gzipSync(tarHeader({ name: 'lib/python3.10/zeros', sizeField: base256Size(40n * 2n ** 30n) })),
    );
    for (let part = 0; part < 40; part++) fs.appendFileSync(file, zeros);
    fs.appendFileSync(file, gzipSync(Buffer.alloc(1024)));
  },
  'an archive with 2 million names': (folder) => {
    writePythonModel(folder, {}, ENVIRONMENT);
    const file = path.join(folder, 'm', 'env.tar.gz');
    const headers = repeatItem(10_000, (index) =>
      tarHeader({ name: `lib/python3.10/site-packages/m${index}${'x'.repeat(40)}.py` }),
    );
    const part = gzipSync(Buffer.concat(headers), { level: 1 });
    fs.writeFileSync(file, '');
    for (let repeated = 0; repeated < 200; repeated++) fs.appendFileSync(file, part);
    fs.appendFileSync(file, gzipSync(Buffer.alloc(1024)));
  },
  'ONNX with 40 MB of fields of two bytes': (folder) =>
    writeOnnxModel(folder, Buffer.alloc(40_000_000, Uint8Array.from([0x08, 0x01]))),
  'ONNX with 40 MB of fields of two bytes in its graph': (folder) =>
    writeOnnxModel(folder, field(7, Buffer.alloc(40_000_000, Buffer.from([0x5a, 0x00])))),
  'ONNX with a shape of 10 million dimensions': (folder) =>
    writeOnnxModel(
      folder,
      field(7, field(11, field(2, field(1, field(2, Buffer.alloc(20_000_000, Uint8Array.from([0x0a, 0x00]))))))),
    ),
  'ONNX with a name of 100 MB': (folder) =>
    writeOnnxModel(folder, field(7, field(11, field(1, Buffer.alloc(100_000_000, 'x'))))),
  'ONNX with a million initializers in other files': (folder) => {
    const initializer = (index: number): Buffer =>
      field(
        5,
        Buffer.concat([
          field(8, Buffer.from(`w${index}`)),
          field(13, Buffer.concat([field(1, Buffer.from('location')), field(2, Buffer.from(`w${index}.bin`))])),
        ]),
      );
    writeOnnxModel(
      folder,
      field(7, Buffer.concat(Array.from({ length: 1_000_000 }, (_, index) => initializer(index)))),
    );
  },
  'ONNX with 100,000 inputs, none of them in config.pbtxt': (folder) =>
    writeOnnxModel(
      folder,
      field(
        7,
        Buffer.concat(
          repeatItem(100_000, (index) => `i${index}`).map((name) =>
            field(11, Buffer.concat([field(1, Buffer.from(name)), field(2, field(1, Buffer.from([0x08, 0x01])))])),
          ),
        ),
      ),
      repeatText(20_000, (index) => `input { name: "j${index}" data_type: TYPE_FP32 dims: 4 }\n`),
    ),
  '300,000 preferred batch sizes': (folder) =>
    writeConfig(
      folder,
      `${PYTHON}dynamic_batching { preferred_batch_size: [ ${repeatItem(300_000, String).join(', ')} ] }`,
    ),
  '1,500 nested folders': (folder) => {
    writeFiles(folder, { 'a/config.pbtxt': PYTHON });
    createNestedFolders(folder, 1_500);
  },
  '1,500 nested folders in a model': (folder) => {
    writePythonModel(folder, {});
    createNestedFolders(path.join(folder, 'm/1'), 1_500);
  },
  'a link to the root of the file system': (folder) => {
    writePythonModel(folder, {});
    fs.symlinkSync('/', path.join(folder, 'root'));
  },
  '58 KB of TorchScript with 3 million arguments': (folder) =>
    writeTorchScriptModel(folder, scriptWith('    x: Tensor,\n'.repeat(3_000_000))),
  'TorchScript with an argument of 60 MB': (folder) =>
    writeTorchScriptModel(folder, scriptWith(`    ${'x'.repeat(6e7)}: Tensor`)),
  'TorchScript with a result of a million parts': (folder) =>
    writeTorchScriptModel(
      folder,
      zipOf([
        ['model/data.pkl', Buffer.from('\x80\x02c__torch__\nM\n', 'latin1')],
        ['model/constants.pkl', Buffer.alloc(4)],
        [
          'model/code/__torch__.py',
          Buffer.from(
            `class M(Module):\n  def forward(self: M, x: Tensor) -> Tuple[${'Tensor, '.repeat(1_000_000)}]:\n`,
          ),
        ],
      ]),
    ),
  'TorchScript whose zip64 directory has 8 GB': (folder) => {
    writeConfig(folder, `platform: "pytorch_libtorch"\n${TENSORS}`);
    createSparseFile(path.join(folder, 'm/1/model.pt'), 8 * 2 ** 30 + 98, zip64End(8 * 2 ** 30, 1e9));
  },
  'TorchScript whose zip64 directory has 3 GB': (folder) => {
    writeConfig(folder, `platform: "pytorch_libtorch"\n${TENSORS}`);
    createSparseFile(path.join(folder, 'm/1/model.pt'), 3 * 2 ** 30 + 98, zip64End(3 * 2 ** 30, 1e9));
  },
  'TorchScript with 65,000 members with one name': (folder) =>
    writeTorchScriptModel(
      folder,
      zipOf(repeatItem(65_000, () => 'model/data.pkl').map((name) => [name, Buffer.alloc(0)] as [string, Buffer])),
    ),
  'a file name that is not UTF-8': (folder) => {
    writePythonModel(folder, {});
    execFileSync('python3', [
      '-c',
      `open(b${JSON.stringify(path.join(folder, 'm/1'))} + b'/caf\\xe9.txt', 'w').close()`,
    ]);
  },
  'a folder name that is not UTF-8': (folder) => {
    writePythonModel(folder, {});
    execFileSync('python3', ['-c', `import os; os.mkdir(b${JSON.stringify(folder)} + b'/caf\\xe9')`]);
  },
  'a config.pbtxt of 100 MB': (folder) => writeConfig(folder, PYTHON + '#'.repeat(1e8)),
  'a config.pbtxt of 15 MB of inputs': (folder) =>
    writeConfig(
      folder,
      `backend: "python"\n${repeatText(200_000, (index) => `input { name: "input${index}" data_type: TYPE_FP32 dims: 4 }\n`)}`,
    ),
  'a config.pbtxt of 15 MB of dimensions': (folder) =>
    writeConfig(
      folder,
      `backend: "python"\ninput { name: "x" data_type: TYPE_FP32 dims: [ ${'1,'.repeat(7_000_000)}1 ] reshape { shape: [ 1, ${'2,'.repeat(400_000)}1 ] } }\n`,
    ),
  'a product of 100,000 dimensions': (folder) =>
    writeConfig(
      folder,
      `backend: "python"\ninput { name: "x" data_type: TYPE_FP32 dims: [ ${'9223372036854775807,'.repeat(100_000)}1 ] reshape { shape: [ ${'9223372036854775806,'.repeat(100_000)}1 ] } }\n`,
    ),
  'a config.pbtxt with a million brackets': (folder) =>
    writeConfig(folder, `${PYTHON}optimization ${'{ cuda '.repeat(1_000_000)}`),
  'a config.pbtxt with a million lists': (folder) => writeConfig(folder, `${PYTHON}foo: ${'['.repeat(1_000_000)}`),
  'a config.pbtxt with a million unknown messages': (folder) =>
    writeConfig(folder, `${PYTHON}${'foo { '.repeat(1_000_000)}`),
  'a config.pbtxt with 500,000 misspelled fields': (folder) =>
    writeConfig(folder, PYTHON + 'max_batch_sise: 8\n'.repeat(500_000)),
  'a field name of 10 MB': (folder) => writeConfig(folder, `${PYTHON}${'x'.repeat(1e7)}: 1`),
  'a string of 10 MB': (folder) => writeConfig(folder, `name: "${'x'.repeat(1e7)}"\n${PYTHON}`),
  'a string that does not end': (folder) => writeConfig(folder, `${PYTHON}name: "${'\\x'.repeat(5e6)}`),
  '250,000 parameters': (folder) =>
    writeConfig(
      folder,
      PYTHON +
        repeatText(250_000, (index) => `parameters { key: "k${index}" value { string_value: "/opt/ml/model/m/x" } }\n`),
    ),
  '100,000 instance groups with GPUs that do not exist': (folder) =>
    writeConfig(
      folder,
      PYTHON + 'instance_group { kind: KIND_GPU gpus: [ -1, -2, -3 ] profile: "x" }\n'.repeat(100_000),
    ),
  '10,000 inputs and 10,000 batch inputs': (folder) =>
    writeConfig(
      folder,
      PYTHON +
        repeatText(
          10_000,
          (index) =>
            `input { name: "i${index}" data_type: TYPE_FP32 dims: 1 }\nbatch_input { kind: BATCH_ELEMENT_COUNT target_name: "t" data_type: TYPE_FP32 source_input: "missing${index}" }\n`,
        ),
    ),
  '50,000 control inputs': (folder) =>
    writeConfig(
      folder,
      `${PYTHON}sequence_batching {\n${repeatText(50_000, (index) => `control_input { name: "c${index}" control { kind: CONTROL_SEQUENCE_START } }\n`)}}`,
    ),
  '50,000 warm-up inputs': (folder) =>
    writeConfig(
      folder,
      `${PYTHON}model_warmup { name: "w"\n${repeatText(50_000, (index) => `inputs { key: "k${index}" value { data_type: TYPE_FP32 dims: 1 input_data_file: "f${index}" } }\n`)}}`,
    ),
  'TorchScript with 9,000 inputs, and 100,000 inputs in config.pbtxt': (folder) => {
    writeTorchScriptModel(folder, scriptWith(repeatItem(9_000, (index) => `    x${index}: Tensor,\n`).join('')));
    writeConfig(
      folder,
      `platform: "pytorch_libtorch"\n${repeatText(100_000, (index) => `input { name: "a__${index}" data_type: TYPE_FP32 dims: 4 }\n`)}`,
    );
  },
  'an ensemble of a chain of 30,000 steps in reverse order': (folder) =>
    writeFiles(folder, {
      'e/config.pbtxt': ensemble(
        repeatItem(30_000, (index) => step('m', [`t${30_000 - index}`], [`t${30_001 - index}`])).join(''),
      ),
      'm/config.pbtxt': PYTHON,
      'm/1/model.py': CODE,
    }),
  'an ensemble with a step of 10,000 inputs and 10,000 outputs': (folder) =>
    writeFiles(folder, {
      'e/config.pbtxt': ensemble(
        step(
          'm',
          repeatItem(10_000, (index) => `a${index}`),
          repeatItem(10_000, (index) => `b${index}`),
        ),
      ),
      'm/config.pbtxt': `backend: "python"\n${repeatText(10_000, (index) => `input { name: "p${index}" data_type: TYPE_FP32 dims: 1 }\noutput { name: "q${index}" data_type: TYPE_FP32 dims: 1 }\n`)}`,
      'm/1/model.py': CODE,
    }),
  'an ensemble of 10,000 missing models, next to 2,000 models with similar names': (folder) =>
    writeFiles(folder, {
      'e/config.pbtxt': ensemble(
        repeatItem(10_000, (index) => step(`some-model-with-a-long-name-${index}`, ['x'], [`y${index}`])).join(''),
      ),
      ...Object.fromEntries(
        repeatItem(2_000, (index) => `some-model-with-a-name-${index}/config.pbtxt`).map((name) => [name, PYTHON]),
      ),
    }),
  'a step with a model name of 2.5 MB': (folder) =>
    writeFiles(folder, {
      'e/config.pbtxt': ensemble(step('x'.repeat(2_500_000), ['x'], ['y'])),
      'm/config.pbtxt': `name: "${'x'.repeat(200)}"\n${PYTHON}`,
    }),
  '1,000 ensembles in a circle': (folder) =>
    writeFiles(
      folder,
      Object.fromEntries(
        repeatItem(1_000, (index) => ensemble(step(`e${(index + 1) % 1_000}`, ['x'], ['y']))).map((text, index) => [
          `e${index}/config.pbtxt`,
          text,
        ]),
      ),
    ),
  '300 ensembles that each call all 300 ensembles': (folder) =>
    writeFiles(
      folder,
      Object.fromEntries(
        repeatItem(300, () =>
          ensemble(repeatItem(300, (other) => step(`e${other}`, ['x'], [`y${other}`])).join('')),
        ).map((text, index) => [`e${index}/config.pbtxt`, text]),
      ),
    ),
  '20,000 model folders': (folder) =>
    createFolders(
      folder,
      repeatItem(20_000, (index) => `m${index}/1`),
    ),
  '10,000 models': (folder) =>
    writeFiles(folder, Object.fromEntries(repeatItem(10_000, (index) => [`m${index}/config.pbtxt`, PYTHON] as const))),
  '20,000 version folders': (folder) => {
    writeConfig(folder, `platform: "onnxruntime_onnx"\nversion_policy { all {} }\n${TENSORS}`);
    createFolders(
      path.join(folder, 'm'),
      repeatItem(20_000, (index) => String(index + 1)),
    );
    for (let version = 1; version <= 20_000; version += 5)
      fs.writeFileSync(path.join(folder, 'm', String(version), 'other.onnx'), 'x');
  },
  '50,000 versions in the version policy': (folder) =>
    writePythonModel(
      folder,
      {},
      `${PYTHON}version_policy { specific { versions: [ ${repeatItem(50_000, (index) => String(index + 2)).join(', ')} ] } }`,
    ),
  '20,000 files in a Python model that imports 9,000 modules': (folder) => {
    writePythonModel(folder, { 'm/1/model.py': CODE + repeatText(9_000, (index) => `import absent_${index}\n`) });
    for (let index = 0; index < 20_000; index++) fs.writeFileSync(path.join(folder, 'm/1', `f${index}.txt`), '');
  },
  'Python code of 3 GB': (folder) => {
    writePythonModel(folder, {});
    createSparseFile(path.join(folder, 'm/1/huge.py'), 3 * 2 ** 30);
  },
  'a Python stub of 1.5 GB': (folder) => {
    writePythonModel(folder, {});
    createSparseFile(path.join(folder, 'm/triton_python_backend_stub'), 1.5 * 2 ** 30);
  },
  'Python code of 4 MB of imports in blocks': (folder) =>
    writePythonModel(folder, {
      'm/1/model.py':
        CODE + repeatText(2_500, (index) => `${' '.repeat(index)}class a:\n`) + 'import a.b.c.d\n'.repeat(20_000),
    }),
  'XGBoost JSON of 3 GB': (folder) => {
    writeConfig(
      folder,
      `backend: "fil"\n${TENSORS}parameters { key: "model_type" value { string_value: "xgboost_json" } }`,
    );
    createSparseFile(path.join(folder, 'm/1/xgboost.json'), 3 * 2 ** 30);
  },
  'a sparse ONNX file of 8 GB': (folder) => {
    writeConfig(folder, `platform: "onnxruntime_onnx"\n${TENSORS}`);
    createSparseFile(path.join(folder, 'm/1/model.onnx'), 8 * 2 ** 30);
  },
  'a lock of 30 MB of files': (folder) =>
    writePythonModel(folder, {
      'm/triton-model.lock': JSON.stringify({
        files: repeatItem(200_000, (index) => `1/f${index}`).map((name) => ({ path: name, bytes: 1, sha256: DIGEST })),
      }),
    }),
  'a lock with a path of 30 MB': (folder) =>
    writePythonModel(folder, {
      'm/triton-model.lock': JSON.stringify({ files: [{ path: `../${'x'.repeat(3e7)}`, bytes: 1, sha256: DIGEST }] }),
    }),
  'a lock of a million brackets': (folder) =>
    writePythonModel(folder, { 'm/triton-model.lock': `{"files":[{"path":${'['.repeat(1e6)}${']'.repeat(1e6)}}]}` }),
  'a lock of 100 MB': (folder) => {
    writePythonModel(folder, {});
    createSparseFile(path.join(folder, 'm/triton-model.lock'), 1e8);
  },
  'an engine whose description has 800 profiles': (folder) => {
    const inputs = Object.fromEntries(
      repeatItem(20, (index) => [`i${index}`, { min: [1], opt: [1], max: [1] }] as const),
    );
    writeFiles(folder, {
      'm/config.pbtxt': `platform: "tensorrt_plan"\n${repeatText(1_000, (index) => `instance_group { kind: KIND_GPU profile: "${index * 7}" }\n`)}`,
      'm/1/model.plan': 'x',
      'm/1/model.plan.json': JSON.stringify({ inputs: [], outputs: [], profiles: Array(800).fill(inputs) }).slice(
        0,
        1_000_000,
      ),
    });
  },
  'a pipe, a socket and links to devices': (folder) => {
    writePythonModel(folder, {});
    spawnSync(
      'mkfifo',
      ['1/model.onnx', 'triton-model.lock', 'config.pbtxt.pipe'].map((name) => path.join(folder, 'm', name)),
    );
    spawnSync('mkfifo', [path.join(folder, 'pipe')]);
    fs.mkdirSync(path.join(folder, 'n/1'), { recursive: true });
    spawnSync('mkfifo', [path.join(folder, 'n/config.pbtxt')]);
    fs.mkdirSync(path.join(folder, 'z/1'), { recursive: true });
    fs.symlinkSync('/dev/zero', path.join(folder, 'z/config.pbtxt'));
    fs.symlinkSync('/dev/zero', path.join(folder, 'z/1/model.onnx'));
  },
  'links in a circle': (folder) => {
    writePythonModel(folder, {});
    fs.symlinkSync('../..', path.join(folder, 'm/1/up'));
    fs.symlinkSync('b', path.join(folder, 'a'));
    fs.symlinkSync('a', path.join(folder, 'b'));
    fs.symlinkSync('config.pbtxt', path.join(folder, 'm/1/config.pbtxt'));
  },
  'links that double at each step': (folder) => {
    writePythonModel(folder, {});
    createFolders(
      folder,
      repeatItem(30, (index) => `m/l${index}`),
    );
    for (let index = 0; index < 29; index++) {
      fs.symlinkSync(`../l${index + 1}`, path.join(folder, `m/l${index}/a`));
      fs.symlinkSync(`../l${index + 1}`, path.join(folder, `m/l${index}/b`));
    }
  },
  '5,000 links to paths outside of the folder': (folder) => {
    writePythonModel(folder, {});
    for (let index = 0; index < 5_000; index++) fs.symlinkSync('/etc', path.join(folder, `out${index}`));
  },
};

export const repositories: HostileInput[] = Object.entries(REPOSITORIES).map(([name, write]) => ({
  name: `a repository with ${name}`,
  write,
  args: (folder) => [folder],
  program: TRITON_CHECK,
}));
