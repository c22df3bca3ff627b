import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  Batching,
  InferenceType,
  InstanceGroup,
  InstanceType,
  LatencyProfile,
  ModelExample,
  ModelFiles,
  Tensor,
  TritonAsyncEndpoint,
  TritonModel,
  TritonModelProps,
  TritonRealtimeEndpoint,
} from '../../../lib';
import { LatencyProfiles } from '../../../lib/capacity';
import { ARTIFACTS_FOLDER, classifier } from '../../endpoint/fixtures';
import { LocalCommand, isProcessRunning } from './command';

// Starts a real Triton server. If the server is not installed, these tests fail with the command that installs it.

let folder: string;
let assembly: string;
let command: LocalCommand;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'real-triton-'));
  assembly = synthesize();
});
afterAll(async () => {
  command.child.kill('SIGINT');
  await command.waitForEnd();
  fs.rmSync(folder, { recursive: true });
});

const EXAMPLE = path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx.example.json');
/** The first values of the response. The last digit depends on the CPU. */
const SCORES = /response scores FP32\[1,10\] = 0\.2530\d+, -0\.5636\d+/;
const TORCHSCRIPT_EXAMPLE = path.join(ARTIFACTS_FOLDER, 'image-classifier', 'torchscript.example.json');
const torchscript = (overrides: Partial<TritonModelProps>): TritonModel =>
  classifier({
    backend: Backend.PYTORCH,
    files: ModelFiles.fromDirectory(path.join(ARTIFACTS_FOLDER, 'image-classifier', 'torchscript')),
    inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
    outputs: [Tensor.fp32('OUTPUT__0', [10])],
    ...overrides,
  });

function writeFile(name: string, content: string): string {
  const filePath = path.join(folder, name);
  fs.writeFileSync(filePath, content);
  return filePath;
}

/** An example with five scores instead of ten. */
function exampleWithFiveScores(): ModelExample {
  const { request, response } = JSON.parse(fs.readFileSync(TORCHSCRIPT_EXAMPLE, 'utf8'));
  const [output] = response.outputs;
  return ModelExample.of({
    request,
    response: { outputs: [{ ...output, shape: [1, 5], data: output.data.slice(0, 5) }] },
  });
}

/** Synthesizes an endpoint for each possible outcome of a run. */
function synthesize(): string {
  const app = new App({ outdir: path.join(folder, 'cdk.out') });
  const addEndpoint = (endpointName: string, model: TritonModel, type = 'ml.g4dn.xlarge'): void => {
    const props = { endpointName, model, instanceType: InstanceType.of(type) };
    new TritonRealtimeEndpoint(new Stack(app, endpointName), 'Endpoint', props);
  };
  const examples = [ModelExample.fromFile(EXAMPLE)];
  addEndpoint('right', classifier({ examples, batching: Batching.dynamic({ maxQueueDelayMicroseconds: 20_000 }) }));
  addEndpoint('torch-on-gpus', torchscript({ instanceGroups: [InstanceGroup.gpu({ count: 1 })] }));
  addEndpoint(
    'other-shape',
    torchscript({ outputs: [Tensor.fp32('OUTPUT__0', [5])], examples: [exampleWithFiveScores()] }),
  );
  const [output] = JSON.parse(fs.readFileSync(EXAMPLE, 'utf8')).response.outputs;
  const { request } = examples[0];
  const response = { outputs: [{ ...output, data: output.data.map((value: number) => value + 0.002) }] };
  addEndpoint('other-values', classifier({ examples: [ModelExample.of({ request, response })] }));
  addEndpoint('on-cpu', classifier({ examples }), 'ml.c6i.large');
  addEndpoint(
    'raises',
    classifier({
      backend: Backend.PYTHON,
      files: ModelFiles.fromFile(
        writeFile(
          'model.py',
          'class TritonPythonModel:\n    def initialize(self, args):\n        raise ValueError("no weights")\n',
        ),
      ),
    }),
  );
  addEndpoint(
    'plan',
    classifier({ backend: Backend.TENSORRT, files: ModelFiles.fromFile(writeFile('model.plan', 'ftrt plan')), examples }),
  );
  const onnx = path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx', '1', 'model.onnx');
  addEndpoint('engine', classifier({ backend: Backend.TENSORRT, files: ModelFiles.fromEngineBuild(onnx), examples }));
  const story = classifier({
    name: 'story',
    backend: Backend.PYTHON,
    maxBatchSize: 0,
    files: ModelFiles.fromFile(path.join(__dirname, '..', '..', 'lambda', 'story', '1', 'model.py')),
    inputs: [Tensor.string('prompt', [1])],
    outputs: [Tensor.string('text', [1])],
    decoupled: true,
    examples: [
      ModelExample.of({ request: { prompt: 'Count', parameters: { words: 3 } }, response: { text: ' 0 1 2' } }),
    ],
  });
  new TritonRealtimeEndpoint(new Stack(app, 'tells'), 'Endpoint', {
    endpointName: 'tells',
    model: story,
    server: { inferenceType: InferenceType.GENERATE_STREAM },
  });
  new TritonAsyncEndpoint(new Stack(app, 'queued'), 'Endpoint', {
    endpointName: 'queued',
    model: classifier({ examples }),
  });
  const elsewhere = new Stack(app, 'elsewhere');
  const files = ModelFiles.fromS3(Bucket.fromBucketName(elsewhere, 'Bucket', 'models'), 'bert.tar.gz');
  new TritonRealtimeEndpoint(elsewhere, 'Endpoint', { endpointName: 'elsewhere', model: classifier({ files }) });
  app.synth();
  return path.join(folder, 'cdk.out');
}

