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
import { cacheFolder } from '../../../lib/platform/cache-folder';
import { onnxBytes, onnxNode, onnxTensor } from '../../model/onnx-bytes';
import { LocalCommand } from './command';

// What depends on the machine: its libraries, its Python, its network, and the backends that it cannot run.

const STRING = 8;

let folder: string;
let assembly: string;
let host: net.Server;
beforeAll(async () => {
  host = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => host.once('listening', resolve));
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'machine-'));
  assembly = path.join(folder, 'cdk.out');
  const app = new App({ outdir: assembly });
  const add = (name: string, props: Omit<TritonModelProps, 'name'>): void => {
    const model = new TritonModel({ name, ...props });
    new TritonRealtimeEndpoint(new Stack(app, name), 'Endpoint', { endpointName: name, model });
  };
  add('strings', {
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromFile(file('strings', 'model.onnx', stringsToNumbersAndBack())),
    inputs: [Tensor.string('numbers', [2])],
    outputs: [Tensor.string('texts', [2])],
    examples: [example('BYTES', 'numbers', 'texts', ['4', '-17'], ['4', '-17'])],
  });
  const { port } = host.address() as net.AddressInfo;
  add('downloads', python('downloads', `socket.create_connection(("127.0.0.1", ${port})).close()`));
  const right = [example('FP32', 'x', 'y', [1, 2], [1, 2])];
  const wrong = [example('FP32', 'x', 'y', [1, 2], [6, 7])];
  const plan = new TritonModel({
    ...python('plan'),
    name: 'plan',
    backend: Backend.TENSORRT,
    files: ModelFiles.fromFile(file('plan', 'model.plan', 'a plan')),
    examples: right,
  });
  for (const [name, examples] of [
    ['right', right],
    ['wrong', wrong],
  ] as const) {
    const model = new TritonModel({ name: 'echo', ...python(name), examples: [...examples] });
    new TritonMultiModelEndpoint(new Stack(app, name), 'Endpoint', { endpointName: name, models: [model, plan] });
  }
  app.synth();
});
afterAll(() => {
  host.close();
  fs.rmSync(folder, { recursive: true });
});

function file(name: string, base: string, content: string | Buffer): string {
  const written = path.join(folder, name, base);
  fs.mkdirSync(path.dirname(written), { recursive: true });
  fs.writeFileSync(written, content);
  return written;
}

/** As Triton's `simple_string` does: numbers in strings, and strings from numbers. */
function stringsToNumbersAndBack(): Buffer {
  const cast = (input: string, output: string, to: number): Uint8Array => onnxNode('Cast', [input], [output], { to });
  return onnxBytes({
    inputs: [onnxTensor('numbers', STRING, [2])],
    outputs: [onnxTensor('texts', STRING, [2])],
    nodes: [cast('numbers', 'values', 7), cast('values', 'texts', STRING)],
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

function python(name: string, initialize = 'pass'): Omit<TritonModelProps, 'name'> {
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
  const files = ModelFiles.fromFile(file(name, 'model.py', program));
  return { backend: Backend.PYTHON, files, inputs: [Tensor.fp32('x', [2])], outputs: [Tensor.fp32('y', [2])] };
}

async function run(
  name: string,
  ...args: string[]
): Promise<{ status: number | null; report: string; lastLine: string }> {
  const command = new LocalCommand([assembly, '--stack', name, '--requests', '2', ...args]);
  const status = await command.end();
  return { status, report: command.report(name), lastLine: command.output.trim().split('\n').at(-1) ?? '' };
}

test('ONNX models get strings as text, with the Python that is given', async () => {
  const interpreter = path.join(cacheFolder('venv'), 'bin', 'python');
  const { status, report } = await run('strings', '--python', interpreter);
  expect([status, report]).toEqual([0, expect.stringContaining('PASSED: 1 of 1 responses are correct')]);
  expect(report).toContain(`of ${interpreter}`);
});

test('a model that downloads needs the network of the machine', async () => {
  expect((await run('downloads')).report).toMatch(/FAILED: .*--network gives it the network of this host/);
  expect((await run('downloads', '--network')).report).toContain('PASSED: 1 of 1 responses are correct');
});

test('a stand-in switches the comparison off for its own model only', async () => {
  const { status, report, lastLine } = await run('wrong');
  expect([status, report]).toEqual([1, expect.stringContaining("2 of 2 values differ from the example's")]);
  expect(lastLine).toBe('0 passed, 0 not executed, 1 failed, 0 not tested, 0 not run');
});

test('what a stand-in answered is neither passed nor failed; --strict minds it', async () => {
  const { status, report, lastLine } = await run('right', '--strict');
  expect(status).toBe(3);
  expect(report).toMatch(
    /NOT EXECUTED: 1 of 2 models passed\. plan\S* was not executed: a stand-in responded with zeros/,
  );
  expect(report).toMatch(/'plan\S*\.tar\.gz' is NOT EXECUTED: tensorrt cannot run here/);
  expect(lastLine).toBe('0 passed, 1 not executed, 0 failed, 0 not tested, 0 not run');
});
