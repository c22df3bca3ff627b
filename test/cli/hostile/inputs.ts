/** Repositories that would make a checker hang or fill its memory: each is written by code, into an empty folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';

const TENSORS = `input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
`;
const PYTHON = `backend: "python"\nmax_batch_size: 8\n${TENSORS}`;
const ENVIRONMENT = `${PYTHON}parameters { key: "EXECUTION_ENV_PATH" value { string_value: "$$TRITON_MODEL_DIRECTORY/env.tar.gz" } }\n`;
const CODE = 'import numpy\nclass TritonPythonModel:\n    def execute(self, requests): return []\n';

type Content = string | Buffer;

function write(folder: string, files: Record<string, Content>): void {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
}

/** A model of Python with further files. */
function python(folder: string, files: Record<string, Content>, config = PYTHON): void {
  write(folder, { 'm/config.pbtxt': config, 'm/1/model.py': CODE, ...files });
}

/** A model of ONNX. */
function onnx(folder: string, model: Buffer, config = TENSORS): void {
  write(folder, { 'm/config.pbtxt': `platform: "onnxruntime_onnx"\n${config}`, 'm/1/model.onnx': model });
}

/** A model of TorchScript: an archive, or what claims to be one. */
function torchScript(folder: string, archive: Buffer): void {
  write(folder, { 'm/config.pbtxt': `platform: "pytorch_libtorch"\n${TENSORS}`, 'm/1/model.pt': archive });
}

function textOf(folder: string, config: string): void {
  write(folder, { 'm/config.pbtxt': config });
}

const numbered = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** A file of a tar archive that has as many bytes as it says only where it is compressed to almost nothing. */
function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A message of protobuf in a field. */
export function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

function varint(value: number): Buffer {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

/** A zip archive; a member may be repeated, and may lie about its size. */
export function zip(members: [name: string, content: Buffer][], claimed?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of members) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claimed ?? content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}

/** What torch.jit.save writes, with the arguments of `forward`. */
function scriptWith(parameters: string): Buffer {
  const code = `class M(Module):\n  def forward(self: M,\n${parameters}) -> Tensor:\n    return x\n`;
  return zip([
    ['model/data.pkl', Buffer.from('\x80\x02c__torch__\nM\n', 'latin1')],
    ['model/constants.pkl', Buffer.alloc(4)],
    ['model/code/__torch__.py', Buffer.from(code)],
  ]);
}

/** A file with zeros that take no space on the disk. */
function sparse(file: string, bytes: number, end: Buffer = Buffer.alloc(0)): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = fs.openSync(file, 'w');
  fs.ftruncateSync(descriptor, bytes);
  fs.writeSync(descriptor, end, 0, end.length, bytes - end.length);
  fs.closeSync(descriptor);
}

function folders(folder: string, names: string[]): void {
  for (const name of names) fs.mkdirSync(path.join(folder, name), { recursive: true });
}

/** The end of a zip64 archive whose directory is all that is before it. */
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
const range = <T>(count: number, text: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => text(index));

const DIGEST = 'a'.repeat(64);

