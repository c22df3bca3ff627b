/**
 * Measures the smoke test's handler: a cold start, from loading the bundle in a new process to the first request to the endpoint, and the encoding
 * and decoding of 64 MB. Run by `npm run bench:smoke-test [rounds]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { readResponse } from '../lib/client/protocol/decode';
import { binaryRequest } from '../lib/client/protocol/encode';
import { median, print, Row } from './report';

const BUNDLE = path.join(__dirname, '..', 'assets', 'lambda', 'smoke-test', 'index.mjs');
const ELEMENTS = 16 * 1024 * 1024;
/** Target times in milliseconds. */
const LIMITS = { coldStart: 150, codec: 100 };

/** Loads the handler, prints the start time, and invokes the handler with an event. */
const RUNNER = `
const [bundle, event] = process.argv.slice(1);
const started = performance.timeOrigin + performance.now();
import(bundle).then(async ({ handler }) => {
  console.log(started);
  await handler(JSON.parse(event), { logStreamName: 'bench', getRemainingTimeInMillis: () => 60_000 });
});`;

const SPEC = {
  models: [
    {
      name: 'classifier',
      maxBatchSize: 16,
      inputs: [{ name: 'image', dataType: 'FP32', dims: ['3', '32', '32'] }],
      outputs: [{ name: 'scores', dataType: 'FP32', dims: ['10'] }],
    },
  ],
};

/** Returns the milliseconds from the start of the code in the process to its first request to the endpoint. */
async function coldStart(properties: object): Promise<number> {
  let firstRequestAt = NaN;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/endpoints/')) firstRequestAt ||= performance.timeOrigin + performance.now();
    const isDescription = request.headers['x-amz-target'] !== undefined;
    const scores = { name: 'scores', datatype: 'FP32', shape: [1, 10], data: Array(10).fill(0) };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isDescription ? { EndpointConfigName: 'config' } : { outputs: [scores] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const event = {
    RequestType: 'Create',
    ResponseURL: `${url}/response`,
    StackId: 'arn:aws:cloudformation:us-east-1:111122223333:stack/bench/0',
    LogicalResourceId: 'SmokeTest',
    ResourceProperties: { EndpointName: 'vision', Spec: JSON.stringify(SPEC), ...properties },
  };
  const child = spawn(process.execPath, ['-e', RUNNER, BUNDLE, JSON.stringify(event)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_ENDPOINT_URL: url,
    },
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  await once(child, 'close');
  server.closeAllConnections();
  server.close();
  return firstRequestAt - parseFloat(output);
}

/** Measures the duration of an action. */
function measure<T>(action: () => T): { milliseconds: number; result: T } {
  const started = performance.now();
  const result = action();
  return { milliseconds: performance.now() - started, result };
}

/** Encodes a request of 64 MB, and decodes an unaligned response of the same size. */
function measureCodec(): { encode: number; decode: number } {
  const elements = new Float32Array(ELEMENTS).fill(0.5);
  const tensor = { name: 'image', datatype: 'FP32', shape: [1, ELEMENTS], elements };
  const encoded = measure(() => binaryRequest({}, [tensor]));
  const json = Buffer.from(
    JSON.stringify({
      outputs: [
        {
          name: 'image',
          datatype: 'FP32',
          shape: [1, ELEMENTS],
          parameters: { binary_data_size: elements.byteLength },
        },
      ],
    }).padEnd(201),
  );
  const body = Buffer.concat([json, new Uint8Array(elements.buffer)]);
  const contentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${json.length}`;
  const decoded = measure(() => readResponse({ contentType, body }).outputs);
  if (decoded.result[0].elements[ELEMENTS - 1] !== 0.5) throw new Error('the decoded elements are wrong');
  return { encode: encoded.milliseconds, decode: decoded.milliseconds };
}

export async function smokeTestRows(rounds: number): Promise<Row[]> {
  const starts = { plain: [] as number[], config: [] as number[] };
  const codecs = { encode: [] as number[], decode: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    starts.plain.push(await coldStart({}));
    starts.config.push(await coldStart({ EndpointConfigName: 'config' }));
    const { encode, decode } = measureCodec();
    codecs.encode.push(encode);
    codecs.decode.push(decode);
  }
  const row = (what: string, values: number[], limit: number): Row => ({
    measurement: what,
    unit: 'ms',
    libraryValue: median(values),
    target: `<= ${limit} ms`,
  });
  return [
    row('smoke test, cold start to first request', starts.plain, LIMITS.coldStart),
    row('cold start with a check of the endpoint configuration', starts.config, LIMITS.coldStart),
    row('smoke test, encode 64 MB of FP32', codecs.encode, LIMITS.codec),
    row('decode 64 MB of FP32, not aligned', codecs.decode, LIMITS.codec),
  ];
}

if (require.main === module) void smokeTestRows(Number(process.argv[2] ?? 10)).then(print);
