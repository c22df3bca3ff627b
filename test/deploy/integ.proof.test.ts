import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { AwsEmulator, Inventory } from './aws-emulator';
import { startBootstrappedEmulator, whileModelsAreServed } from './revision';
import { RUNS_ALL } from '../setup/proof';

// Tests the command `scripts/integ.ts` with an app in integ/. The command is meant for a real account. This test uses the emulator and a
// real Triton server.

const ROOT = path.join(__dirname, '..', '..');
const TSX = path.join(ROOT, 'node_modules', '.bin', 'tsx');

/** Arguments that run the command for one app. */
const integArguments = (app: string): string[] => [
  path.join(ROOT, 'scripts', 'integ.ts'),
  app,
  '--context=@aws-cdk/core:bootstrapQualifier=localhost',
];

let folder: string;
let emulator: AwsEmulator;
let initialInventory: Inventory;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'integ-'));
  emulator = await startBootstrappedEmulator(folder);
  initialInventory = emulator.inventory();
});
afterAll(async () => {
  await emulator.stop();
  fs.rmSync(folder, { recursive: true });
});

/** Synthesizes an app. Returns its assembly and the endpoint name, which are required to serve its models. */
function synthesize(app: string, stack: string): { assembly: string; endpointName: string } {
  const assembly = path.join(folder, app);
  execFileSync(TSX, [path.join(ROOT, 'integ', `${app}.ts`)], { env: { ...process.env, CDK_OUTDIR: assembly } });
  const template = fs.readFileSync(path.join(assembly, `${stack}.template.json`), 'utf8');
  const [, endpointName = ''] = /"EndpointName": "([^"]+)"/.exec(template) ?? [];
  return { assembly, endpointName };
}

test('an app is deployed, checked and destroyed, and no resource remains', async () => {
  const { status, output } = await whileModelsAreServed(emulator, synthesize('multi-model', 'IntegMultiModel'), () =>
    emulator.run(TSX, ...integArguments('multi-model')),
  );
  expect([status, output]).toEqual([0, expect.stringContaining('destroyed')]);
  const apiCalls = emulator.log.matchAll(
    /Create AwsApiCall(?:sagemakerruntime|sagemaker)([A-Z]\w+?)[0-9a-f]{32}: SUCCESS/g,
  );
  expect([...apiCalls].map(([, api]) => api).sort()).toEqual(['DescribeEndpoint', 'InvokeEndpoint', 'InvokeEndpoint']);
  expect(emulator.inventory()).toEqual(initialInventory);
});

if (RUNS_ALL)
  test('an endpoint that does not respond fails the command, and is destroyed', async () => {
    const { status, output } = await emulator.run(TSX, ...integArguments('multi-model'));
    expect([status, output]).toEqual([
      1,
      expect.stringContaining('FAILED multi-model: its revision first was not deployed'),
    ]);
    expect(emulator.inventory()).toEqual(initialInventory);
  });
