import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { buildSync } from 'esbuild';
import { loopbackEnvironment } from '../../../cli/local/run-smoke-test';
import { requestForms } from '../../../cli/local/request-forms';
import { ModelMetadata, TritonRequest, TritonResponse } from '../../../lib/client';
import { codeBlocks } from '../../../scripts/markdown-blocks';
import { awsProgram } from '../../aws-venv';
import { ARTIFACTS_FOLDER, classifier } from '../../endpoint/fixtures';
import { Endpoints } from './endpoints';

const ROOT = path.join(__dirname, '..', '..', '..');
const PAGE = path.join(ROOT, 'docs', 'call-the-endpoint.md');

const EXAMPLE = JSON.parse(
  fs.readFileSync(path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx.example.json'), 'utf8'),
);

const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'call-'));
let endpoints: Endpoints;
beforeAll(async () => {
  endpoints = await Endpoints.start();
  const AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  Object.assign(process.env, loopbackEnvironment(endpoints), { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED });
});
afterAll(async () => {
  await endpoints.stop();
  fs.rmSync(workFolder, { recursive: true });
});

test('the Python blocks print the documented output', async () => {
  const page = fs.readFileSync(PAGE, 'utf8');
  const blocks = [...page.matchAll(/^```python\n([^]*?)^```\n(?:\n```text\n([^]*?)^```$)?/gm)];
  const code = blocks.map(([, block]) => block);
  const program = path.join(__dirname, 'run_blocks.py');
  const output = await run(awsProgram('python'), [program], JSON.stringify(code));
  expect(code).toHaveLength(6);
  expect(JSON.parse(output)).toEqual(blocks.map(([, , output = '']) => output));
});

/**
 * Runs a program in a separate folder, and returns its output. This function is asynchronous, because the endpoints run in the same
 * process.
 */
async function run(program: string, args: string[], input = ''): Promise<string> {
  const child = spawn(program, args, {
    cwd: workFolder,
    env: { ...process.env, AWS_SESSION_TOKEN: 'token' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(status).toBe(0);
  return output;
}

/** Compiles the TypeScript block on the page that exports the function with this name, and returns the function. */
async function importFromPage(name: string): Promise<(...args: unknown[]) => unknown> {
  const contents = codeBlocks(PAGE, 'ts').find((block) =>
    new RegExp(`^export async function\\*? ${name}\\(`, 'm').test(block),
  );
  const outfile = path.join(workFolder, `${name}.cjs`);
  buildSync({
    stdin: { contents: contents ?? '', resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    alias: { 'cdk-sagemaker-triton/client': path.join(ROOT, 'lib', 'client') },
  });
  const module = await import(outfile);
  return module[name];
}

test('the TypeScript blocks return the documented values', async () => {
  const classify = await importFromPage('classify');
  const scores = (await classify(new Float32Array(2 * 3072))) as Float32Array;
  expect(scores).toHaveLength(20);
  const best = [scores.subarray(0, 10), scores.subarray(10)].map((row) => row.indexOf(Math.max(...row)));
  expect(best).toEqual([9, 9]);

  const tell = await importFromPage('tell');
  const chunks: string[] = [];
  for await (const word of (await tell('Count', 4)) as AsyncIterable<string>) chunks.push(word);
  expect(chunks).toEqual([' 0', ' 1', ' 2', ' 3']);
});

test('the client sends strings, and decodes FP16', async () => {
  const model = {
    name: 'embedder',
    inputs: [{ name: 'text', datatype: 'BYTES', shape: [-1, 1] }],
    outputs: [{ name: 'embedding', datatype: 'FP16', shape: [-1, 4] }],
  } as const satisfies ModelMetadata;
  const request = new TritonRequest(model, { text: ['a cat', 'two grey cats'] });
  const response = await new SageMakerRuntimeClient().send(
    new InvokeEndpointCommand({ EndpointName: 'embedder', ...request.toBinary() }),
  );
  const { data } = new TritonResponse(model, response).output('embedding');
  expect(data).toEqual(Float32Array.of(5, 5, 2, 1, 13, 13, 3, 2));
});

test('the function of the example "inference API" converts JSON to tensors and tensors to JSON', async () => {
  Object.assign(process.env, { ENDPOINT_NAME: 'image-classifier', MODEL: classifier().metadata });
  const { handler } = await import('../../../bin/inference-api/handler.js');
  const call = async (body: string) => handler({ body } as APIGatewayProxyEventV2);
  const { statusCode, body } = await call(JSON.stringify({ image: EXAMPLE.request.inputs[0].data }));
  expect(statusCode).toBe(200);
  const { scores } = JSON.parse(body ?? '');
  expect(scores).toHaveLength(10);
  expect(scores[0]).toBeCloseTo(EXAMPLE.response.outputs[0].data[0], 3);

  expect(await call('{ "image": [1, 2] }')).toMatchObject({
    statusCode: 400,
    body: expect.stringContaining('multiple of 3072'),
  });
  expect(await call('image')).toMatchObject({ statusCode: 400 });
  const seventeen = JSON.stringify({ image: Array(17 * 3072).fill(0) });
  expect(await call(seventeen)).toMatchObject({
    statusCode: 502,
    body: expect.stringContaining('batch-size must be <= 16'),
  });
});

test('the curl commands send requests in both formats', async () => {
  const { request, response } = EXAMPLE;
  for (const { fileName, body } of requestForms({
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(request)),
  })) {
    fs.writeFileSync(path.join(workFolder, fileName), body);
  }
  const [jsonOutput, binaryOutput] = await Promise.all(
    codeBlocks(PAGE, 'sh').map((command) => run('bash', ['-euc', command])),
  );
  expect(JSON.parse(jsonOutput).outputs[0].shape).toEqual(response.outputs[0].shape);
  expect(binaryOutput).toBe('');
  expect(fs.readFileSync(path.join(workFolder, 'response-headers.txt'), 'utf8')).toMatch(/json-header-size=\d+/);
  const scores = fs.readFileSync(path.join(workFolder, 'response.bin')).subarray(-40);
  expect(scores.readFloatLE(0)).toBeCloseTo(response.outputs[0].data[0], 3);
});
