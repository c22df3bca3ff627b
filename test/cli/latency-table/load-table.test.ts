import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { loadCommand } from '../../../cli/load';
import { readRequest } from '../../../lib/client/protocol/decode';
import { LatencyProfiles } from '../../../lib/capacity';
import { CommandResult, runCommand } from '../run-command';

const KSERVE = { inputs: [{ name: 'image', datatype: 'FP32', shape: [2, 1], data: [1, 2] }] };

let server: Server;
let url: string;
/** The batch sizes of the requests. */
let batches: number[];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { 'content-type': contentType = '' } = request.headers;
    batches.push(readRequest({ contentType, body: await buffer(request) }).inputs[0].shape[0]);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  batches = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const folder = mkdtempSync(join(tmpdir(), 'load-table-'));
const table = join(folder, 'table.csv');

function load(args: string[], target = url, request: object = KSERVE): Promise<CommandResult> {
  const file = join(folder, 'request.json');
  writeFileSync(file, JSON.stringify(request));
  return runCommand(loadCommand(), [target, `--request=${file}`, ...args]);
}

test('the latency of a request is measured by batch size, and written as a table', async () => {
  const { stdout, status } = await load([
    ...[`--latency-table=${table}`, '--max-batch-size=3', '--instance-type=ml.c6i.large'],
    ...['--warmup=1', '--requests=2'],
  ]);
  expect(status).toBe(0);
  expect(batches).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
  expect(stdout).toContain('items per second');
  const [{ instanceType, serviceTimes }] = LatencyProfiles.fromLatencyTableCsv(table);
  expect(instanceType).toBe('ml.c6i.large');
  expect(serviceTimes.map(({ batch }) => batch)).toEqual([1, 2, 3]);
});

test('without an instance type, the times of a server on this host have the label of this host', async () => {
  await load([`--latency-table=${table}`, '--max-batch-size=1', '--requests=1']);
  expect(readFileSync(table, 'utf8')).toMatch(/\nthis-host,,1,/);
});

test.each<[string, string[], string]>([
  ['neither a rate nor a table', [], 'got neither --rate nor --latency-table; required: one of them'],
  ['a rate and a table', ['--rate=1', '--latency-table=t.csv'], "cannot be used with option '--rate <number>'"],
  ['a table without the largest batch size', ['--latency-table=t.csv'], '--latency-table requires --max-batch-size'],
  [
    'an invalid instance type',
    ['--latency-table=t.csv', '--max-batch-size=1', '--instance-type=g5.xlarge'],
    "allowed: a type such as 'ml.c6i.large'",
  ],
])('%s is rejected before a request is sent', async (_, args, message) => {
  const { stderr, status } = await load(args);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
  expect(batches).toEqual([]);
});

test('the table of a deployed endpoint requires its instance type', async () => {
  process.env.AWS_REGION = 'us-east-1';
  const { stderr, status } = await load(['--latency-table=t.csv', '--max-batch-size=1'], 'classifier');
  expect(stderr).toContain('--latency-table requires --instance-type, the instance type of classifier');
  expect(status).toBe(2);
});

test('a request without a batch dimension is rejected, and no table is written', async () => {
  const file = join(folder, 'not-written.csv');
  const args = [`--latency-table=${file}`, '--max-batch-size=8'];
  const { stderr, status } = await load(args, url, { text_input: 'Once' });
  expect(stderr).toContain('batches can be created only from a KServe request');
  expect(status).toBe(2);
  expect(existsSync(file)).toBe(false);
});
