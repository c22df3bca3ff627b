import assert from 'assert/strict';
import * as fs from 'fs';
import * as path from 'path';
import { after, before, describe, test } from 'node:test';
import { ROOT, synthesize } from '../fresh-app';
import { codeBlocks } from '../markdown-blocks';
import { APP, COLD, fail, read, Run, succeed, write } from './installed';
import { writeLargeModel } from './large-model';
import { assertShows } from './shown';

/** The user's own cache, which has the Triton server. */
const WARM = {};
/** CDK's own validation takes seconds, and is not what is tried here. */
const SYNTHESIS = { ...COLD, CDK_VALIDATION: 'false' };

/** The request of the README's stack, and what its model responds. */
const EXAMPLE = 'numbers.json';
const DOUBLED = [2, 4, 6];
const LARGE_APP = `
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

  test('local: is served, and gives the expected answers', async () => {
    synthesize(APP, LARGE_APP, 'large.out', SYNTHESIS);
    const stdout = await succeed(['local', 'large.out', '--requests', '10'], WARM);
    assert.match(stdout, /PASSED: 1 of 1 responses are correct/);
    assert.match(stdout, /1 passed, 0 not executed, 0 failed, 0 not tested, 0 not run/);
  });

  test('consequences: says what a first deployment of it does', async () => {
    const stdout = await succeed(['consequences', 'large.out']);
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
    const numbers = { name: 'numbers', datatype: 'FP32', shape: [1, 3], data: [1, 2, 3] };
    write(EXAMPLE, JSON.stringify({ request: { inputs: [numbers] } }));
    server = new Run(['local', 'cdk.out', '--keep'], WARM);
    [, endpoint, url] = await server.says(/^(\S+), variant .* is kept running.*\n.* (http:\S+)\/invocations$|NOT RUN/m);
    assert(url, server.stdout);
  });
  after(() => server?.interrupt());

  test('local --keep: passes, and answers requests rightly', async () => {
    assert.match(server.stdout, /PASSED: 1 of 1 responses are correct/);
    const { request } = JSON.parse(read(EXAMPLE));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/invocations`, { method: 'POST', headers, body: JSON.stringify(request) });
    const [{ data }]: { data: number[] }[] = (await answer.json()).outputs;
    assert.deepEqual(data, DOUBLED);
  });

  test('local: prints what the front page of the documentation shows', async () => {
    const page = fs.readFileSync(path.join(ROOT, 'docs', 'README.md'), 'utf8');
    const [, shown = ''] = /<!-- local-run:start -->\n```text\n([^]*?)```\n<!-- local-run:end -->/.exec(page) ?? [];
    assert.notEqual(shown, '');
    assertShows(await succeed(['local', 'cdk.out'], WARM), shown);
  });

  test('load: sends all requests to the local server, and keeps the latencies', async () => {
    const requests = ['--request', EXAMPLE, '--rate', '50', '--requests', '200'];
    const stdout = await succeed([
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

  test('dashboard: draws it in one page, with what load measured', async () => {
    await succeed(['dashboard', 'cdk.out', '--html', 'dashboard.html']);
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

  test('consequences: says what a deployment of another endpoint in its place does', async () => {
    const stdout = await succeed(['consequences', 'large.out', '--against', 'cdk.out']);
    assert.match(stdout, /^- \S+: Endpoint \S+ is created\./m);
    assert.match(stdout, /^- \S+: Endpoint \S+ is deleted after the rest of the deployment has succeeded/m);
  });

  test('local: Ctrl-C stops the server', async () => {
    assert.equal((await server.interrupt()).status, 0);
    await assert.rejects(fetch(`${url}/ping`));
  });
});

test('local: refuses a folder that is no assembly', async () => {
  assert.match(
    await fail(['local', 'model-artifacts'], WARM),
    /has no manifest\.json: pass the folder that 'cdk synth' wrote/,
  );
});

test('dashboard: refuses a folder that is no assembly', async () => {
  assert.match(
    await fail(['dashboard', 'model-artifacts']),
    /has no manifest\.json: pass the folder that 'cdk synth' wrote/,
  );
});

test('consequences: refuses a folder that is no assembly', async () => {
  assert.match(
    await fail(['consequences', 'model-artifacts']),
    /has no manifest\.json: pass the folder that 'cdk synth' wrote/,
  );
});

test('load: fails where nothing answers', async () => {
  const request = write('request.json', '{"inputs":[]}');
  const nobody = 'http://127.0.0.1:9'; // the discard protocol's port
  assert.match(
    await fail(['load', nobody, '--request', request, '--rate', '10']),
    /a request before the measured requests failed: .*ECONNREFUSED/,
  );
});
