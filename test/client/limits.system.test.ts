import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { buildSync } from 'esbuild';

// Responses that were made to exhaust the memory or the time of a client are decoded by a process with a small heap and little CPU time.

const HEAP_MEGABYTES = 700;
const CPU_SECONDS = 15;
const PROGRAM = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'client-')), 'client.js');

beforeAll(() => {
  const entryPoints = [path.join(__dirname, '../../lib/client/index.ts')];
  buildSync({ entryPoints, outfile: PROGRAM, bundle: true, platform: 'node' });
});

/** Decodes an output `y` that an expression creates. Returns the number of elements, or the error. */
function decode(
  datatype: string,
  shape: number[],
  { json, bytes = 'Buffer.alloc(0)' }: { json?: string; bytes?: string },
): string {
  const output = { name: 'y', datatype, shape };
  const program = `
    const data = ${bytes};
    const output = ${JSON.stringify(output)};
    const header = ${
      json
        ? `JSON.stringify({ outputs: [{ ...output, data: 0 }] }).replace(/0}]}$/, () => ${json} + '}]}')`
        : 'JSON.stringify({ outputs: [{ ...output, parameters: { binary_data_size: data.length } }] })'
    };
    const type = 'application/vnd.sagemaker-triton.binary+json;json-header-size=' + header.length;
    const response = { ContentType: type, Body: Buffer.concat([Buffer.from(header), data]) };
    const model = { name: 'm', inputs: [], outputs: [output] };
    try {
      console.log(new (require(${JSON.stringify(PROGRAM)}).TritonResponse)(model, response).output('y').data.length);
    } catch (error) {
      console.log(error.message);
    }`;
  const command = `ulimit -t ${CPU_SECONDS}; exec "$0" --max-old-space-size=${HEAP_MEGABYTES} -e "$1"`;
  const { stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, program], { encoding: 'utf8' });
  return stdout.trim() || stderr;
}

test.each<[string, string, number, { json?: string; bytes?: string }]>([
  ['40 MB of empty strings', 'BYTES', 1e7, { bytes: 'Buffer.alloc(4e7)' }],
  ['80 MB of numbers with 16 bits', 'FP16', 4e7, { bytes: 'Buffer.alloc(8e7)' }],
  ['8 million numbers and NaN in JSON', 'FP32', 8e6 + 1, { json: "'[NaN' + ',1.5'.repeat(8e6) + ']'" }],
])('%s are decoded', (_, datatype, count, data) => {
  expect(decode(datatype, [count], data)).toBe(String(count));
});

test.each<[string, { json?: string; bytes?: string }, string]>([
  ['more strings than the shape has', { bytes: 'Buffer.alloc(4e7)' }, 'more strings than the 1 elements of the shape'],
  ['20 million brackets', { json: "'['.repeat(2e7)" }, 'JSON with more than 100 levels'],
  ['5 million small arrays', { json: "'[0' + ',[0]'.repeat(5e6) + ']'" }, 'nested in a different way than its shape'],
  ['500,000 objects with a number as a name', { json: `'[0' + ',{"322":0}'.repeat(5e5) + ']'` }, '10000 objects'],
])('%s are rejected', (_, data, message) => {
  expect(decode('BYTES', [1], data)).toContain(message);
});
