import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import type { Template } from '../account/cloudformation/template';
import { defineImport, libraryApp, logicalIdsOf } from '../account/histories/takeover/apps';
import { importChangeSet, ResourceMapping } from '../account/histories/takeover/cdk-import';
import { ENDPOINT, LOG_GROUP } from '../account/histories/takeover/legacy-endpoint';
import { awsProgram } from '../aws-venv';
import type { AwsEmulator } from './aws-emulator';
import type { FormRequest } from './request-recorder';
import { ENVIRONMENT, STACK, startBootstrappedEmulator, synthesizer } from './revision';

// The CDK CLI sends its requests to an AWS emulator, which does not import resources. The simulated account does.

let folder: string;
let emulator: AwsEmulator;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'));
  emulator = await startBootstrappedEmulator(folder);
});
afterAll(async () => {
  await emulator.stop();
  fs.rmSync(folder, { recursive: true });
});

/** The CDK CLI sends the template as YAML. */
function parseYaml(input: string): unknown {
  const script = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))';
  return JSON.parse(execFileSync(awsProgram('python'), ['-c', script], { input, encoding: 'utf8' }));
}

/** The values of a list in the query protocol, such as `Names.member.1`. */
function listOf(request: FormRequest, name: string): Record<string, string>[] {
  const items: Record<string, string>[] = [];
  for (const [key, value] of Object.entries(request)) {
    const [, index, rest] = new RegExp(`^${name}\\.member\\.(\\d+)\\.(.+)$`).exec(key) ?? [];
    if (index !== undefined) items[Number(index) - 1] = { ...items[Number(index) - 1], [rest]: value };
  }
  return items;
}

test('`cdk import` with a mapping file asks nothing, and sends the change set with which the simulated account takes endpoints over', async () => {
  const { template: libraryTemplate } = libraryApp();
  const ids = logicalIdsOf(libraryTemplate);
  const app = new App({ outdir: path.join(folder, 'cdk.out') });
  defineImport(new Stack(app, STACK, { env: ENVIRONMENT, synthesizer: synthesizer() }), libraryTemplate);
  const template = app.synth().getStackByName(STACK).template as Template;
  const EndpointArn = `arn:aws:sagemaker:${ENVIRONMENT.region}:${ENVIRONMENT.account}:endpoint/${ENDPOINT.toLowerCase()}`;
  const mapping: ResourceMapping = { [ids.endpoint]: { EndpointArn }, [ids.logGroup]: { LogGroupName: LOG_GROUP } };
  const mappingFile = path.join(folder, 'resource-mapping.json');
  fs.writeFileSync(mappingFile, JSON.stringify(mapping));

  const { status, output, requests } = await emulator.cdkWithRequests(
    'import',
    `--app=${path.join(folder, 'cdk.out')}`,
    `--resource-mapping=${mappingFile}`,
    '--no-execute',
  );
  expect({ status, output }).toMatchObject({ status: 0 });
  const expected = importChangeSet(STACK, { Resources: {} }, template, mapping);
  const [changeSet, ...others] = requests.filter(({ Action }) => Action === 'CreateChangeSet');
  expect(others).toEqual([]);
  expect(changeSet).toMatchObject({ ChangeSetType: 'IMPORT', StackName: STACK });
  expect(parseYaml(changeSet.TemplateBody)).toEqual(JSON.parse(String(expected.TemplateBody)));
  const resources = expected.ResourcesToImport as { ResourceIdentifier: object }[];
  expect(listOf(changeSet, 'ResourcesToImport')).toEqual(
    resources.map(({ ResourceIdentifier, ...resource }) => {
      const [[key, value]] = Object.entries(ResourceIdentifier);
      return { ...resource, 'ResourceIdentifier.entry.1.key': key, 'ResourceIdentifier.entry.1.value': value };
    }),
  );
  expect(listOf(changeSet, 'Tags')).toEqual([]);
});
