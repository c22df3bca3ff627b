import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { list } from 'tar';
import { Batching, ModelExample, SamplePayload, Tensor } from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { createJob } from './fixtures';

const firstRequest = (payload: SamplePayload, model = classifier()) => {
  const { bodies = [], ...rest } = payload._files(model) ?? { contentType: '' };
  return { ...rest, body: bodies[0].body };
};

test('the payload of a model without examples is a request of zeros', () => {
  const { contentType, body } = firstRequest(SamplePayload.fromExamples());
  expect(contentType).toBe('application/json');
  const [input] = JSON.parse(body.toString()).inputs;
  expect(input).toMatchObject({ name: 'image', datatype: 'FP32', shape: [1, 3, 32, 32] });
  expect(new Set(input.data)).toEqual(new Set([0]));
});

test('examples are sent unchanged', () => {
  const requests = [{ inputs: [] }, { inputs: [], id: '2' }];
  const model = classifier({ examples: requests.map((request) => ModelExample.of({ request })) });
  const files = SamplePayload.fromExamples()._files(model);
  expect(files?.bodies.map(({ body }) => JSON.parse(body.toString()))).toEqual(requests);
});

test('zeros of FP16 tensors are sent in the binary format, because JSON does not support FP16', () => {
  const model = classifier({ inputs: [Tensor.fp16('image', [3, 4]), Tensor.string('text', [2])] });
  const { contentType, body } = firstRequest(SamplePayload.fromExamples(), model);
  const size = Number(/json-header-size=(\d+)$/.exec(contentType)?.[1]);
  const { inputs } = JSON.parse(body.subarray(0, size).toString());
  expect(inputs.map(({ parameters }: { parameters: object }) => parameters)).toEqual([
    { binary_data_size: 24 },
    { binary_data_size: 8 },
  ]);
  expect(body.subarray(size)).toEqual(Buffer.alloc(32));
});

test('examples in JSON for FP16 tensors are rejected', () => {
  const examples = [ModelExample.of({ request: {} })];
  const model = classifier({ inputs: [Tensor.fp16('image', [3])], examples });
  expect(SamplePayload.fromExamples()._files(model)?.problem).toContain('SamplePayload.fromFiles');
});

test('the request of a sequence model starts and ends its sequence', () => {
  for (const examples of [[], [ModelExample.of({ request: { inputs: [] } })]]) {
    const model = classifier({ batching: Batching.sequenceDirect(), examples });
    const { parameters } = JSON.parse(firstRequest(SamplePayload.fromExamples(), model).body.toString());
    expect(parameters).toMatchObject({ sequence_start: true, sequence_end: true });
  }
});

test('the archive contains a file for each request', async () => {
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'payload-test-'));
  const app = new App({ outdir });
  createJob(new Stack(app, 'Stack'), { samplePayload: SamplePayload.fromFiles([__filename, __filename]) });
  const { directory } = app.synth();
  const assets = JSON.parse(fs.readFileSync(path.join(directory, 'Stack.assets.json'), 'utf8')).files;
  const payload = Object.values<{ displayName: string; source: { path: string } }>(assets).find(
    ({ displayName }) => displayName === 'Sample payload',
  );
  const names: string[] = [];
  await list({
    file: path.join(directory, payload?.source.path ?? ''),
    onReadEntry: (entry) => names.push(entry.path),
  });
  expect(names).toEqual(['0-payload.test.ts', '1-payload.test.ts']);
  fs.rmSync(outdir, { recursive: true });
});