/** Starts the command with a separate folder for temporary files. */
function run(args: string[], environment: Record<string, string> = {}): LocalCommand {
  fs.rmSync(temporaryFolder(), { recursive: true, force: true });
  fs.mkdirSync(temporaryFolder());
  command = new LocalCommand([assembly, ...args], { TMPDIR: temporaryFolder(), ...environment });
  return command;
}

const temporaryFolder = (): string => path.join(folder, 'tmp');

describe('every endpoint of an assembly', () => {
  let status: number | null;
  let profiles: LatencyProfile[];
  beforeAll(async () => {
    const table = path.join(folder, 'latency.csv');
    const tableOptions = ['--latency-table', table, '--instance-type', 'ml.c6i.large'];
    status = await run(tableOptions).waitForEnd();
    profiles = LatencyProfiles.fromLatencyTableCsv(table);
  });

  test('is served and reported, and the exit status is 1 because some fail', () => {
    expect(command.output).toContain('6 passed, 1 not executed, 3 failed, 0 not tested, 1 not run');
    expect(status).toBe(1);
  });

  test('has its latencies by batch size in the latency table', () => {
    const batches = profiles.map(({ configuration, serviceTimes }) => [
      configuration,
      serviceTimes.map(({ batch }) => batch),
    ]);
    const sizes = [1, 2, 4, 8, 16];
    expect(Object.fromEntries(batches)).toEqual({
      'image-classifier (torch-on-gpus, AllTraffic)': sizes,
      'image-classifier (on-cpu, AllTraffic)': sizes,
      'image-classifier (engine, AllTraffic)': sizes,
      'image-classifier (queued, AllTraffic)': sizes,
      story: [1],
    });
    for (const profile of profiles)
      expect(profile).toMatchObject({ instanceType: 'ml.c6i.large', tritonRelease: '24.10' });
    expect(command.report('on-cpu')).toMatch(/batches image-classifier: batch 1 in [\d.]+ ms, .*batch 16 in/);
    expect(command.report('plan')).toContain('NOT MEASURED: a stand-in responds for image-classifier');
    expect(command.report('right')).toContain('NOT MEASURED: each time would include the queue delay');
  });

  test('with a model that streams receives its requests through the generate route of the server', () => {
    const report = command.report('tells');
    expect(report).toMatch(
      /request .*"words":3.* response data: \{.*"text":" 0"\} data: .*PASSED: 1 of 1 responses are correct/,
    );
    expect(report).toContain("generate_stream route of the server's HTTP port");
  });

  test('that is asynchronous reads requests from files, and writes responses to files', () => {
    const report = command.report('queued');
    expect(report).toMatch(SCORES);
    expect(report).toContain('PASSED: 1 of 1 responses are correct');
  });

  test('with a correct ONNX model passes, and the report contains the response and the latency', () => {
    const report = command.report('right');
    expect(report).toMatch(SCORES);
    expect(report).toContain('expected scores FP32[1,10] = 0.25301, -0.56369');
    expect(report).toMatch(/latency p50 [\d.]+ ms, p99 [\d.]+ ms over 100 requests/);
    expect(report).toContain('PASSED: 1 of 1 responses are correct');
  });

  test('has a report that lists the differences from the container', () => {
    const report = command.report('torch-on-gpus');
    expect(report).toContain('tritonserver 2.51.0 (release 24.10) on the CPU, instead of release 26.05 on a GPU');
    expect(report).toContain('features added to Triton after 24.10 are not tested');
    expect(report).toContain("executed by Python's torch on the CPU, not by Triton's pytorch backend");
    expect(report).toContain("'image-classifier' has GPU instance groups, which run on the CPU");
    expect(report).toContain('PASSED');
  });

  test('without a GPU has a report without a difference about GPUs', () => {
    const report = command.report('on-cpu');
    expect(report).toMatch(/image \S+\/sagemaker-tritonserver:26\.05-py3-cpu/);
    expect(report).toContain('tritonserver 2.51.0 (release 24.10) on the CPU, instead of release 26.05 -');
    expect(report).toContain('PASSED: 1 of 1 responses are correct');
  });

  test('with a response of a different shape than the example fails with the message of the smoke test', () => {
    expect(command.report('other-shape')).toMatch(
      /FAILED: Endpoint other-shape does not respond as expected.*output OUTPUT__0: shape \[1,10\], expected \[1,5\] as in the example/,
    );
  });

  test('with a response of different values than the example fails', () => {
    expect(command.report('other-values')).toContain("10 of 10 values differ from the example's");
  });

  test("with a model that cannot be loaded fails with Triton's message", () => {
    expect(command.report('raises')).toMatch(/FAILED: Triton stopped before it was ready:.*ValueError: no weights/);
  });

  test('with a TensorRT engine is served by a stand-in, which the report lists', () => {
    const report = command.report('plan');
    expect(report).toContain(
      "'image-classifier' is NOT EXECUTED: tensorrt cannot run here, a stand-in responds with zeros and no values are compared",
    );
    expect(report).toContain('models image-classifier (stand-in for tensorrt)');
    expect(report).toContain('NOT EXECUTED: image-classifier was not executed: a stand-in responded with zeros');
  });

  test('with an engine that the deployment builds is served as ONNX, and the values of the response are compared', () => {
    const report = command.report('engine');
    expect(report).toContain(
      "'image-classifier' is served as ONNX by ONNX Runtime: the deployment builds its TensorRT engine",
    );
    expect(report).toMatch(SCORES);
    expect(report).toContain('PASSED: 1 of 1 responses are correct');
  });

  test('with a model in S3 is not run', () => {
    expect(command.report('elsewhere')).toContain(
      "NOT RUN: the model's data (s3://models/bert.tar.gz) is not in the assembly",
    );
  });
});

