import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { readMeasurements } from '../../../cli/assembly/measurements';
import { seriesOf } from '../../../cli/dashboard/page/series';
import { loadCommand } from '../../../cli/load';
import { createTemporaryFolder, removeTemporaryFolders } from '../consequences/synthesized';
import { CommandResult, runCommand } from '../run-command';

/** The headers with the names of the inference components that the server has received. */
const components: unknown[] = [];
/** The response of the server. By default, an empty object. */
let respond: (response: http.ServerResponse) => void;
const server = http.createServer((request, response) => {
  components.push(request.headers['x-amzn-sagemaker-inference-component']);
  respond(response);
});
let folder: string;
let target: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`;
});
beforeEach(() => {
  folder = createTemporaryFolder();
  components.splice(0);
  respond = (response) => response.end('{}');
});
afterEach(removeTemporaryFolders);
afterAll(() => server.close());

function load(...options: string[]): Promise<CommandResult> {
  const request = path.join(folder, 'request.json');
  fs.writeFileSync(request, '{"inputs": []}');
  return runCommand(loadCommand(), [
    target,
    `--request=${request}`,
    '--rate=1000',
    '--requests=2',
    '--warmup=0',
    ...options,
  ]);
}

test.each([[[]], [['--stream']]])('requests name the inference component, with %j', async (options) => {
  await load('--inference-component=shared-classifier', ...options);
  expect(components).toEqual(['shared-classifier', 'shared-classifier']);
});

test('the latencies belong to the component on its endpoint, and appear in the lines of its dashboard', async () => {
  await load('--inference-component=shared-classifier', '--endpoint=shared', `--assembly=${folder}`);
  const measurements = readMeasurements(folder);
  expect(measurements).toMatchObject([{ endpointName: 'shared', variantName: 'classifier' }]);
  const widget = (InferenceComponentName: string) => ({
    ...{ type: 'graph' as const, x: 0, y: 0, width: 1, height: 1, title: '', text: '', marks: [], unit: '' },
    stacked: false,
    lines: [{ label: 'p99', metric: 'ModelLatency', statistic: 'p99', dimensions: { InferenceComponentName } }],
  });
  expect(seriesOf(widget('shared-classifier'), measurements)).toMatchObject([{ measurement: measurements[0] }]);
  expect(seriesOf(widget('shared-detector'), measurements)[0].measurement).toBeUndefined();
});

test('without the option, the error of an endpoint with inference components names the option', async () => {
  respond = (response) =>
    response
      .writeHead(400, { 'x-amzn-errortype': 'ValidationError' })
      .end('{"Message": "Inference Component Name header is required for endpoints with components."}');
  const { stderr, status } = await load('--warmup=1');
  expect(stderr).toContain('for endpoints with components. Set --inference-component');
  expect(status).toBe(2);
});

test.each(['--target-variant=AllTraffic', '--target-model=a.tar.gz'])('is not combined with %s', async (option) => {
  const { stderr, status } = await load('--inference-component=shared-classifier', option);
  expect(stderr).toContain("option '--inference-component <name>' cannot be used with option");
  expect(status).toBe(2);
});
