import fsModule, * as fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import * as os from 'node:os';
import * as path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import * as assertions from 'aws-cdk-lib/assertions';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import { Ask } from '../../cli/init/ask';
import { init, InitOptions } from '../../cli/init';
import { findModel } from '../../cli/init/find-model';
import { parseTensors } from '../../cli/init/tensors';
import * as library from '../../lib';
import packageJson from '../../package.json';

const MODELS = path.join(__dirname, '..', '..', 'model-artifacts');
const ONNX = path.join(MODELS, 'image-classifier', 'onnx', '1', 'model.onnx');
const TORCHSCRIPT = path.join(MODELS, 'image-classifier', 'torchscript');
const TENSORS = 'FP32[-1,3,32,32] -> FP32[-1,10]';

let work: string;
let app: string;
beforeEach(() => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'init-'));
  app = path.join(work, 'app');
});
afterEach(() => fs.rmSync(work, { recursive: true }));

const noQuestion: Ask = async (option) => {
  throw new Error(`it asked for ${option}`);
};
const write = (options: InitOptions, ask = noQuestion): Promise<string> =>
  init({ language: 'typescript', output: app, ...options }, ask);
const read = (file: string): string => fs.readFileSync(path.join(app, file), 'utf8');

/** A repository with two models, one of which only the other one uses. */
function repository(): string {
  const folder = path.join(work, 'repository');
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

/** A model file in a folder whose name a shell would take apart. */
function onnxFile(): string {
  const file = path.join(work, 'the model', 'bert.onnx');
  fs.mkdirSync(path.dirname(file));
  fs.copyFileSync(ONNX, file);
  return file;
}

/** A module of the app, in this process, with the library's sources as the package. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever the module exports
function load(file: string): any {
  const whole = path.join(app, `${file}.ts`);
  const source = transpile(fs.readFileSync(whole, 'utf8'), {
    module: ModuleKind.CommonJS,
    target: ScriptTarget.ES2022,
  });
  const packages: Record<string, unknown> = {
    'aws-cdk-lib': cdk,
    'aws-cdk-lib/assertions': assertions,
    'cdk-sagemaker-triton': library,
    'node:test': { test: (_: string, check: () => void) => check() },
  };
  const ofRepository = createRequire(__filename);
  const module = { exports: {} };
  const requireOne = (name: string): unknown =>
    packages[name] ?? (name.startsWith('./') ? load(path.join(file, '..', name)) : ofRepository(name));
  new Function('require', 'module', 'exports', '__dirname', source)(requireOne, module, module.exports, app);
  return module.exports;
}

test('an ONNX file becomes an app with its tensors, batch size and an example request, which passes its own test', async () => {
  const file = path.join(work, 'my classifier.onnx');
  fs.copyFileSync(ONNX, file);
  await write({ model: file });
  const { model } = load('model') as { model: library.TritonModel };
  expect([model.name, model.backend, model.maxBatchSize]).toEqual(['my-classifier', library.Backend.ONNXRUNTIME, 4]);
  expect(model.inputs.map(({ name, dims }) => [name, dims])).toEqual([['image', [3, 32, 32]]]);
  expect(model.outputs.map(({ name, dims }) => [name, dims])).toEqual([['scores', [10]]]);
  expect(model.examples[0].request.inputs[0]).toMatchObject({ name: 'image', datatype: 'FP32', shape: [1, 3, 32, 32] });
  load('serving-stack.test');
  expect(read('app.ts')).toContain("'MyClassifierServing'");
  expect(JSON.parse(read('package.json')).name).toBe('my-classifier-endpoint');
});

test('the test of the app keeps a snapshot without dashboards, and fails when the template is a different one', async () => {
  await write({ model: ONNX });
  load('serving-stack.test');
  const snapshot = JSON.parse(read('serving-stack.snapshot.json')) as { Resources: Record<string, { Type: string }> };
  const types = Object.values(snapshot.Resources).map(({ Type }) => Type);
  expect(types).toContain('AWS::SageMaker::Endpoint');
  expect(types).not.toContain('AWS::CloudWatch::Dashboard');
  fs.writeFileSync(path.join(app, 'serving-stack.snapshot.json'), JSON.stringify({ ...snapshot, Resources: {} }));
  expect(() => load('serving-stack.test')).toThrow(/deep/);
});

test('the app in Python says the same of the model', async () => {
  await write({ model: ONNX, language: 'python' });
  expect(read('model.py')).toContain(`model = TritonModel(
    name="onnx",
    backend=Backend.ONNXRUNTIME,
    files=ModelFiles.from_directory(str(HERE / "${path.relative(app, path.join(MODELS, 'image-classifier', 'onnx'))}")),
    max_batch_size=4,
    inputs=[Tensor.fp32("image", [3, 32, 32])],
    outputs=[Tensor.fp32("scores", [10])],
    examples=[ModelExample.from_file(str(HERE / "example.json"))],
)
`);
  expect(fs.readdirSync(app)).toEqual(expect.arrayContaining(['.gitignore', 'app.py', 'requirements.txt']));
});

test.each([
  ['a file', onnxFile, "--allow '../the model'"],
  ['a repository', repository, '--allow ../repository'],
])('of %s, README names the folder that the local run has to read', async (_, make, allowed) => {
  const model = make();
  for (const language of ['typescript', 'python'] as const) {
    const output = path.join(work, language);
    await write({ model, language, output });
    expect(fs.readFileSync(path.join(output, 'README.md'), 'utf8')).toContain(`local cdk.out ${allowed}\n`);
  }
});

test('a TypeScript app is type-checked whenever it is synthesized: tsx would run a misspelt property', async () => {
  await write({ model: ONNX });
  expect(JSON.parse(read('cdk.json')).app).toBe('npx tsc && npx tsx app.ts');
});

test('a TorchScript file has the names of its inputs; types and shapes are given', async () => {
  await write({ model: TORCHSCRIPT, tensors: TENSORS });
  expect(read('model.ts')).toContain("inputs: [Tensor.fp32('image', [3, 32, 32])],");
  expect(read('model.ts')).toContain("outputs: [Tensor.fp32('OUTPUT__0', [10])],");
  load('serving-stack.test');
});

test('a repository keeps its config.pbtxt, and the app serves the model that no other uses', async () => {
  await write({ model: repository() });
  const { model } = load('model') as { model: library.TritonModel };
  expect([model.name, model.members.map(({ name }) => name)]).toEqual(['search', ['member']]);
  expect(read('model.ts')).toContain('// input query: BYTES [1]\n// output answer: FP32 [-1]\n');
  expect(model.examples[0].request).toEqual({
    inputs: [{ name: 'query', datatype: 'BYTES', shape: [1, 1], data: ['text'] }],
  });
});

test('a model of a repository is chosen by its name', async () => {
  await write({ model: repository(), name: 'member' });
  expect(load('model').model.name).toBe('member');
});

test('on a terminal it asks for what was not given, three questions at most', async () => {
  const answers: Record<string, string> = { '--model': TORCHSCRIPT, '--language': 'Python', '--tensors': TENSORS };
  const asked: string[] = [];
  await init({ output: app }, async (option) => {
    asked.push(option);
    return answers[option];
  });
  expect(asked).toEqual(['--model', '--language', '--tensors']);
  expect(read('model.py')).toContain('Tensor.fp32("image", [3, 32, 32])');
});

test.each([
  ['a file that does not exist', 'nothing.onnx', /nothing\.onnx does not exist/],
  ['a file of another kind', path.join(MODELS, 'README.md'), /allowed: an ONNX file \(\.onnx\), a TorchScript file/],
  ['a folder without a model', MODELS, /not exactly one ONNX \(\.onnx\) or TorchScript \(\.pt\) file/],
])('%s is rejected', (_, model, message) => {
  expect(() => findModel(model)).toThrow(message);
});

test('a model that Triton would not load gets no app', async () => {
  const folder = repository();
  fs.rmSync(path.join(folder, 'member'), { recursive: true });
  await expect(write({ model: folder })).rejects.toThrow(/Triton would not load .*\n {2}- .*member/s);
  expect(fs.existsSync(app)).toBe(false);
});

test('names that others chose do not become code', async () => {
  const folder = path.join(work, 'hostile');
  fs.mkdirSync(path.join(folder, '1'), { recursive: true });
  fs.writeFileSync(path.join(folder, '1', 'model.py'), 'class TritonPythonModel:\n    pass\n');
  const io = (side: string): string =>
    `${side} { name: "x\\nthrow 1;\\u2028throw 2;" data_type: TYPE_FP32 dims: [1] }\n`;
  fs.writeFileSync(path.join(folder, 'config.pbtxt'), `backend: "python"\n${io('input')}${io('output')}`);
  await write({ model: folder });
  expect(read('model.ts').split('\n')).toContainEqual(
    expect.stringMatching(/^\/\/ input x\\u000athrow 1;.*: FP32 \[1\]$/),
  );
  expect(load('model').model.name).toBe('hostile');
});

test.each([
  ['typescript', /in package\.json, replace the version of cdk-sagemaker-triton with file:/],
  ['python', /in requirements\.txt, replace cdk-sagemaker-triton~=0\.0\.0 with/],
] as const)('a build that is no release says that no registry has its package: %s', async (language, note) => {
  expect(await write({ model: onnxFile(), language })).toMatch(note);
});

test('a folder that exists is left as it is', async () => {
  fs.mkdirSync(app);
  fs.writeFileSync(path.join(app, 'model.ts'), 'mine');
  await expect(write({ model: ONNX })).rejects.toThrow(/--output: .*app exists/);
  expect([fs.readdirSync(app), read('model.ts')]).toEqual([['model.ts'], 'mine']);
});

test('when the disk is full, nothing is left', async () => {
  const { writeFileSync } = fsModule;
  const full = vi.spyOn(fsModule, 'writeFileSync').mockImplementation((file, ...rest) => {
    if (String(file).endsWith('package.json')) throw new Error('ENOSPC: no space left on device');
    writeFileSync(file, ...rest);
  });
  syncBuiltinESMExports();
  try {
    await expect(write({ model: ONNX })).rejects.toThrow('ENOSPC');
  } finally {
    full.mockRestore();
    syncBuiltinESMExports();
  }
  expect(fs.readdirSync(work)).toEqual([]);
});

test.each([
  ['ids=INT64[-1,-1], mask=INT64[-1,-1] -> FP32[-1,2]', ['ids', 'mask'], ['OUTPUT__0']],
  ['BYTES[-1], FP16[3] -> a=FP32[], BOOL[1]', ['INPUT__0', 'INPUT__1'], ['a', 'OUTPUT__1']],
])('--tensors %s', (text, inputs, outputs) => {
  const tensors = parseTensors(text);
  expect(tensors.inputs.map(({ name }) => name)).toEqual(inputs);
  expect(tensors.outputs.map(({ name }) => name)).toEqual(outputs);
});

test.each(['FP32[3]', 'FP33[3] -> FP32[3]', 'FP32[0] -> FP32[3]', 'FP32 -> FP32', 'FP32[1.5] -> FP32[3]'])(
  '--tensors %s is rejected',
  (text) =>
    expect(() => parseTensors(text)).toThrow(/--tensors: got .*such as 'FP32\[-1,3,224,224\] -> FP32\[-1,1000\]'/),
);

test('the apps ask for the versions that the library is made with', async () => {
  await write({ model: ONNX });
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const { version, peerDependencies, devDependencies: ours } = packageJson;
  expect(dependencies).toEqual({ ...peerDependencies, 'cdk-sagemaker-triton': `^${version}` });
  for (const name of ['aws-cdk', 'tsx', 'typescript', '@types/node'] as const) {
    expect([name, devDependencies[name]]).toEqual([name, ours[name]]);
  }
});