describe('--keep', () => {
  let workFolder: string;
  let url: string;
  beforeAll(async () => {
    run(['--stack', 'right', '--keep']);
    [, url] = await command.waitForOutput(/(http:\S+)\/invocations\n.*AWS_ENDPOINT_URL=\1\n/);
    [workFolder] = fs.readdirSync(temporaryFolder());
  });
  afterAll(async () => {
    command.child.kill('SIGINT');
    await command.waitForEnd();
  });

  test('keeps the server running, which accepts requests to /invocations and to the URL that an AWS SDK uses', async () => {
    const [expected] = JSON.parse(fs.readFileSync(EXAMPLE, 'utf8')).response.outputs[0].data;
    expect((await scoresOf('/invocations', 1))[0]).toBeCloseTo(expected, 3);
    expect((await scoresOf('/endpoints/right/invocations', 1))[0]).toBeCloseTo(expected, 3);
  });

  test('prints curl commands that send the first request of the smoke test as JSON and in the binary form', async () => {
    const commands = [...command.output.matchAll(/^ {2}(curl .*)$/gm)].map(([, each]) => each);
    const [jsonResponse, binaryResponse] = await Promise.all(
      commands.map(async (each) => (await promisify(execFile)('bash', ['-c', `cd ${folder} && ${each}`])).stdout),
    );
    const [expected] = JSON.parse(fs.readFileSync(EXAMPLE, 'utf8')).response.outputs;
    expect(commands.map((each) => /request\.\w+/.exec(each)?.[0])).toEqual(['request.json', 'request.bin']);
    expect(JSON.parse(jsonResponse).outputs[0].data[0]).toBeCloseTo(expected.data[0], 3);
    expect(binaryResponse).toBe('');
    const scores = fs.readFileSync(path.join(folder, 'response.bin')).subarray(-4 * expected.data.length);
    expect(scores.readFloatLE(0)).toBeCloseTo(expected.data[0], 3);
  });

  test('returns the correct response to each of several requests that the dynamic batcher combines', async () => {
    const scales = [1, 2, 3, 4, 5, 6, 7, 8];
    const sequentialScores: number[][] = [];
    for (const scale of scales) sequentialScores.push(await scoresOf('/invocations', scale));
    const concurrentScores = await Promise.all(scales.map((scale) => scoresOf('/invocations', scale)));
    expect(concurrentScores.map(([first]) => first.toFixed(3))).toEqual(
      sequentialScores.map(([first]) => first.toFixed(3)),
    );
  });

  // The last test, because it ends the server of all tests.
  test('ends with Ctrl-C, and leaves no process, file or shared memory behind', async () => {
    expect(sharedMemory()).toEqual([]); // the server has private shared memory, which other users cannot read
    command.child.kill('SIGINT');
    expect(await command.waitForEnd()).toBe(0);
    expect(isProcessRunning(workFolder)).toBe(false);
    expect(fs.readdirSync(temporaryFolder())).toEqual([]);
    expect(sharedMemory()).toEqual([]);
  });

  const sharedMemory = (): string[] => fs.readdirSync('/dev/shm').filter((name) => name.startsWith(workFolder));

  async function scoresOf(path: string, scale: number): Promise<number[]> {
    const { inputs } = JSON.parse(fs.readFileSync(EXAMPLE, 'utf8')).request;
    const scaled = [{ ...inputs[0], data: inputs[0].data.map((value: number) => value * scale) }];
    const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify({ inputs: scaled }) });
    const { outputs } = (await response.json()) as { outputs: { data: number[] }[] };
    return outputs[0].data;
  }
});

