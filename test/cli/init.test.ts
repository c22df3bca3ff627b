import fsModule, * as fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import * as path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import * as assertions from 'aws-cdk-lib/assertions';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import { findModel } from '../../cli/init/find-model';
import { InitOptions, runInit } from '../../cli/init/run-init';
import { parseTensors } from '../../cli/init/tensors';
import * as library from '../../lib';
import packageJson from '../../package.json';
import { folderWith } from '../model/folders';

const MODELS = path.join(__dirname, '..', '..', 'model-artifacts');
const ONNX = path.join(MODELS, 'image-classifier', 'onnx', '1', 'model.onnx');
const TORCHSCRIPT = path.join(MODELS, 'image-classifier', 'torchscript');
const TENSORS = 'FP32[-1,3,32,32] -> FP32[-1,10]';

let workFolder: string;
let app: string;
beforeEach(() => {
  workFolder = folderWith({});
  app = path.join(workFolder, 'app');
});

const write = (options: Partial<InitOptions> & { model: string }): string =>
  runInit({ language: 'typescript', output: app, ...options });
const read = (file: string): string => fs.readFileSync(path.join(app, file), 'utf8');

/** Creates a repository with two models: an ensemble, and a model that only the ensemble uses. */
function createRepository(): string {
  const folder = path.join(workFolder, 'repository');
  const io = (input: string, output: string): string =>
    `input { name: "${input}" data_type: TYPE_STRING dims: [1] }\noutput { name: "${output}" data_type: TYPE_FP32 dims: [-1] }\n`;
  const step =
    'ensemble_scheduling { step { model_name: "member" model_version: -1 input_map { key: "text" value: "query" } output_map { key: "scores" value: "answer" } } }';
  for (const [name, config] of [
    ['member', `backend: "python"\nmax_batch_size: 8\n${io('text', 'scores')}`],
    ['search', `platform: "ensemble"\nmax_batch_size: 8\n${io('query', 'answer')}${step}`],
  ]) {
    fs.mkdirSync(path.join(folder, name, '1'), { recursive: true });
    fs.writeFileSync(path.join(folder, name, 'config.pbtxt'), config);
  }
  fs.writeFileSync(path.join(folder, 'member', '1', 'model.py'), 'class TritonPythonModel:\n    pass\n');
  return folder;
}

/** Creates a model file in a folder whose name contains a space. */
function createOnnxFile(): string {
  const file = path.join(workFolder, 'the model', 'bert.onnx');
  fs.mkdirSync(path.dirname(file));
  fs.copyFileSync(ONNX, file);
  return file;
}

/** Loads a module of the written app in this process. The app imports the sources of this library instead of the package. */
// oxlint-disable-next-line typescript/no-explicit-any -- exports of any module
function load(file: string): any {
  const sourceFile = path.join(app, `${file}.ts`);
  const source = transpile(fs.readFileSync(sourceFile, 'utf8'), {
    module: ModuleKind.CommonJS,
    target: ScriptTarget.ES2022,
  });
  const packages: Record<string, unknown> = {
    'aws-cdk-lib': cdk,
    'aws-cdk-lib/assertions': assertions,
    'cdk-sagemaker-triton': library,
  };
  const requireFromTests = createRequire(__filename);
  const module = { exports: {} };
  const requireForApp = (name: string): unknown =>
    packages[name] ?? (name.startsWith('./') ? load(path.join(file, '..', name)) : requireFromTests(name));
  const runTestImmediately = (_: string, check: () => void): void => check();
  new Function('require', 'module', 'exports', '__dirname', 'test', source)(
    requireForApp,
    module,
    module.exports,
    app,
    runTestImmediately,
  );
  return module.exports;
}

test('for an ONNX file, writes an app with the tensors, the batch size and an example request, and the test of the app passes', () => {
  const file = path.join(workFolder, 'my classifier.onnx');
  fs.copyFileSync(ONNX, file);
  write({ model: file });
  const { model } = load('model') as { model: library.TritonModel };
  expect([model.name, model.backend, model.maxBatchSize]).toEqual(['my-classifier', library.Backend.ONNXRUNTIME, 4]);
  expect(model.inputs.map(({ name, dims }) => [name, dims])).toEqual([['image', [3, 32, 32]]]);
  expect(model.outputs.map(({ name, dims }) => [name, dims])).toEqual([['scores', [10]]]);
  expect(model.examples[0].request.inputs[0]).toMatchObject({ name: 'image', datatype: 'FP32', shape: [1, 3, 32, 32] });
  load('serving-stack.test');
  expect(read('app.ts')).toContain("'MyClassifierServing'");
  expect(JSON.parse(read('package.json')).name).toBe('my-classifier-endpoint');
});

