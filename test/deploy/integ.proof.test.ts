import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { AwsEmulator, Inventory } from './aws-emulator';
import { bootstrappedEmulator, whileServed } from './revision';

// The command for a real account, with an app of integ/, against the emulator and a real Triton server.

const ROOT = path.join(__dirname, '..', '..');
const TSX = path.join(ROOT, 'node_modules', '.bin', 'tsx');

/** The command, for one app. */
const integ = (app: string): string[] => [
  path.join(ROOT, 'scripts', 'integ.ts'),
  app,
  '--context=@aws-cdk/core:bootstrapQualifier=localhost',
];

let folder: string;
let emulator: AwsEmulator;
let empty: Inventory;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'integ-'));
  emulator = await bootstrappedEmulator(folder);
  empty = emulator.inventory();
});
afterAll(async () => {
  await emulator.stop();
  fs.rmSync(folder, { recursive: true });
});

/** Synthesizes an app, to know what is to be served. */
function synthesized(app: string, stack: string): { assembly: string; endpointName: string } {
  const assembly = path.join(folder, app);
  execFileSync(TSX, [path.join(ROOT, 'integ', `${app}.ts`)], { env: { ...process.env, CDK_OUTDIR: assembly } });
  const template = fs.readFileSync(path.join(assembly, `${stack}.template.json`), 'utf8');
  const [, endpointName = ''] = /"EndpointName": "([^"]+)"/.exec(template) ?? [];
  return { assembly, endpointName };
}

test('an app is deployed, checked and destroyed: nothing is left', async () => {
  const { status, output } = await whileServed(emulator, synthesized('multi-model', 'IntegMultiModel'), () =>
    emulator.run(TSX, ...integ('multi-model')),
  );
  expect([status, output]).toEqual([0, expect.stringContaining('destroyed')]);
  const called = emulator.log.matchAll(
    /Create AwsApiCall(?:sagemakerruntime|sagemaker)([A-Z]\w+?)[0-9a-f]{32}: SUCCESS/g,
  );
  expect([...called].map(([, api]) => api).sort()).toEqual(['DescribeEndpoint', 'InvokeEndpoint', 'InvokeEndpoint']);
  expect(emulator.inventory()).toEqual(empty);
});

test('an endpoint that does not answer fails the command, and goes as well', async () => {
  const { status, output } = await emulator.run(TSX, ...integ('multi-model'));
  expect([status, output]).toEqual([
    1,
    expect.stringContaining('FAILED multi-model: its revision first was not deployed'),
  ]);
  expect(emulator.inventory()).toEqual(empty);
});
