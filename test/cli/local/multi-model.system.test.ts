import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { App, Stack } from 'aws-cdk-lib';
import { visionModels } from '../../../bin/vision-models';
import { Backend, ModelArchive, ModelFiles, Tensor, TritonModel, TritonMultiModelEndpoint } from '../../../lib';
import { ARTIFACTS } from '../../endpoint/fixtures';
import { LocalCommand } from './command';

// A real Triton server is started; when it is not installed these tests fail and name the command that installs it.

const CLI = path.join(__dirname, '..', '..', '..', 'assets', 'cli', 'index.js');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'multi-model-'));
const prefix = path.join(folder, 'prefix');
let command: LocalCommand;
/** Where the endpoints are asked, by name. */
const urls: Record<string, string> = {};
/** What a request names, by the model's name: the hash of the content is in it. */
const objects: Record<string, string> = {};

beforeAll(async () => {
  fs.mkdirSync(prefix);
  const app = new App({ outdir: path.join(folder, 'cdk.out') });
  const endpoint = new TritonMultiModelEndpoint(new Stack(app, 'Vision'), 'Endpoint', {
    endpointName: 'vision',
    models: visionModels(),
    openPrefix: true,
  });
  for (const { name } of visionModels()) objects[name] = endpoint.targetModel(name);
  const models = [heavy('first'), heavy('second')];
  new TritonMultiModelEndpoint(new Stack(app, 'Full'), 'Endpoint', { endpointName: 'full', models });
  app.synth();
  command = new LocalCommand([app.outdir, '--requests', '3', '--prefix', prefix, '--keep']);
  for (const name of ['vision', 'full']) {
    [, urls[name]] = await command.says(
      new RegExp(`${name}, variant AllTraffic, is kept running.*\\n.*(http:\\S+)/invocations`),
    );
  }
});
afterAll(async () => {
  command.child.kill('SIGINT');
  await command.end();
  fs.rmSync(folder, { recursive: true });
});

/** A model that takes all memory there is: a second one finds none. */
function heavy(name: string): TritonModel {
  const file = path.join(folder, name, 'model.py');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(
    file,
    `
import os
import triton_python_backend_utils as pb_utils

MEMORY = ${JSON.stringify(path.join(folder, 'memory'))}

class TritonPythonModel:
    def initialize(self, args):
        if os.path.exists(MEMORY):
            raise MemoryError("taken")
        open(MEMORY, "w").close()

    def finalize(self):
        os.remove(MEMORY)

    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("y", pb_utils.get_input_tensor_by_name(request, "x").as_numpy())])
                for request in requests]
`,
  );
  return new TritonModel({
    name,
    backend: Backend.PYTHON,
    files: ModelFiles.fromFile(file),
    inputs: [Tensor.fp32('x', [1])],
    outputs: [Tensor.fp32('y', [1])],
  });
}

interface Kserve {
  readonly request: object;
  readonly response: { readonly outputs: { readonly data: number[] }[] };
}

function example(file: string): Kserve {
  return JSON.parse(fs.readFileSync(path.join(ARTIFACTS, file), 'utf8'));
}