test('a Python app defines the model of the ONNX file', () => {
  write({ model: ONNX, language: 'python' });
  expect(read('model.py')).toContain(`model = TritonModel(
    name="onnx",
    backend=Backend.ONNXRUNTIME,
    files=ModelFiles.from_directory(str(HERE / "${path.relative(app, path.join(MODELS, 'image-classifier', 'onnx'))}")),
    max_batch_size=4,
    inputs=[Tensor.fp32("image", [3, 32, 32])],
    outputs=[Tensor.fp32("scores", [10])],
    examples=[ModelExample.from_file(str(HERE / "${path.relative(app, path.join(MODELS, 'image-classifier', 'onnx.example.json'))}"))],
)
`);
  expect(fs.readdirSync(app)).not.toContain('example.json');
  expect(fs.readdirSync(app)).toEqual(expect.arrayContaining(['.gitignore', 'app.py', 'requirements.txt']));
});

test('a TypeScript app is type-checked during synthesis, because tsx would ignore a misspelled property', () => {
  write({ model: ONNX });
  expect(JSON.parse(read('cdk.json')).app).toBe('npx tsc && npx tsx app.ts');
});

test('for a TorchScript file, reads the names of the inputs from the file, and the types and shapes from --tensors', () => {
  const output = write({ model: TORCHSCRIPT, tensors: TENSORS });
  expect(read('model.ts')).toContain("inputs: [Tensor.fp32('image', [3, 32, 32])],");
  // torchscript.example.json names the tensors as the config.pbtxt of a different folder does.
  expect(output).toContain(
    'The app does not use the examples next to the model:\n  - examples[0].request.inputs[0].name',
  );
  expect(read('model.ts')).toContain("ModelExample.fromFile(path.join(__dirname, 'example.json'))");
  expect(read('model.ts')).toContain("outputs: [Tensor.fp32('OUTPUT__0', [10])],");
  load('serving-stack.test');
});

test('for a repository, uses its config.pbtxt files, and serves the model that no other model uses', () => {
  write({ model: createRepository() });
  const { model } = load('model') as { model: library.TritonModel };
  expect([model.name, model.members.map(({ name }) => name)]).toEqual(['search', ['member']]);
  expect(read('model.ts')).toContain('// input query: BYTES [1]\n// output answer: FP32 [-1]\n');
  expect(model.examples[0].request).toEqual({
    inputs: [{ name: 'query', datatype: 'BYTES', shape: [1, 1], data: ['text'] }],
  });
});

test('a model whose request the endpoint would not accept has no example request', () => {
  const folder = path.join(workFolder, 'large');
  const describe = (dims: string): void => {
    const io = (direction: string): string => `${direction} { name: "x" data_type: TYPE_FP32 dims: [${dims}] }\n`;
    fs.writeFileSync(path.join(folder, 'config.pbtxt'), `backend: "python"\n${io('input')}${io('output')}`);
  };
  fs.mkdirSync(path.join(folder, '1'), { recursive: true });
  fs.writeFileSync(path.join(folder, '1', 'model.py'), 'class TritonPythonModel:\n    pass\n');
  describe('100000, 100000');
  expect(write({ model: folder })).toContain('It has no example request: the smoke test sends zeros.');
  expect(fs.existsSync(path.join(app, 'example.json'))).toBe(false);
  describe('3, 512, 512');
  write({ model: folder, output: path.join(workFolder, 'image') });
  expect(fs.existsSync(path.join(workFolder, 'image', 'example.json'))).toBe(true);
});

test('a model file with another name is the model file of the app, and config.pbtxt counts as for the library', () => {
  const folder = path.join(workFolder, 'net1');
  fs.mkdirSync(path.join(folder, '1'), { recursive: true });
  fs.copyFileSync(ONNX, path.join(folder, '1', 'net.onnx'));
  write({ model: folder });
  const { model } = load('model') as { model: library.TritonModel };
  expect([model.config.toJson().default_model_filename, model.validate()]).toEqual(['net.onnx', []]);
  fs.writeFileSync(path.join(folder, 'config.pbtxt'), 'backend: "onnxruntime" default_model_filename: "net.onnx"');
  expect(findModel(path.join(folder, '1', 'net.onnx'))).toEqual({ kind: 'configured', path: folder });
});

test('--name selects a model of a repository', () => {
  write({ model: createRepository(), name: 'member' });
  expect(load('model').model.name).toBe('member');
});

