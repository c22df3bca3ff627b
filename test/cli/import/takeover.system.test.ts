import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { importEndpoint } from '../../../cli/import/import-endpoint';
import { readAccount } from '../../../cli/import/read-account';
import { writeApp } from '../../../cli/import/write-app';
import { interceptClients } from '../../account/functions/sdk-clients';
import { synthesizeStack } from '../../account/histories/synthesize';
import {
  createLegacyEndpoint,
  describeEndpoint,
  describeScaling,
  ENDPOINT,
  listTags,
  scaleLegacyEndpoint,
  TAG,
} from '../../account/histories/takeover/legacy-endpoint';
import { STACK, Takeover } from '../../account/histories/takeover/takeover';
import { Simulation, simulate } from '../../account/simulation';
import { createStack, loadImportStack, notCarriedOverIn, readAppFile } from './written-app';

// The endpoint of a notebook is described, imported and deployed, with the apps that the command writes.

process.env.CDK_VALIDATION = 'false';

const CONFIG =
  'name: "doubler"\nbackend: "python"\nmax_batch_size: 8\ninput { name: "numbers" data_type: TYPE_FP32 dims: [4] }\noutput { name: "doubled" data_type: TYPE_FP32 dims: [4] }\n';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Runs a scenario in an account with the endpoint of a notebook. */
async function withLegacyEndpoint<T>(scenario: (aws: Simulation) => Promise<T>): Promise<T> {
  return simulate({ seed: 1 }, async (aws) => {
    await createLegacyEndpoint(aws);
    await scaleLegacyEndpoint(aws);
    return scenario(aws);
  });
}

/** Describes the endpoint with the requests of the command, and writes the app. */
async function writeImportedApp(): Promise<void> {
  const description = await withLegacyEndpoint(({ account }) => {
    const restoreClients = interceptClients((call) => account.call({ ...call, principal: 'deployer' }));
    return readAccount(ENDPOINT, { region: 'us-east-1', readsConfigurations: false }).finally(restoreClients);
  });
  const configurations = [{ folder: 'doubler', text: CONFIG }];
  writeApp(path.join(folder, 'app'), importEndpoint({ ...description, configurations }), 'typescript', 'yes');
}

test('the app takes over the endpoint with its scaling and its tags, and the endpoint serves all the time', async () => {
  await writeImportedApp();
  expect(notCarriedOverIn(folder)).toEqual(['DescribeModel recommender-2024-05-01: version of the model data']);
  expect(readAppFile(folder, 'endpoint-stack.ts')).toContain('takeover: true,');
  const app = synthesizeStack((root) => createStack(folder, root, STACK));
  const imported = synthesizeStack(() => loadImportStack(folder));
  await withLegacyEndpoint(async (aws) => {
    const takeover = new Takeover(aws, app, imported);
    expect(takeover.mapping).toEqual(JSON.parse(readAppFile(folder, 'import/resource-mapping.json')));
    expect((await takeover.import()).status).toBe('IMPORT_COMPLETE');
    expect(await takeover.deploy()).toEqual({ status: 'UPDATE_COMPLETE', reason: '' });
    expect(await describeEndpoint(aws)).toMatchObject({ status: 'InService', config: expect.stringMatching(/^App-/) });
    expect(await describeScaling(aws)).toMatchObject({
      limits: [2, 6],
      actions: ['before-the-evening'],
      suspended: false,
    });
    expect(await listTags(aws)).toEqual([TAG]);
    expect(takeover.hasAlwaysServed).toBe(true);
  });
});
