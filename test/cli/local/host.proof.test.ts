import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import {
  Backend,
  ModelExample,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelProps,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../../lib';
import { cacheFolder } from '../../../lib/files/cache-folder';
import { onnxBytes, onnxNode, onnxTensor } from '../../model/onnx-bytes';
import { LocalCommand } from './command';
import { RUNS_ALL } from '../../setup/proof';

// Tests behavior that depends on the host: Python libraries, the network, and backends that the host cannot run.

/** The data type of strings in ONNX. */
const ONNX_STRING = 8;

let folder: string;
let assembly: string;
let hostServer: net.Server;
beforeAll(async () => {
  hostServer = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => hostServer.once('listening', resolve));
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'machine-'));
  assembly = path.join(folder, 'cdk.out');
  const app = new App({ outdir: assembly });
  const addEndpoint = (name: string, props: Omit<TritonModelProps, 'name'>): void => {
    const model = new TritonModel({ name, ...props });
    new TritonRealtimeEndpoint(new Stack(app, name), 'Endpoint', { endpointName: name, model });
  };
  addEndpoint('strings', {
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromFile(writeFile('strings', 'model.onnx', stringsToNumbersAndBack())),
    inputs: [Tensor.string('numbers', [2])],
    outputs: [Tensor.string('texts', [2])],
    examples: [example('BYTES', 'numbers', 'texts', ['4', '-17'], ['4', '-17'])],
  });
  const { port } = hostServer.address() as net.AddressInfo;
  addEndpoint('imports', pythonModelProps('imports', 'import setuptools'));
  addEndpoint('downloads', pythonModelProps('downloads', `socket.create_connection(("127.0.0.1", ${port})).close()`));
  const correctExamples = [example('FP32', 'x', 'y', [1, 2], [1, 2])];
  const incorrectExamples = [example('FP32', 'x', 'y', [1, 2], [6, 7])];
  const plan = new TritonModel({
    ...pythonModelProps('plan'),
    name: 'plan',
    backend: Backend.TENSORRT,
    files: ModelFiles.fromFile(writeFile('plan', 'model.plan', 'ftrt plan')),
    examples: correctExamples,
  });
  for (const [name, examples] of [
    ['right', correctExamples],
    ['wrong', incorrectExamples],
  ] as const) {
    const model = new TritonModel({ name: 'echo', ...pythonModelProps(name), examples: [...examples] });
    new TritonMultiModelEndpoint(new Stack(app, name), 'Endpoint', { endpointName: name, models: [model, plan] });
  }
  app.synth();
});
afterAll(() => {
  hostServer.close();
  fs.rmSync(folder, { recursive: true });
});

function writeFile(name: string, base: string, content: string | Buffer): string {
  const filePath = path.join(folder, name, base);
  fs.mkdirSync(path.dirname(filePath), { recursive: true });
  fs.writeFileSync(filePath, content);
  return filePath;
}

/** An ONNX model like Triton's `simple_string`, which converts strings to numbers and back. */
function stringsToNumbersAndBack(): Buffer {
  const cast = (input: string, output: string, to: number): Uint8Array => onnxNode('Cast', [input], [output], { to });
  return onnxBytes({
    inputs: [onnxTensor('numbers', ONNX_STRING, [2])],
    outputs: [onnxTensor('texts', ONNX_STRING, [2])],
    nodes: [cast('numbers', 'values', 7), cast('values', 'texts', ONNX_STRING)],
  });
}

function example(datatype: string, input: string, output: string, data: unknown[], expected: unknown[]): ModelExample {
  const tensor = (name: string, values: unknown[]): object => ({
    name,
    datatype,
    shape: [values.length],
    data: values,
  });
  return ModelExample.of({
    request: { inputs: [tensor(input, data)] },
    response: { outputs: [tensor(output, expected)] },
  });
}

function pythonModelProps(name: string, initialize = 'pass'): Omit<TritonModelProps, 'name'> {
  const program = `
import socket
import triton_python_backend_utils as pb_utils

class TritonPythonModel:
    def initialize(self, args):
        ${initialize}

    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("y", pb_utils.get_input_tensor_by_name(request, "x").as_numpy())])
                for request in requests]
`;
  const files = ModelFiles.fromFile(writeFile(name, 'model.py', program));
  return { backend: Backend.PYTHON, files, inputs: [Tensor.fp32('x', [2])], outputs: [Tensor.fp32('y', [2])] };
}

