import assert from 'assert/strict';
import * as fs from 'fs';
import * as path from 'path';
import { after, before, describe, test } from 'node:test';
import { ROOT, synthesize } from '../fresh-app';
import { codeBlocks } from '../markdown-blocks';
import { APP, EMPTY_CACHE, runExpectingError, read, Run, runSuccessfully, write } from './installed';
import { writeLargeModel } from './large-model';
import { assertShows } from './assert-shows';

/** The environment with the user's cache, which contains the Triton server. */
const USER_CACHE = {};
/** Disables CDK's validation, which takes seconds and is not tested here. */
const SYNTHESIS = { ...EMPTY_CACHE, CDK_VALIDATION: 'false' };

/** The request to the README's stack, and the expected response. */
const EXAMPLE_FILE = 'models/classifier.example.json';
const LARGE_MODEL_APP = `
import { App, Stack } from 'aws-cdk-lib';
import { ModelExample, TritonModel, TritonRealtimeEndpoint } from 'cdk-sagemaker-triton';

new TritonRealtimeEndpoint(new Stack(new App(), 'Serving'), 'Large', {
  model: TritonModel.fromDirectory('served').withOverrides({
    examples: [ModelExample.fromFile('model-artifacts/image-classifier/onnx.example.json')],
  }),
});
`;

describe('a model of 40 MB', () => {
  before(() => writeLargeModel('served'));

  test('local: the model is served, and returns the expected responses', async () => {
    synthesize(APP, LARGE_MODEL_APP, 'large.out', SYNTHESIS);
    const stdout = await runSuccessfully(['local', 'large.out', '--requests', '10'], USER_CACHE);
    assert.match(stdout, /PASSED: 1 of 1 responses are correct/);
    assert.match(stdout, /1 passed, 0 not executed, 0 failed, 0 not tested, 0 not run/);
  });

  test('consequences: the output describes the first deployment of the model', async () => {
    const stdout = await runSuccessfully(['consequences', 'large.out']);
    assert.match(stdout, /^- The deployment needs the quota "ml\.g4dn\.xlarge for endpoint usage" for 1 instance, /m);
    assert.match(stdout, /^- CDK uploads up to 48\.\d MB of model data/m);
  });
});

describe("the README's stack", () => {
  let server: Run;
  let url: string;
  let endpoint: string;
  before(async () => {
    synthesize(APP, codeBlocks(path.join(ROOT, 'README.md'), 'ts')[0], 'cdk.out', SYNTHESIS);
    server = new Run(['local', 'cdk.out', '--keep'], USER_CACHE);
    [, endpoint, url] = await server.waitForOutput(
      /^(\S+), variant .* is kept running.*\n.* (http:\S+)\/invocations$|NOT RUN/m,
    );
    assert(url, server.stdout);
  });
  after(() => server?.interrupt());

  test('local --keep: the smoke test passes, and the server responds correctly', async () => {
    assert.match(server.stdout, /PASSED: 1 of 1 responses are correct/);
    const { request, response: expected } = JSON.parse(read(EXAMPLE_FILE));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/invocations`, { method: 'POST', headers, body: JSON.stringify(request) });
    const [{ data }]: { data: number[] }[] = (await response.json()).outputs;
    const differences = data.map((value, index) => Math.abs(value - expected.outputs[0].data[index]));
    assert(differences.length === 10 && Math.max(...differences) < 0.001);
  });

  test('local: the output contains the lines that the README shows', async () => {
    const page = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8');
    const [, documentedOutput = ''] =
      /<!-- local-run:start -->\n```text\n([^]*?)```\n<!-- local-run:end -->/.exec(page) ?? [];
    assert.notEqual(documentedOutput, '');
    assertShows(await runSuccessfully(['local', 'cdk.out'], USER_CACHE), documentedOutput);
  });

  test('load: the local server completes all requests, and the CSV file contains the latency', async () => {
    const requests = ['--request', EXAMPLE_FILE, '--rate', '50', '--requests', '200'];
    const stdout = await runSuccessfully([
      'load',
      url,
      ...requests,
      '--csv',
      'load.csv',
      '--assembly',
      'cdk.out',
      '--endpoint',
      endpoint,
    ]);
    assert.match(stdout, /200 in [\d.]+ s, 0 failed/);
    const [columns, values] = read('load.csv')
      .split('\n')
      .map((line) => line.split(','));
    assert(Number(values[columns.indexOf('p99 latency')]) > 0);
  });

  test('dashboard: the page contains the dashboard and the latencies that load measured', async () => {
    await runSuccessfully(['dashboard', 'cdk.out', '--html', 'dashboard.html']);
    const page = read('dashboard.html');
    const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(page) ?? [];
    const { dashboards, measurements } = JSON.parse(data);
    assert.equal(dashboards[0].stack, 'Serving');
    assert(dashboards[0].widgets.length > 5);
    assert.doesNotMatch(page, /<(script|link|img)[^>]+(src|href)="(?!data:)/, 'needs nothing else');
    assert.deepEqual(
      measurements.map(({ endpointName, source }: Record<string, string>) => [endpointName, source]),
      [[endpoint, 'load run, 50 requests per second']],
    );
  });

  test('consequences: the output describes that a different endpoint replaces the deployed endpoint', async () => {
    const stdout = await runSuccessfully(['consequences', 'large.out', '--against', 'cdk.out']);
    assert.match(stdout, /^- \S+: Endpoint \S+ is created\./m);
    assert.match(stdout, /^- \S+: Endpoint \S+ is deleted after the rest of the deployment has succeeded/m);
  });

  test('local: Ctrl-C stops the server', async () => {
    assert.equal((await server.interrupt()).status, 0);
    await assert.rejects(fetch(`${url}/ping`));
  });
});

test('local: rejects a folder that is not an assembly', async () => {
  assert.match(
    await runExpectingError(['local', 'model-artifacts'], USER_CACHE),
    /has no manifest\.json: pass the folder that 'cdk synth' wrote/,
  );
});

test('dashboard: rejects a folder that is not an assembly', async () => {
  assert.match(
    await runExpectingError(['dashboard', 'model-artifacts']),
    /has no manifest\.json: pass the folder that 'cdk synth' wrote/,
  );
});

test('consequences: rejects a folder that is not an assembly', async () => {
  assert.match(
    await runExpectingError(['consequences', 'model-artifacts']),
    /has no manifest\.json: pass the folder that 'cdk synth' wrote/,
  );
});

test('load: fails if nothing responds', async () => {
  const request = write('request.json', '{"inputs":[]}');
  const unusedUrl = 'http://127.0.0.1:9'; // the port of the discard protocol
  assert.match(
    await runExpectingError(['load', unusedUrl, '--request', request, '--rate', '10']),
    /a request before the measured requests failed: .*ECONNREFUSED/,
  );
});