/** Asks as an AWS SDK does. */
async function ask(endpoint: string, targetModel: string, request: object): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(`${urls[endpoint]}/endpoints/${endpoint}/invocations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-amzn-sagemaker-target-model': targetModel },
    body: JSON.stringify(request),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

interface Answer {
  readonly outputs: { readonly data: number[] }[];
  readonly OriginalMessage?: string;
}

/** The largest difference between a model's answer and the one that it should give. */
async function errorOf(targetModel: string, file: string): Promise<number> {
  const { request, response } = example(file);
  const { body } = await ask('vision', targetModel, request);
  const [right] = response.outputs;
  return Math.max(...right.data.map((value, index) => Math.abs(value - body.outputs[0].data[index])));
}

const CONFIG = `
platform: "onnxruntime_onnx"
max_batch_size: 16
input { name: "image" data_type: TYPE_FP32 dims: [3, 32, 32] }
output { name: "scores" data_type: TYPE_FP32 dims: [10] }
`;
const ENSEMBLE = 'image-pipeline/pixels-to-scores.example.json';

test('four models of four kinds pass the smoke test that a deployment would run', () => {
  expect(command.report('vision')).toContain('PASSED: 4 of 4 responses are correct');
  expect(Object.keys(objects)).toHaveLength(4);
  for (const object of Object.values(objects)) {
    expect(object).toMatch(/-[0-9a-f]{16}\.tar\.gz$/);
    expect(command.output).toContain(`vision: ${object}: loaded`);
  }
});

test('a request to each model is written in both forms, with a command of curl that names the model', () => {
  const commands = [...command.output.matchAll(/^ {2}curl .*$/gm)].map(([each]) => each);
  for (const object of Object.values(objects)) {
    const written = commands.filter((each) => each.includes(`x-amzn-sagemaker-target-model: ${object}`));
    const files = written.map((each) => /data-binary @(\S+)/.exec(each)?.[1] ?? '');
    expect(files.map((file) => path.basename(file))).toEqual(['request.json', 'request.bin']);
    expect(JSON.parse(fs.readFileSync(files[0], 'utf8')).inputs).toHaveLength(1);
  }
});

test('each answers what it should', async () => {
  expect(await errorOf(objects['classifier-pt'], 'image-classifier/torchscript.example.json')).toBeLessThan(0.001);
  expect(await errorOf(objects['classifier-onnx'], 'image-classifier/onnx.example.json')).toBeLessThan(0.001);
  expect(await errorOf(objects['preprocessing'], 'image-pipeline/preprocess.example.json')).toBeLessThan(0.001);
  expect(await errorOf(objects['pixels-to-scores'], ENSEMBLE)).toBeLessThan(0.001);
});

test('an archive that is dropped into the open prefix is loaded and answers', async () => {
  const repository = path.join(folder, 'fifth');
  const model = path.join(repository, 'fifth');
  fs.cpSync(path.join(ARTIFACTS, 'image-classifier', 'onnx'), model, { recursive: true });
  fs.writeFileSync(path.join(model, 'config.pbtxt'), CONFIG);
  ModelArchive.pack(repository, path.join(prefix, 'team-fifth.tar.gz'));
  await command.says(/vision: team-fifth\.tar\.gz: loaded/);
  expect(await errorOf('team-fifth.tar.gz', 'image-classifier/onnx.example.json')).toBeLessThan(0.001);
});

test('what is no archive fails alone', async () => {
  fs.writeFileSync(path.join(prefix, 'garbage.tar.gz'), 'this is no archive');
  await command.says(/vision: garbage\.tar\.gz: not loaded: garbage\.tar\.gz cannot be unpacked: /);
  const { status, body } = await ask('vision', 'garbage.tar.gz', example(ENSEMBLE).request);
  expect(status).toBe(424);
  expect(body.OriginalMessage).toContain('cannot be unpacked');
  expect(await errorOf(objects['pixels-to-scores'], ENSEMBLE)).toBeLessThan(0.001);
});

test("a model that cannot be loaded fails alone, with the server's reason", async () => {
  const repository = path.join(folder, 'broken');
  fs.mkdirSync(path.join(repository, 'broken', '1'), { recursive: true });
  fs.writeFileSync(path.join(repository, 'broken', 'config.pbtxt'), 'backend: "python"\nmax_batch_size: -1\n');
  fs.writeFileSync(path.join(repository, 'broken', '1', 'model.py'), '');
  ModelArchive.pack(repository, path.join(prefix, 'broken.tar.gz'));
  await command.says(/vision: broken\.tar\.gz: not loaded \(HTTP 400\): /);
  const { body } = await ask('vision', 'broken.tar.gz', example(ENSEMBLE).request);
  expect(body.OriginalMessage).toMatch(/'max_batch_size' must be non-negative value/);
  expect(await errorOf(objects['pixels-to-scores'], ENSEMBLE)).toBeLessThan(0.001);
});

test('a model that does not exist is named', async () => {
  const { status, body } = await ask('vision', 'nothing.tar.gz', example(ENSEMBLE).request);
  expect(status).toBe(424);
  expect(body.OriginalMessage).toContain('There is no archive with that name below the prefix: nothing.tar.gz');
});

test('when memory is exhausted (507), the model that was asked for least recently makes room', async () => {
  const request = { inputs: [{ name: 'x', datatype: 'FP32', shape: [1], data: [7] }] };
  for (const name of ['first', 'second', 'first']) {
    const { body } = await ask('full', `${name}.tar.gz`, request);
    expect(body.outputs[0].data).toEqual([7]);
  }
  expect(command.output).toContain('full: first.tar.gz: unloaded, to make room for second.tar.gz');
  expect(command.output).toContain('full: second.tar.gz: unloaded, to make room for first.tar.gz');
});

test('a loaded model can be unloaded, and is loaded again when it is asked for', async () => {
  const { models } = (await (await fetch(`${urls.vision}/models`)).json()) as { models: string[] };
  expect(models).toContain(objects.preprocessing);
  expect((await fetch(`${urls.vision}/models/${objects.preprocessing}`, { method: 'DELETE' })).status).toBe(200);
  expect((await fetch(`${urls.vision}/models/${objects.preprocessing}`, { method: 'DELETE' })).status).toBe(404);
  expect(await errorOf(objects['preprocessing'], 'image-pipeline/preprocess.example.json')).toBeLessThan(0.001);
});

test('a prefix that is not there is refused before anything starts', async () => {
  const refused = new LocalCommand([path.join(folder, 'cdk.out'), '--prefix', path.join(folder, 'nowhere')]);
  expect([await refused.end(), refused.output]).toEqual([
    2,
    expect.stringMatching(/--prefix: got \S+nowhere; allowed: an existing folder/),
  ]);
});

test('a request without a target is told so', async () => {
  const answer = await fetch(`${urls.vision}/invocations`, { method: 'POST', body: '{}' });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('X-Amzn-SageMaker-Target-Model')]);
});

test('a model that was packed by the command answers from the prefix', async () => {
  const repository = path.join(folder, 'packed');
  fs.cpSync(path.join(ARTIFACTS, 'image-pipeline', 'preprocess'), repository, { recursive: true });
  fs.writeFileSync(
    path.join(repository, 'config.pbtxt'),
    `name: "packed"
     backend: "python"
     max_batch_size: 16
     input { name: "pixels" data_type: TYPE_UINT8 dims: [32, 32, 3] }
     output { name: "image" data_type: TYPE_FP32 dims: [3, 32, 32] }`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'pack', repository, '--out', prefix]);
  const [, object] = /(packed-[0-9a-f]{16}\.tar\.gz): \d+ bytes/.exec(stdout) ?? [];
  await command.says(new RegExp(`vision: ${object}: loaded`));
  expect(await errorOf(object, 'image-pipeline/preprocess.example.json')).toBeLessThan(0.001);
});