/** Creates a cache folder with the installed server, but with a Python that first finds these additional packages. Returns the folder. */
function createCache(name: string, files: Record<string, string>): string {
  const installed = cacheFolder('venv');
  const venv = path.join(folder, name, 'cdk-sagemaker-triton', 'venv');
  execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', '--system-site-packages', venv]);
  const [library] = fs.readdirSync(path.join(venv, 'lib'));
  const packages = path.join(venv, 'lib', library, 'site-packages');
  const installedPackages = path.join(installed, 'lib', library, 'site-packages');
  for (const [file, content] of Object.entries(files)) writeFile(path.relative(folder, packages), file, content);
  for (const each of fs.readdirSync(installedPackages)) {
    const target = path.join(packages, each);
    if (!fs.existsSync(target)) fs.symlinkSync(path.join(installedPackages, each), target);
  }
  return path.join(folder, name);
}

async function run(
  name: string,
  args: string[] = [],
  cache?: string,
): Promise<{ status: number | null; report: string; lastLine: string }> {
  const environment: Record<string, string> = cache === undefined ? {} : { XDG_CACHE_HOME: cache };
  const command = new LocalCommand([assembly, '--stack', name, ...args], environment);
  const status = await command.waitForEnd();
  return { status, report: command.report(name), lastLine: command.output.trim().split('\n').at(-1) ?? '' };
}

test('an ONNX model receives strings as text', async () => {
  const { status, report } = await run('strings');
  expect([status, report]).toEqual([0, expect.stringContaining('PASSED: 1 of 1 responses are correct')]);
});

if (RUNS_ALL)
  test('if the library that executes a model cannot be imported, the model is not run', async () => {
    const packages = {
      'onnxruntime/__init__.py': 'raise ImportError("numpy.core.multiarray failed\\nto import")',
    };
    const { status, report } = await run('strings', [], createCache('broken', packages));
    expect([status, report]).toEqual([3, expect.stringContaining('NOT RUN: the Python of this run cannot import')]);
    expect(report).toContain('(ImportError: numpy.core.multiarray failed to import)');
    expect(report).toMatch(/to run it: \S+ -m pip install 'numpy<2' '?onnxruntime/);
  });

test('a model is not run if the Python lacks a module of the image', async () => {
  const packages = { 'setuptools/__init__.py': `raise ModuleNotFoundError("No module named 'setuptools'")` };
  const { status, report } = await run('imports', [], createCache('lacking', packages));
  expect([status, report]).toEqual([
    3,
    expect.stringContaining('NOT RUN: the image contains the Python module setuptools'),
  ]);
});

if (RUNS_ALL)
  test('a model that opens a connection passes only with the network of the host', async () => {
    expect((await run('downloads')).report).toMatch(/FAILED: .*--network gives it the network of this host/);
    expect((await run('downloads', ['--network'])).report).toContain('PASSED: 1 of 1 responses are correct');
  });

test('the run fails if a model responds incorrectly, although a stand-in replaces a different model', async () => {
  const { status, report, lastLine } = await run('wrong');
  expect([status, report]).toEqual([1, expect.stringContaining("2 of 2 values differ from the example's")]);
  expect(lastLine).toBe('0 passed, 0 not executed, 1 failed, 0 not tested, 0 not run');
});

if (RUNS_ALL)
  test('a model with a stand-in neither passes nor fails', async () => {
    const { status, report, lastLine } = await run('right');
    expect(status).toBe(0);
    expect(report).toMatch(
      /NOT EXECUTED: 1 of 2 models passed\. plan\S* was not executed: a stand-in responded with zeros/,
    );
    expect(report).toMatch(/'plan\S*\.tar\.gz' is NOT EXECUTED: tensorrt cannot run here/);
    expect(lastLine).toBe('0 passed, 1 not executed, 0 failed, 0 not tested, 0 not run');
  });