test('a TorchScript file requires --tensors', () => {
  expect(() => write({ model: TORCHSCRIPT })).toThrow(/--tensors is missing: types and shapes of forward\(/);
});

test.each([
  ['a file that does not exist', 'nothing.onnx', /nothing\.onnx does not exist/],
  [
    'a file of a different kind',
    path.join(MODELS, 'README.md'),
    /allowed: an ONNX file \(\.onnx\), a TorchScript file/,
  ],
  ['a folder without a model', MODELS, /not exactly one ONNX \(\.onnx\) or TorchScript \(\.pt\) file/],
])('%s is rejected', (_, model, message) => {
  expect(() => findModel(model)).toThrow(message);
});

test('a model that Triton would not load is rejected', () => {
  const folder = createRepository();
  fs.rmSync(path.join(folder, 'member'), { recursive: true });
  expect(() => write({ model: folder })).toThrow(/Triton would not load .*\n {2}- .*member/s);
  expect(fs.existsSync(app)).toBe(false);
});

test('an untrusted tensor name does not become code of the app', () => {
  const folder = path.join(workFolder, 'hostile');
  fs.mkdirSync(path.join(folder, '1'), { recursive: true });
  fs.writeFileSync(path.join(folder, '1', 'model.py'), 'class TritonPythonModel:\n    pass\n');
  const io = (direction: string): string =>
    `${direction} { name: "x\\nthrow 1;\\u2028throw 2;" data_type: TYPE_FP32 dims: [1] }\n`;
  fs.writeFileSync(path.join(folder, 'config.pbtxt'), `backend: "python"\n${io('input')}${io('output')}`);
  write({ model: folder });
  expect(read('model.ts').split('\n')).toContainEqual(
    expect.stringMatching(/^\/\/ input x\\u000athrow 1;.*: FP32 \[1\]$/),
  );
  expect(load('model').model.name).toBe('hostile');
});

test.each([
  ['typescript', /in package\.json, replace the version of cdk-sagemaker-triton with file:/],
  ['python', /in requirements\.txt, replace cdk-sagemaker-triton~=0\.0\.0 with/],
] as const)(
  'with an unreleased version of this library, the output explains how to use a local package: %s',
  (language, note) => {
    expect(write({ model: createOnnxFile(), language })).toMatch(note);
  },
);

test('an existing app folder is rejected, and does not change', () => {
  fs.mkdirSync(app);
  fs.writeFileSync(path.join(app, 'model.ts'), 'mine');
  expect(() => write({ model: ONNX })).toThrow(/--output: .*app exists/);
  expect([fs.readdirSync(app), read('model.ts')]).toEqual([['model.ts'], 'mine']);
});

test('if the disk is full, the command leaves no files', () => {
  const { writeFileSync } = fsModule;
  const writeSpy = jest.spyOn(fsModule, 'writeFileSync').mockImplementation((file, ...rest) => {
    if (String(file).endsWith('package.json')) throw new Error('ENOSPC: no space left on device');
    writeFileSync(file, ...rest);
  });
  syncBuiltinESMExports();
  try {
    expect(() => write({ model: ONNX })).toThrow('ENOSPC');
  } finally {
    writeSpy.mockRestore();
    syncBuiltinESMExports();
  }
  expect(fs.readdirSync(workFolder)).toEqual([]);
});

test.each([
  ['ids=INT64[-1,-1], mask=INT64[-1,-1] -> FP32[-1,2]', ['ids', 'mask'], ['OUTPUT__0']],
  ['BYTES[-1], FP16[3] -> a=FP32[], BOOL[1]', ['INPUT__0', 'INPUT__1'], ['a', 'OUTPUT__1']],
])('--tensors %s defines the names of inputs and outputs', (text, inputs, outputs) => {
  const tensors = parseTensors(text);
  expect(tensors.inputs.map(({ name }) => name)).toEqual(inputs);
  expect(tensors.outputs.map(({ name }) => name)).toEqual(outputs);
});

test.each(['FP32[3]', 'FP33[3] -> FP32[3]', 'FP32[0] -> FP32[3]', 'FP32 -> FP32', 'FP32[1.5] -> FP32[3]'])(
  '--tensors %s is rejected',
  (text) =>
    expect(() => parseTensors(text)).toThrow(/--tensors: got .*such as 'FP32\[-1,3,224,224\] -> FP32\[-1,1000\]'/),
);

test('the written apps require the same versions of dependencies as the library', () => {
  write({ model: ONNX });
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const { version, peerDependencies, devDependencies: devDependenciesOfLibrary } = packageJson;
  expect(dependencies).toEqual({ ...peerDependencies, 'cdk-sagemaker-triton': `^${version}` });
  for (const name of ['@swc/jest', 'aws-cdk', 'jest', 'tsx', 'typescript', '@types/jest', '@types/node'] as const) {
    expect([name, devDependencies[name]]).toEqual([name, devDependenciesOfLibrary[name]]);
  }
});
