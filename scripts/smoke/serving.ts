import assert from 'assert/strict';
import * as fs from 'fs';
import * as path from 'path';
import { after, before, describe, test } from 'node:test';
import { ROOT, synthesize } from '../fresh-app';
import { codeBlocks } from '../markdown-blocks';
import { APP, EMPTY_CACHE, runExpectingError, read, Run, runSuccessfully } from './installed';
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
    const stdout = await runSuccessfully(['local', 'large.out'], USER_CACHE);
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
  before(async () => {
    synthesize(APP, codeBlocks(path.join(ROOT, 'README.md'), 'ts')[0], 'cdk.out', SYNTHESIS);
    server = new Run(['local', 'cdk.out', '--keep'], USER_CACHE);
    [, url] = await server.waitForOutput(/^\S+, variant .* is kept running.*\n.* (http:\S+)\/invocations$|NOT RUN/m);
    assert(url, server.stdout);
  });
  after(() => server?.interrupt());

  test('local --keep: the smoke test passes, and the server responds correctly', async () => {
    assert.match(server.stdout, /PASSED: 1 of 1 responses are correct/);
    const { request, response: expected } = JSON.parse(read(EXAMPLE_FILE));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/invocations`, { method: 'POST', headers, body: JSON.stringify(request) });
    const { outputs } = (await response.json()) as { outputs: { data: number[] }[] };
    const [{ data }] = outputs;
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

test('consequences: rejects a folder that is not an assembly', async () => {
  assert.match(
    await runExpectingError(['consequences', 'model-artifacts']),
    /has no manifest\.json: pass the folder that 'cdk synth' wrote/,
  );
});
