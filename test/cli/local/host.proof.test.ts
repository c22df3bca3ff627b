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
import { inspectInterpreter } from '../../../cli/local/interpreter';
import { cacheFolder } from '../../../lib/files/cache-folder';
import { onnxBytes, onnxNode, onnxTensor } from '../../model/onnx-bytes';
import { LocalCommand } from './command';
import { RUNS_ALL } from '../../setup/proof';

// Tests behavior that depends on the host: Python libraries, the --python option, the network, and backends that the host cannot run.

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
    files: ModelFiles.fromFile(writeFile('plan', 'model.plan', 'a plan')),
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

/** Creates a virtual environment with these additional files in its folder for packages. Returns its Python. */
function createEnvironment(name: string, files: Record<string, string>): string {
  const environment = path.join(folder, name);
  execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', '--system-site-packages', environment]);
  const library = path.join(environment, 'lib');
  const packages = path.join(name, 'lib', fs.readdirSync(library)[0], 'site-packages');
  for (const [file, content] of Object.entries(files)) writeFile(packages, file, content);
  return path.join(environment, 'bin', 'python');
}

/** The metadata of an installed package. */
const metadataOf = (name: string, version: string): Record<string, string> => ({
  [`${name}-${version}.dist-info/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
});

async function run(
  name: string,
  ...args: string[]
): Promise<{ status: number | null; report: string; lastLine: string }> {
  const command = new LocalCommand([assembly, '--stack', name, '--requests', '2', ...args]);
  const status = await command.waitForEnd();
  return { status, report: command.report(name), lastLine: command.output.trim().split('\n').at(-1) ?? '' };
}

test('an ONNX model runs with the Python of --python, and receives strings as text', async () => {
  const interpreter = path.join(cacheFolder('venv'), 'bin', 'python');
  const { status, report } = await run('strings', '--python', interpreter);
  expect([status, report]).toEqual([0, expect.stringContaining('PASSED: 1 of 1 responses are correct')]);
  expect(report).toContain(`of ${interpreter}`);
});

const COMMANDS =
  /-m venv --system-site-packages ~\/triton-python && ~\/triton-python\/bin\/pip install 'numpy<2' .*onnxruntime\S*, then --python/;

if (RUNS_ALL)
  test('with NumPy 2, an ONNX model is not run, and the report contains the commands for NumPy 1', async () => {
    const packages = { ...metadataOf('numpy', '2.1.3'), ...metadataOf('onnxruntime', '1.24.4') };
    const { status, report } = await run('strings', '--python', createEnvironment('numpy-2', packages));
    expect([status, report]).toEqual([
      3,
      expect.stringContaining('NOT RUN: the Python of this run contains NumPy 2.1.3'),
    ]);
    expect(report).toMatch(COMMANDS);
  });

if (RUNS_ALL)
  test('if the library that executes a model cannot be imported, the model is not run', async () => {
    const packages = {
      ...metadataOf('onnxruntime', '1.24.4'),
      'onnxruntime/__init__.py': 'raise ImportError("numpy.core.multiarray failed\\nto import")',
    };
    const { status, report } = await run('strings', '--python', createEnvironment('broken', packages));
    expect([status, report]).toEqual([3, expect.stringContaining('NOT RUN: the Python of this run cannot import')]);
    expect(report).toContain('(ImportError: numpy.core.multiarray failed to import)');
    expect(report).toMatch(COMMANDS);
  });

test('a model is not run if the Python lacks a module of the image', async () => {
  const packages = { 'setuptools.py': `raise ModuleNotFoundError("No module named 'setuptools'")` };
  const { status, report } = await run('imports', '--python', createEnvironment('lacking', packages));
  expect([status, report]).toEqual([
    3,
    expect.stringContaining('NOT RUN: the image contains the Python module setuptools'),
  ]);
});

test('a Python that was built without libffi, so without ctypes, is usable', () => {
  const modules = path.dirname(writeFile('modules', 'ctypes.py', 'raise ImportError("_ctypes")'));
  const python = writeFile(
    'without-libffi',
    'python3',
    `#!/bin/sh\nPYTHONPATH=${modules} exec /usr/bin/python3 "$@"\n`,
  );
  fs.chmodSync(python, 0o755);
  expect(inspectInterpreter(python).version).toBe(inspectInterpreter('/usr/bin/python3').version);
});

if (RUNS_ALL)
  test('a model that opens a connection passes only with the network of the host', async () => {
    expect((await run('downloads')).report).toMatch(/FAILED: .*--network gives it the network of this host/);
    expect((await run('downloads', '--network')).report).toContain('PASSED: 1 of 1 responses are correct');
  });

test('the run fails if a model responds incorrectly, although a stand-in replaces a different model', async () => {
  const { status, report, lastLine } = await run('wrong');
  expect([status, report]).toEqual([1, expect.stringContaining("2 of 2 values differ from the example's")]);
  expect(lastLine).toBe('0 passed, 0 not executed, 1 failed, 0 not tested, 0 not run');
});

if (RUNS_ALL)
  test('a model with a stand-in neither passes nor fails, and --strict changes the exit status to 3', async () => {
    const { status, report, lastLine } = await run('right', '--strict');
    expect(status).toBe(3);
    expect(report).toMatch(
      /NOT EXECUTED: 1 of 2 models passed\. plan\S* was not executed: a stand-in responded with zeros/,
    );
    expect(report).toMatch(/'plan\S*\.tar\.gz' is NOT EXECUTED: tensorrt cannot run here/);
    expect(lastLine).toBe('0 passed, 1 not executed, 0 failed, 0 not tested, 0 not run');
  });
