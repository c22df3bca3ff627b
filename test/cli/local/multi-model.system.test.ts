import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { App, Stack } from 'aws-cdk-lib';
import { visionModels } from '../../../bin/vision-models';
import { ModelArchive, TritonMultiModelEndpoint } from '../../../lib';
import { ARTIFACTS_FOLDER } from '../../endpoint/fixtures';
import { LocalCommand } from './command';

// Starts a real Triton server. If the server is not installed, these tests fail with the command that installs it.

const CLI = path.join(__dirname, '..', '..', '..', 'assets', 'cli', 'index.js');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'multi-model-'));
const prefix = path.join(folder, 'prefix');
let command: LocalCommand;
let url: string;
/** The TargetModel for requests to each model, by model name. It contains the hash of the content of the model. */
const targetModels: Record<string, string> = {};

beforeAll(async () => {
  fs.mkdirSync(prefix);
  const app = new App({ outdir: path.join(folder, 'cdk.out') });
  const endpoint = new TritonMultiModelEndpoint(new Stack(app, 'Vision'), 'Endpoint', {
    endpointName: 'vision',
    models: visionModels(),
    openPrefix: true,
  });
  for (const { name } of visionModels()) targetModels[name] = endpoint.targetModel(name);
  app.synth();
  command = new LocalCommand([app.outdir, '--prefix', prefix, '--keep']);
  [, url] = await command.waitForOutput(/AWS_ENDPOINT_URL=(\S+)/);
});
afterAll(async () => {
  command.child.kill('SIGINT');
  await command.waitForEnd();
  fs.rmSync(folder, { recursive: true });
});

interface KserveExample {
  readonly request: object;
  readonly response: { readonly outputs: { readonly data: number[] }[] };
}

function readExample(file: string): KserveExample {
  return JSON.parse(fs.readFileSync(path.join(ARTIFACTS_FOLDER, file), 'utf8'));
}

/** Sends a request to the URL that an AWS SDK would use. */
async function invoke(targetModel: string, request: object): Promise<{ status: number; body: EndpointResponse }> {
  const response = await fetch(`${url}/endpoints/vision/invocations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-amzn-sagemaker-target-model': targetModel },
    body: JSON.stringify(request),
  });
  return { status: response.status, body: (await response.json()) as EndpointResponse };
}

interface EndpointResponse {
  readonly outputs: { readonly data: number[] }[];
  readonly OriginalMessage?: string;
}

/** Sends the example in a file to a model. Returns the largest difference between the response and the expected response. */
async function largestError(targetModel: string, file: string): Promise<number> {
  const { request, response } = readExample(file);
  const { body } = await invoke(targetModel, request);
  const [expected] = response.outputs;
  return Math.max(...expected.data.map((value, index) => Math.abs(value - body.outputs[0].data[index])));
}

const ENSEMBLE = 'image-pipeline/pixels-to-scores.example.json';

test('four models of different kinds pass the smoke test that a deployment would run', () => {
  expect(command.report('vision')).toContain('PASSED: 4 of 4 responses are correct');
  expect(Object.keys(targetModels)).toHaveLength(4);
  for (const object of Object.values(targetModels)) {
    expect(object).toMatch(/-[0-9a-f]{16}\.tar\.gz$/);
    expect(command.output).toContain(`vision: ${object}: loaded`);
  }
});

test('for each model, the command saves a JSON and a binary request, and prints a curl command with the target model', () => {
  const commands = [...command.output.matchAll(/^ {2}curl .*$/gm)].map(([each]) => each);
  for (const object of Object.values(targetModels)) {
    const commandsForObject = commands.filter((each) => each.includes(`x-amzn-sagemaker-target-model: ${object}`));
    const files = commandsForObject.map((each) => /data-binary @(\S+)/.exec(each)?.[1] ?? '');
    expect(files.map((file) => path.basename(file))).toEqual(['request.json', 'request.bin']);
    expect(JSON.parse(fs.readFileSync(files[0], 'utf8')).inputs).toHaveLength(1);
  }
});

test('each model returns the expected response', async () => {
  expect(await largestError(targetModels['classifier-pt'], 'image-classifier/torchscript.example.json')).toBeLessThan(
    0.001,
  );
  expect(await largestError(targetModels['classifier-onnx'], 'image-classifier/onnx.example.json')).toBeLessThan(0.001);
  expect(await largestError(targetModels['preprocessing'], 'image-pipeline/preprocess.example.json')).toBeLessThan(
    0.001,
  );
  expect(await largestError(targetModels['pixels-to-scores'], ENSEMBLE)).toBeLessThan(0.001);
});

test('a file that is not an archive causes an error, and does not affect other models', async () => {
  fs.writeFileSync(path.join(prefix, 'garbage.tar.gz'), 'this is no archive');
  const { status, body } = await invoke('garbage.tar.gz', readExample(ENSEMBLE).request);
  expect(status).toBe(424);
  expect(body.OriginalMessage).toContain('cannot be unpacked');
  expect(await largestError(targetModels['pixels-to-scores'], ENSEMBLE)).toBeLessThan(0.001);
});

test("a model that cannot be loaded causes an error with the server's reason, and does not affect other models", async () => {
  const repository = path.join(folder, 'broken');
  fs.mkdirSync(path.join(repository, 'broken', '1'), { recursive: true });
  fs.writeFileSync(path.join(repository, 'broken', 'config.pbtxt'), 'backend: "python"\nmax_batch_size: -1\n');
  fs.writeFileSync(path.join(repository, 'broken', '1', 'model.py'), '');
  ModelArchive.pack(repository, path.join(prefix, 'broken.tar.gz'));
  const { body } = await invoke('broken.tar.gz', readExample(ENSEMBLE).request);
  expect(body.OriginalMessage).toMatch(/'max_batch_size' must be non-negative value/);
  expect(command.output).toContain('vision: broken.tar.gz: not loaded (HTTP 400): ');
  expect(await largestError(targetModels['pixels-to-scores'], ENSEMBLE)).toBeLessThan(0.001);
});

test('a request to a model that does not exist causes an error with the name of the model', async () => {
  const { status, body } = await invoke('nothing.tar.gz', readExample(ENSEMBLE).request);
  expect(status).toBe(424);
  expect(body.OriginalMessage).toContain('There is no archive with that name below the prefix: nothing.tar.gz');
});

test('a --prefix folder that does not exist is rejected before a server starts', async () => {
  const rejectedCommand = new LocalCommand([path.join(folder, 'cdk.out'), '--prefix', path.join(folder, 'nowhere')]);
  expect([await rejectedCommand.waitForEnd(), rejectedCommand.output]).toEqual([
    2,
    expect.stringMatching(/--prefix: got \S+nowhere; allowed: an existing folder/),
  ]);
});

test('a request without a target model is rejected', async () => {
  const response = await fetch(`${url}/invocations`, { method: 'POST', body: '{}' });
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('X-Amzn-SageMaker-Target-Model'),
  ]);
});

test('an archive that the pack command writes to the --prefix folder is loaded and responds', async () => {
  const repository = path.join(folder, 'packed');
  fs.cpSync(path.join(ARTIFACTS_FOLDER, 'image-pipeline', 'preprocess'), repository, { recursive: true });
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
  expect(await largestError(object, 'image-pipeline/preprocess.example.json')).toBeLessThan(0.001);
});