test('on a host without private networks, a server listens on all interfaces only if the user allows it', async () => {
  fs.mkdirSync(path.join(folder, 'bin'));
  fs.writeFileSync(path.join(folder, 'bin', 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const environment = { PATH: `${folder}/bin:${process.env.PATH}` };
  run(['--stack', 'right'], environment);
  expect(await command.waitForEnd()).toBe(3);
  expect(command.report('right')).toMatch(/NOT RUN: this host allows no private networks .* --network allows that/);

  run(['--stack', 'right', '--network'], environment);
  expect(await command.waitForEnd()).toBe(0);
  expect(command.output).toMatch(/^note: with --network, the server listens on all interfaces of this host/);
  expect(command.report('right')).toContain('the server listens on free ports of all interfaces without a password');
});

test('without a terminal, nothing is installed unless the user allows it with --yes', async () => {
  run(['--stack', 'right'], { XDG_CACHE_HOME: path.join(folder, 'empty') });
  expect(await command.waitForEnd()).toBe(3);
  expect(command.output).toMatch(/To install:\n(?:- with apt-get.*\n)?- from PyPI into \S+venv: nvidia-pytriton==/);
  expect(command.output).toContain('Nothing is installed, since there is no terminal to ask on; --yes installs it.');
  expect(fs.existsSync(path.join(folder, 'empty'))).toBe(false);
});

test('an endpoint that is not in the assembly causes an error', async () => {
  run(['--endpoint', 'other']);
  expect(await command.waitForEnd()).toBe(2);
  expect(command.output).toContain('has no endpoint other; its endpoints: right, ');
});