/** Each writes a repository into a folder. */
export const HOSTILE: Record<string, (folder: string) => void> = {
  'an archive of 42 MB that claims 40 GB': (folder) => {
    python(folder, {}, ENVIRONMENT);
    // Members of gzip follow each other: the zeros are compressed once.
    const zeros = gzipSync(Buffer.alloc(2 ** 30), { level: 6 });
    const file = path.join(folder, 'm', 'env.tar.gz');
    fs.writeFileSync(file, gzipSync(tarHeader('lib/python3.10/zeros', 40 * 2 ** 30)));
    for (let part = 0; part < 40; part++) fs.appendFileSync(file, zeros);
    fs.appendFileSync(file, gzipSync(Buffer.alloc(1024)));
  },
  'an archive with 2 million names': (folder) => {
    python(folder, {}, ENVIRONMENT);
    const file = path.join(folder, 'm', 'env.tar.gz');
    const headers = range(10_000, (index) =>
      tarHeader(`lib/python3.10/site-packages/m${index}${'x'.repeat(40)}.py`, 0),
    );
    const part = gzipSync(Buffer.concat(headers), { level: 1 });
    fs.writeFileSync(file, '');
    for (let repeated = 0; repeated < 200; repeated++) fs.appendFileSync(file, part);
    fs.appendFileSync(file, gzipSync(Buffer.alloc(1024)));
  },
  'ONNX of fields of two bytes, 40 MB': (folder) =>
    onnx(folder, Buffer.alloc(40_000_000, Uint8Array.from([0x08, 0x01]))),
  'ONNX with 40 MB of fields of two bytes in its graph': (folder) =>
    onnx(folder, field(7, Buffer.alloc(40_000_000, Buffer.from([0x5a, 0x00])))),
  'ONNX with a shape of 10 million dimensions': (folder) =>
    onnx(
      folder,
      field(7, field(11, field(2, field(1, field(2, Buffer.alloc(20_000_000, Uint8Array.from([0x0a, 0x00]))))))),
    ),
  'ONNX with a name of 100 MB': (folder) => onnx(folder, field(7, field(11, field(1, Buffer.alloc(100_000_000, 'x'))))),
  'ONNX with a million initializers outside of it': (folder) => {
    const one = (index: number): Buffer =>
      field(
        5,
        Buffer.concat([
          field(8, Buffer.from(`w${index}`)),
          field(13, Buffer.concat([field(1, Buffer.from('location')), field(2, Buffer.from(`w${index}.bin`))])),
        ]),
      );
    onnx(folder, field(7, Buffer.concat(Array.from({ length: 1_000_000 }, (_, index) => one(index)))));
  },
  'ONNX with 100,000 inputs, and none of them in the text': (folder) =>
    onnx(
      folder,
      field(
        7,
        Buffer.concat(
          range(100_000, (index) => `i${index}`).map((name) =>
            field(11, Buffer.concat([field(1, Buffer.from(name)), field(2, field(1, Buffer.from([0x08, 0x01])))])),
          ),
        ),
      ),
      numbered(20_000, (index) => `input { name: "j${index}" data_type: TYPE_FP32 dims: 4 }\n`),
    ),
  '300,000 preferred batch sizes': (folder) =>
    textOf(folder, `${PYTHON}dynamic_batching { preferred_batch_size: [ ${range(300_000, String).join(', ')} ] }`),
  '1,500 folders in each other': (folder) => {
    write(folder, { 'a/config.pbtxt': PYTHON });
    execFileSync('python3', [
      '-c',
      `import os\nos.chdir(${JSON.stringify(folder)})\nfor _ in range(1500):\n os.mkdir('deep'); os.chdir('deep')`,
    ]);
  },
  '1,500 folders in each other in a model': (folder) => {
    python(folder, {});
    execFileSync('python3', [
      '-c',
      `import os\nos.chdir(${JSON.stringify(path.join(folder, 'm/1'))})\nfor _ in range(1500):\n os.mkdir('deep'); os.chdir('deep')`,
    ]);
  },
  'a link to the root of the file system': (folder) => {
    python(folder, {});
    fs.symlinkSync('/', path.join(folder, 'root'));
  },
  '58 KB of TorchScript with 3 million arguments': (folder) =>
    torchScript(folder, scriptWith('    x: Tensor,\n'.repeat(3_000_000))),
  'TorchScript with an argument of 60 MB': (folder) =>
    torchScript(folder, scriptWith(`    ${'x'.repeat(6e7)}: Tensor`)),
  'TorchScript with a result of a million parts': (folder) =>
    torchScript(
      folder,
      zip([
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
    textOf(folder, `platform: "pytorch_libtorch"\n${TENSORS}`);
    sparse(path.join(folder, 'm/1/model.pt'), 8 * 2 ** 30 + 98, zip64End(8 * 2 ** 30, 1e9));
  },
  'TorchScript whose zip64 directory has 3 GB': (folder) => {
    textOf(folder, `platform: "pytorch_libtorch"\n${TENSORS}`);
    sparse(path.join(folder, 'm/1/model.pt'), 3 * 2 ** 30 + 98, zip64End(3 * 2 ** 30, 1e9));
  },
  'TorchScript with 65,000 members of one name': (folder) =>
    torchScript(
      folder,
      zip(range(65_000, () => 'model/data.pkl').map((name) => [name, Buffer.alloc(0)] as [string, Buffer])),
    ),
  'a file name that is not UTF-8': (folder) => {
    python(folder, {});
    execFileSync('python3', [
      '-c',
      `open(b${JSON.stringify(path.join(folder, 'm/1'))} + b'/caf\\xe9.txt', 'w').close()`,
    ]);
  },
  'a folder name that is not UTF-8': (folder) => {
    python(folder, {});
    execFileSync('python3', ['-c', `import os; os.mkdir(b${JSON.stringify(folder)} + b'/caf\\xe9')`]);
  },
  'a config.pbtxt of 100 MB': (folder) => textOf(folder, PYTHON + '#'.repeat(1e8)),
  'a config.pbtxt of 15 MB of inputs': (folder) =>
    textOf(
      folder,
      `backend: "python"\n${numbered(200_000, (index) => `input { name: "input${index}" data_type: TYPE_FP32 dims: 4 }\n`)}`,
    ),
  'a config.pbtxt of 15 MB of dimensions': (folder) =>
    textOf(
      folder,
      `backend: "python"\ninput { name: "x" data_type: TYPE_FP32 dims: [ ${'1,'.repeat(7_000_000)}1 ] reshape { shape: [ 1, ${'2,'.repeat(400_000)}1 ] } }\n`,
    ),
  'a product of 400,000 dimensions': (folder) =>
    textOf(
      folder,
      `backend: "python"\ninput { name: "x" data_type: TYPE_FP32 dims: [ ${'9223372036854775807,'.repeat(100_000)}1 ] reshape { shape: [ ${'9223372036854775806,'.repeat(100_000)}1 ] } }\n`,
    ),
  'a config.pbtxt with a million brackets': (folder) =>
    textOf(folder, `${PYTHON}optimization ${'{ cuda '.repeat(1_000_000)}`),
  'a config.pbtxt with a million lists': (folder) => textOf(folder, `${PYTHON}foo: ${'['.repeat(1_000_000)}`),
  'a config.pbtxt with a million unknown messages': (folder) =>
    textOf(folder, `${PYTHON}${'foo { '.repeat(1_000_000)}`),
  'a config.pbtxt with 500,000 misspelt fields': (folder) =>
    textOf(folder, PYTHON + 'max_batch_sise: 8\n'.repeat(500_000)),
  'a field of 10 MB without quotes': (folder) => textOf(folder, `${PYTHON}${'x'.repeat(1e7)}: 1`),
  'a string of 10 MB': (folder) => textOf(folder, `name: "${'x'.repeat(1e7)}"\n${PYTHON}`),
  'a string that does not end': (folder) => textOf(folder, `${PYTHON}name: "${'\\x'.repeat(5e6)}`),
  'a million parameters': (folder) =>
    textOf(
      folder,
      PYTHON +
        numbered(250_000, (index) => `parameters { key: "k${index}" value { string_value: "/opt/ml/model/m/x" } }\n`),
    ),
  '100,000 instance groups with GPUs that do not exist': (folder) =>
    textOf(folder, PYTHON + 'instance_group { kind: KIND_GPU gpus: [ -1, -2, -3 ] profile: "x" }\n'.repeat(100_000)),
  '10,000 batch inputs of 10,000 inputs': (folder) =>
    textOf(
      folder,
      PYTHON +
        numbered(
          10_000,
          (index) =>
            `input { name: "i${index}" data_type: TYPE_FP32 dims: 1 }\nbatch_input { kind: BATCH_ELEMENT_COUNT target_name: "t" data_type: TYPE_FP32 source_input: "missing${index}" }\n`,
        ),
    ),
  '50,000 control inputs': (folder) =>
    textOf(
      folder,
      `${PYTHON}sequence_batching {\n${numbered(50_000, (index) => `control_input { name: "c${index}" control { kind: CONTROL_SEQUENCE_START } }\n`)}}`,
    ),
  '50,000 warm-up inputs': (folder) =>
    textOf(
      folder,
      `${PYTHON}model_warmup { name: "w"\n${numbered(50_000, (index) => `inputs { key: "k${index}" value { data_type: TYPE_FP32 dims: 1 input_data_file: "f${index}" } }\n`)}}`,
    ),
  'PyTorch with 100,000 inputs': (folder) => {
    torchScript(folder, scriptWith(range(9_000, (index) => `    x${index}: Tensor,\n`).join('')));
    textOf(
      folder,
      `platform: "pytorch_libtorch"\n${numbered(100_000, (index) => `input { name: "a__${index}" data_type: TYPE_FP32 dims: 4 }\n`)}`,
    );
  },
  'an ensemble of 30,000 steps in a chain, backwards': (folder) =>
    write(folder, {
      'e/config.pbtxt': ensemble(
        range(30_000, (index) => step('m', [`t${30_000 - index}`], [`t${30_001 - index}`])).join(''),
      ),
      'm/config.pbtxt': PYTHON,
      'm/1/model.py': CODE,
    }),
  'an ensemble with a step of 10,000 inputs and 10,000 outputs': (folder) =>
    write(folder, {
      'e/config.pbtxt': ensemble(
        step(
          'm',
          range(10_000, (index) => `a${index}`),
          range(10_000, (index) => `b${index}`),
        ),
      ),
      'm/config.pbtxt': `backend: "python"\n${numbered(10_000, (index) => `input { name: "p${index}" data_type: TYPE_FP32 dims: 1 }\noutput { name: "q${index}" data_type: TYPE_FP32 dims: 1 }\n`)}`,
      'm/1/model.py': CODE,
    }),
  'an ensemble of 10,000 steps of models that do not exist, and 2,000 that do': (folder) =>
    write(folder, {
      'e/config.pbtxt': ensemble(
        range(10_000, (index) => step(`some-model-with-a-long-name-${index}`, ['x'], [`y${index}`])).join(''),
      ),
      ...Object.fromEntries(
        range(2_000, (index) => `some-model-with-a-name-${index}/config.pbtxt`).map((name) => [name, PYTHON]),
      ),
    }),
  'a step that names a model with 5 MB': (folder) =>
    write(folder, {
      'e/config.pbtxt': ensemble(step('x'.repeat(2_500_000), ['x'], ['y'])),
      'm/config.pbtxt': `name: "${'x'.repeat(200)}"\n${PYTHON}`,
    }),
  '1,000 ensembles in a circle': (folder) =>
    write(
      folder,
      Object.fromEntries(
        range(1_000, (index) => ensemble(step(`e${(index + 1) % 1_000}`, ['x'], ['y']))).map((text, index) => [
          `e${index}/config.pbtxt`,
          text,
        ]),
      ),
    ),
  '300 ensembles of 300 steps each, of all others': (folder) =>
    write(
      folder,
      Object.fromEntries(
        range(300, () => ensemble(range(300, (other) => step(`e${other}`, ['x'], [`y${other}`])).join(''))).map(
          (text, index) => [`e${index}/config.pbtxt`, text],
        ),
      ),
    ),
  '20,000 folders of models': (folder) =>
    folders(
      folder,
      range(20_000, (index) => `m${index}/1`),
    ),
  '10,000 models': (folder) =>
    write(folder, Object.fromEntries(range(10_000, (index) => [`m${index}/config.pbtxt`, PYTHON] as const))),
  '20,000 version folders': (folder) => {
    textOf(folder, `platform: "onnxruntime_onnx"\nversion_policy { all {} }\n${TENSORS}`);
    folders(
      path.join(folder, 'm'),
      range(20_000, (index) => String(index + 1)),
    );
    for (let version = 1; version <= 20_000; version += 5)
      fs.writeFileSync(path.join(folder, 'm', String(version), 'other.onnx'), 'x');
  },
  '50,000 versions that the policy names': (folder) =>
    python(
      folder,
      {},
      `${PYTHON}version_policy { specific { versions: [ ${range(50_000, (index) => String(index + 2)).join(', ')} ] } }`,
    ),
  '20,000 files in a model of Python that imports 9,000 modules': (folder) => {
    python(folder, { 'm/1/model.py': CODE + numbered(9_000, (index) => `import absent_${index}\n`) });
    for (let index = 0; index < 20_000; index++) fs.writeFileSync(path.join(folder, 'm/1', `f${index}.txt`), '');
  },
  'Python code of 3 GB': (folder) => {
    python(folder, {});
    sparse(path.join(folder, 'm/1/huge.py'), 3 * 2 ** 30);
  },
  'a stub of Python of 1.5 GB': (folder) => {
    python(folder, {});
    sparse(path.join(folder, 'm/triton_python_backend_stub'), 1.5 * 2 ** 30);
  },
  'Python code of 4 MB of imports in blocks': (folder) =>
    python(folder, {
      'm/1/model.py':
        CODE + numbered(2_500, (index) => `${' '.repeat(index)}class a:\n`) + 'import a.b.c.d\n'.repeat(20_000),
    }),
  'XGBoost in JSON of 3 GB': (folder) => {
    textOf(folder, `backend: "fil"\n${TENSORS}parameters { key: "model_type" value { string_value: "xgboost_json" } }`);
    sparse(path.join(folder, 'm/1/xgboost.json'), 3 * 2 ** 30);
  },
  'ONNX of 8 GB without content': (folder) => {
    textOf(folder, `platform: "onnxruntime_onnx"\n${TENSORS}`);
    sparse(path.join(folder, 'm/1/model.onnx'), 8 * 2 ** 30);
  },
  'a lock of 30 MB of files': (folder) =>
    python(folder, {
      'm/triton-model.lock': JSON.stringify({
        files: range(200_000, (index) => `1/f${index}`).map((name) => ({ path: name, bytes: 1, sha256: DIGEST })),
      }),
    }),
  'a lock with a path of 30 MB': (folder) =>
    python(folder, {
      'm/triton-model.lock': JSON.stringify({ files: [{ path: `../${'x'.repeat(3e7)}`, bytes: 1, sha256: DIGEST }] }),
    }),
  'a lock of a million brackets': (folder) =>
    python(folder, { 'm/triton-model.lock': `{"files":[{"path":${'['.repeat(1e6)}${']'.repeat(1e6)}}]}` }),
  'a lock of 100 MB': (folder) => {
    python(folder, {});
    sparse(path.join(folder, 'm/triton-model.lock'), 1e8);
  },
  'an engine with 10,000 profiles beside it': (folder) => {
    const inputs = Object.fromEntries(range(20, (index) => [`i${index}`, { min: [1], opt: [1], max: [1] }] as const));
    write(folder, {
      'm/config.pbtxt': `platform: "tensorrt_plan"\n${numbered(1_000, (index) => `instance_group { kind: KIND_GPU profile: "${index * 7}" }\n`)}`,
      'm/1/model.plan': 'x',
      'm/1/model.plan.json': JSON.stringify({ inputs: [], outputs: [], profiles: Array(800).fill(inputs) }).slice(
        0,
        1_000_000,
      ),
    });
  },
  'a pipe, a socket and links to devices': (folder) => {
    python(folder, {});
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
    python(folder, {});
    fs.symlinkSync('../..', path.join(folder, 'm/1/up'));
    fs.symlinkSync('b', path.join(folder, 'a'));
    fs.symlinkSync('a', path.join(folder, 'b'));
    fs.symlinkSync('config.pbtxt', path.join(folder, 'm/1/config.pbtxt'));
  },
  'links that double at each step': (folder) => {
    python(folder, {});
    folders(
      folder,
      range(30, (index) => `m/l${index}`),
    );
    for (let index = 0; index < 29; index++) {
      fs.symlinkSync(`../l${index + 1}`, path.join(folder, `m/l${index}/a`));
      fs.symlinkSync(`../l${index + 1}`, path.join(folder, `m/l${index}/b`));
    }
  },
  '5,000 links out of the folder': (folder) => {
    python(folder, {});
    for (let index = 0; index < 5_000; index++) fs.symlinkSync('/etc', path.join(folder, `out${index}`));
  },
};
