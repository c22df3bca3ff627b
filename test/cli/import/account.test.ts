import * as fs from 'node:fs';
import * as path from 'node:path';
import { CodeWriter } from '../../../cli/app/code';
import { importCommand } from '../../../cli/import';
import { App, Identity } from '../../../cli/import/app';
import { Configurations } from '../../../cli/import/configurations';
import type { Description } from '../../../cli/import/description';
import { provideSimulatedAws } from '../aws-on-loopback';
import { CommandResult, runCommand } from '../run-command';
import { describe as describeCalls } from './described';
import { MANY_SETTINGS } from './described-endpoints';
import { importCalls } from './written-app';
import { folderWith } from '../../model/folders';

// Reads an endpoint from an account, which a local server simulates, and from a folder.

const SAVED = path.join(__dirname, 'saved');
const { calls, configs } = MANY_SETTINGS;
const responses = describeCalls(calls);

let folder: string;
let description: string;
beforeEach(() => {
  folder = folderWith({});
  description = path.join(folder, 'description');
  fs.mkdirSync(path.join(description, 'net'), { recursive: true });
  fs.writeFileSync(path.join(description, 'net', 'config.pbtxt'), configs.net);
});

const account = provideSimulatedAws(({ operation, input }, response) => {
  const json: Record<string, object> = {
    DescribeEndpoint: responses.endpoint,
    DescribeEndpointConfig: responses.config,
    DescribeModel: responses['model-0'],
    ListTags: responses.tags,
    DescribeScalableTargets: responses.targets,
    DescribeScalingPolicies: responses.policies,
    DescribeScheduledActions: responses.actions,
  };
  // The API returns times as numbers.
  const times = (key: string, each: unknown): unknown => (/Time$/.test(key) ? 1_767_225_600 : each);
  if (input.EndpointName === 'missing')
    response.writeHead(400).end(JSON.stringify({ __type: 'ValidationException', message: 'Could not find endpoint' }));
  else response.end(JSON.stringify(json[operation], times));
});
beforeEach(() => (process.env.AWS_REGION = 'us-east-1'));

const importShop = (...args: string[]): Promise<CommandResult> =>
  runCommand(importCommand(), [...args, '--output', path.join(folder, 'app')]);
const readApp = (): [name: string, content: string][] =>
  fs
    .readdirSync(path.join(folder, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, 'app', name)).isFile())
    .map((name) => [name, fs.readFileSync(path.join(folder, 'app', name), 'utf8')]);
const expected = (): Map<string, string> => importCalls(calls, configs).files;

test('writes the app of an endpoint in the account, and prints what it does not reproduce', async () => {
  const { stdout, stderr } = await importShop('shop', '--description', description);
  expect(stderr).toBe('');
  const isSame = ([name]: [string, string]): boolean => name !== 'NOT-CARRIED-OVER.md'; // whose values have the order of the response
  expect(new Map(readApp().filter(isSame))).toEqual(new Map([...expected()].filter(isSame)));
  expect(stdout).toMatch(
    /The app does not reproduce 2 settings \(NOT-CARRIED-OVER\.md\):\n- `version of the model data`/,
  );
});

test('an endpoint that does not exist, and a missing permission', async () => {
  expect(await importShop('missing')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      'import: the endpoint missing cannot be read: ValidationException: Could not find endpoint',
    ),
  });
  account.denied.push('DescribeScheduledActions');
  expect((await importShop('shop')).stderr).toMatch(/import: ScheduledActions cannot be read: AccessDeniedException/);
  expect(fs.existsSync(path.join(folder, 'app'))).toBe(false);
});

test('of many settings, prints only the first, and writes all', async () => {
  const many = path.join(folder, 'many');
  fs.cpSync(SAVED, many, { recursive: true });
  const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`Unknown${index}`, 1]));
  const config = JSON.parse(fs.readFileSync(path.join(SAVED, 'config.json'), 'utf8'));
  fs.writeFileSync(path.join(many, 'config.json'), JSON.stringify({ ...config, ...unknown }));
  const { stdout } = await importShop('--description', many);
  expect(stdout.match(/^- `/gm)).toHaveLength(50);
  expect(stdout).toMatch(/^- and 9\d\d more$/m);
  expect(new Map(readApp()).get('NOT-CARRIED-OVER.md')?.match(/: Unknown/g)).toHaveLength(1000);
});

test('each variable of the code is created once, also if there are thousands', () => {
  const app = new App(new CodeWriter('typescript'), {} as Identity, {} as Description, new Configurations(new Map()));
  let calls = 0;
  const name = (index: number): string =>
    app.variable('Subnet', (id) => {
      calls++;
      return `${id}: ${index}`;
    });
  const names = Array.from({ length: 1000 }, (_, index) => name(index));
  expect([names[0], names[999], name(999)]).toEqual(['subnet', 'subnet1000', 'subnet1000']);
  expect(calls).toBe(2001);
});

test('the folder of scripts/check-wheel.sh is current, and results in the same app without requests', async () => {
  for (const [name, response] of Object.entries(responses))
    expect(JSON.parse(fs.readFileSync(path.join(SAVED, `${name}.json`), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(response)),
    );
  const { stderr } = await importShop('--description', SAVED);
  expect(stderr).toBe('');
  expect(new Map(readApp())).toEqual(expected());
});

test('outputs in UTF-16, as Windows PowerShell writes them, and one that is missing', async () => {
  for (const name of ['endpoint', 'config', 'model-0'])
    fs.writeFileSync(
      path.join(description, `${name}.json`),
      `\ufeff${JSON.stringify(responses[name])}`,
      name === 'config' ? 'utf8' : 'utf16le',
    );
  const { stderr } = await importShop('--description', description);
  expect(stderr).toMatch(/the output of 'aws application-autoscaling describe-scalable-targets .*' is missing/);
});

test.each([
  ['a response', 'other.json', 'outside.json'],
  ['a configuration', 'other/config.pbtxt', 'outside/config.pbtxt'],
  ['a folder', 'other', 'outside'],
])('a link out of the folder is rejected, and nothing of its target is printed: %s', async (_, link, outside) => {
  fs.cpSync(SAVED, description, { recursive: true });
  fs.mkdirSync(path.join(description, path.dirname(link)), { recursive: true });
  fs.mkdirSync(path.join(folder, 'outside'));
  fs.writeFileSync(path.join(folder, 'outside.json'), 'hunter2');
  fs.writeFileSync(path.join(folder, 'outside', 'config.pbtxt'), 'backend: "hunter2"');
  fs.symlinkSync(path.join(folder, outside), path.join(description, link));
  const { stdout, stderr } = await importShop('--description', description);
  expect(stderr).toMatch(/other\S*, which links to .*outside\S*; allowed: a file inside .*description/);
  expect(stdout + stderr).not.toContain('hunter2');
});

test('an error in JSON does not show the text around the error, which can be a secret', async () => {
  fs.writeFileSync(path.join(description, 'endpoint.json'), '{"Environment": {"PIN": hunter2}}');
  const { stderr } = await importShop('--description', description);
  expect(stderr).toContain('endpoint.json: the content is not valid JSON; allowed: JSON');
});

test('an existing folder does not change, and an endpoint must be named', async () => {
  fs.mkdirSync(path.join(folder, 'app'));
  expect((await importShop('--description', SAVED)).stderr).toMatch(
    /--output: .* exists, and import does not change existing folders/,
  );
  expect(fs.readdirSync(path.join(folder, 'app'))).toEqual([]);
  expect((await importShop()).stderr).toContain('the name of the endpoint is missing');
});
