import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { ModelExample, Tensor, TritonModel, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../../lib';
import { cacheFolder } from '../../../lib/files/cache-folder';
import { LocalCommand } from './command';
import { RUNS_ALL, sample } from '../../setup/proof';

// Runs tree models and OpenVINO models with Python libraries. The libraries that created the models (XGBoost, LightGBM, scikit-learn,
// OpenVINO) also calculated the expected responses; test/cli/local/libraries/export.py writes the models and the responses.

const MODELS = path.join(__dirname, 'libraries');
const PYTHON = path.join(cacheFolder('libraries-venv'), 'bin', 'python');
const FULL_BATCHES = 'openvino-full-batches';
const SCORES = 'xgboost-scores';
const SERVED = sample(
  fs.readdirSync(MODELS).filter((name) => !name.includes('.') && name !== FULL_BATCHES),
  3,
);

let folder: string;
let assembly: string;
beforeAll(() => {
  execFileSync('bash', [path.join(__dirname, '..', '..', '..', 'scripts', 'libraries', 'setup.sh')], {
    stdio: 'inherit',
  });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'libraries-'));
  assembly = path.join(folder, 'cdk.out');
  const app = new App({ outdir: assembly });
  new TritonMultiModelEndpoint(new Stack(app, 'all'), 'Endpoint', {
    endpointName: 'all',
    models: SERVED.map((name) => modelOf(name)),
  });
  const withWrongExample = modelOf('sklearn-number', (value) => value + 0.01);
  new TritonRealtimeEndpoint(new Stack(app, 'wrong'), 'Endpoint', { endpointName: 'wrong', model: withWrongExample });
  const { request } = exampleOf(SCORES);
  const inputs = request.inputs.map((tensor: object) => ({ ...tensor, datatype: 'FP64' }));
  const withDoubles = TritonModel.fromDirectory(path.join(MODELS, SCORES)).withOverrides({
    inputs: [Tensor.fp64('input__0', [4])],
    examples: [ModelExample.of({ request: { inputs } })],
  });
  new TritonRealtimeEndpoint(new Stack(app, 'doubles'), 'Endpoint', { endpointName: 'doubles', model: withDoubles });
  const endpointName = FULL_BATCHES;
  new TritonRealtimeEndpoint(new Stack(app, endpointName), 'Endpoint', { endpointName, model: modelOf(endpointName) });
  app.synth();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const exampleOf = (name: string): { request: { inputs: object[] }; response: { outputs: { data: number[] }[] } } =>
  JSON.parse(fs.readFileSync(path.join(MODELS, name, 'example.json'), 'utf8'));

/**
 * Returns a model with its example.
 *
 * @param convert converts the expected values
 */
function modelOf(name: string, convert = (value: number): number => value): TritonModel {
  const { request, response } = exampleOf(name);
  const [output] = response.outputs;
  const expected = { outputs: [{ ...output, data: output.data.map(convert) }] };
  return TritonModel.fromDirectory(path.join(MODELS, name)).withOverrides({
    examples: [ModelExample.of({ request, response: expected })],
  });
}

async function run(name: string, ...args: string[]): Promise<{ status: number | null; report: string }> {
  const command = new LocalCommand([assembly, '--stack', name, '--requests', '1', ...args]);
  const status = await command.waitForEnd();
  return { status, report: command.report(name) };
}

test('each model returns the response of the library that created it', async () => {
  const { status, report } = await run('all', '--python', PYTHON);
  expect([status, report]).toEqual([
    0,
    expect.stringContaining(`PASSED: ${SERVED.length} of ${SERVED.length} responses are correct`),
  ]);
  expect(report).not.toContain('NOT EXECUTED');
});

if (RUNS_ALL)
  test('the run fails if the response differs from the example', async () => {
    const { status, report } = await run('wrong', '--python', PYTHON);
    expect([status, report]).toEqual([1, expect.stringContaining("6 of 6 values differ from the example's")]);
  });

/** Requests that a backend rejects, with the message of the backend in Triton. */
const REJECTIONS: [rejection: string, endpoint: string, message: string][] = [
  ['FIL rejects inputs that are not FP32', 'doubles', 'incorrect type FP64 for input with required type FP32'],
  ['OpenVINO rejects a partial batch', FULL_BATCHES, "expected requests with batch size '4', got '2'"],
];

test.each(sample(REJECTIONS, 1))('%s', async (_, endpoint, message) => {
  const { status, report } = await run(endpoint, '--python', PYTHON);
  expect([status, report]).toEqual([1, expect.stringContaining(message)]);
});

if (RUNS_ALL)
  test('without the library, a stand-in responds, and the report explains how to execute the model', async () => {
    const { status, report } = await run('wrong');
    expect(status).toBe(0);
    expect(report).toMatch(
      /'sklearn-number' is NOT EXECUTED: fil cannot run here.*pip install 'numpy<2' treelite, then --python/,
    );
  });
