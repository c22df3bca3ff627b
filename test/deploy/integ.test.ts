import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { LocalCommand } from '../local/command';
import { AwsEmulator, Inventory } from './aws-emulator';

// The command for a real account, with an app of integ/, against the emulator and a real Triton server.
jest.setTimeout(300_000);

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
  emulator = await AwsEmulator.start(folder);
  await emulator.bootstrap({ account: '123456789012', region: 'us-east-1' });
  empty = emulator.inventory();
});
afterAll(async () => {
  await emulator.stop();
  fs.rmSync(folder, { recursive: true });
});

/** Serves an app's models with a real Triton server while something is done. */
async function served<T>(app: string, stack: string, action: () => Promise<T>): Promise<T> {
  const outdir = path.join(folder, app);
  execFileSync(TSX, [path.join(ROOT, 'integ', `${app}.ts`)], { env: { ...process.env, CDK_OUTDIR: outdir } });
  const template = fs.readFileSync(path.join(outdir, `${stack}.template.json`), 'utf8');
  const [, endpointName = ''] = /"EndpointName": "([^"]+)"/.exec(template) ?? [];
  const local = new LocalCommand([outdir, '--keep', '--requests', '1']);
  const [, url] = await local.says(/AWS_ENDPOINT_URL=(\S+)/);
  emulator.invokeAt(endpointName, url);
  try {
    return await action();
  } finally {
    local.child.kill('SIGINT');
    await local.end();
  }
}

test.each([
  ['realtime', 'IntegRealtime', ['DescribeEndpoint', 'DescribeScalableTargets', 'InvokeEndpoint']],
  ['multi-model', 'IntegMultiModel', ['DescribeEndpoint', 'InvokeEndpoint', 'InvokeEndpoint']],
])('%s is deployed, checked and destroyed: nothing is left', async (app, stack, checks) => {
  const before = emulator.log.length;
  const { status, output } = await served(app, stack, () => emulator.run(TSX, ...integ(app)));
  expect([status, output]).toEqual([0, expect.stringContaining('destroyed')]);
  const called = emulator.log
    .slice(before)
    .matchAll(
      /Create AwsApiCall(?:sagemakerruntime|sagemaker|applicationautoscaling)([A-Z]\w+?)[0-9a-f]{32}: SUCCESS/g,
    );
  expect([...called].map(([, api]) => api).sort()).toEqual(checks);
  expect(emulator.inventory()).toEqual(empty);
});

test('an endpoint that does not answer fails the command, and goes as well', async () => {
  const { status, output } = await emulator.run(TSX, ...integ('realtime'));
  expect([status, output]).toEqual([1, expect.stringContaining('FAILED realtime: it was not deployed')]);
  expect(emulator.inventory()).toEqual(empty);
});
