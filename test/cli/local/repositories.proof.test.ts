import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { ModelExample, TritonModel, TritonRealtimeEndpoint } from '../../../lib';
import { LocalCommand } from './command';
import { sample } from '../../setup/proof';

// Serves copies of public model repositories with a real Triton server. The copies have the names, types, shapes and roles of the original
// models (see `source`), but small weights and programs (test/cli/local/repositories/export.py), so the expected responses can be
// calculated manually. README.md lists these repositories.

interface PublicRepository {
  /** The repository, commit and folder of the source. */
  readonly source: string;
  /** The model that clients invoke, if the repository has several candidates. */
  readonly model?: string;
  /** Names of models that the model calls, but that neither its configuration nor its code contains: the request contains the name. */
  readonly members?: string[];
  readonly request: object;
  readonly response: object;
}

type TensorData = [name: string, datatype: string, shape: number[], data: unknown[]];

const tensors = (rows: TensorData[]): object[] =>
  rows.map(([name, datatype, shape, data]) => ({ name, datatype, shape, data }));
const inputs = (...rows: TensorData[]): object => ({ inputs: tensors(rows) });
const outputs = (...rows: TensorData[]): object => ({ outputs: tensors(rows) });
const filled = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);
const numbersBelow = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const SERVER = 'triton-inference-server/server e1db8a603, docs/examples/model_repository';
const PYTHON_BACKEND = 'triton-inference-server/python_backend f9088ff, examples';
const AWS = 'aws/amazon-sagemaker-examples';
const FOUR_NUMBERS: TensorData[] = [
  ['INPUT0', 'FP32', [4], [1, 2, 3, 4]],
  ['INPUT1', 'FP32', [4], [4, 3, 2, 1]],
];
const SUM_AND_DIFFERENCE = outputs(['OUTPUT0', 'FP32', [4], [5, 5, 5, 5]], ['OUTPUT1', 'FP32', [4], [-3, -1, 1, 3]]);

const REPOSITORIES: Record<string, PublicRepository> = {
  simple: {
    source: `${SERVER}/simple`,
    request: inputs(['INPUT0', 'INT32', [1, 16], numbersBelow(16)], ['INPUT1', 'INT32', [1, 16], filled(16, 1)]),
    response: outputs(
      ['OUTPUT0', 'INT32', [1, 16], numbersBelow(16).map((value) => value + 1)],
      ['OUTPUT1', 'INT32', [1, 16], numbersBelow(16).map((value) => value - 1)],
    ),
  },
  'simple-string': {
    source: `${SERVER}/simple_string`,
    request: inputs(
      ['INPUT0', 'BYTES', [1, 16], numbersBelow(16).map(String)],
      ['INPUT1', 'BYTES', [1, 16], filled(16, '1')],
    ),
    response: outputs(
      ['OUTPUT0', 'BYTES', [1, 16], numbersBelow(16).map((value) => `${value + 1}`)],
      ['OUTPUT1', 'BYTES', [1, 16], numbersBelow(16).map((value) => `${value - 1}`)],
    ),
  },
  'simple-sequence': {
    source: `${SERVER}/simple_sequence`,
    request: {
      ...inputs(['INPUT', 'INT32', [1, 1], [4]]),
      parameters: { sequence_id: 7, sequence_start: true, sequence_end: true },
    },
    response: outputs(['OUTPUT', 'INT32', [1, 1], [5]]), // the model adds 1 to the first request of a sequence (START)
  },
  'add-sub': { source: `${PYTHON_BACKEND}/add_sub`, request: inputs(...FOUR_NUMBERS), response: SUM_AND_DIFFERENCE },
  bls: {
    source: `${PYTHON_BACKEND}/bls`,
    model: 'bls_sync',
    members: ['add_sub'],
    request: inputs(['MODEL_NAME', 'BYTES', [1], ['add_sub']], ...FOUR_NUMBERS),
    response: SUM_AND_DIFFERENCE,
  },
  'bls-decoupled': {
    source: `${PYTHON_BACKEND}/bls_decoupled`,
    request: inputs(['IN', 'INT32', [1], [3]]),
    response: outputs(['SUM', 'INT32', [1], [9]]),
  },
  'text-detection': {
    source: 'triton-inference-server/tutorials e848952, Conceptual_Guide/Part_5-Model_Ensembles/model_repository',
    request: inputs(['input_image', 'UINT8', [1, 4], [...Buffer.from('STOP')]]),
    response: outputs(['recognized_text', 'BYTES', [4, 1], [...'STOP']]),
  },
  'aws-resnet': {
    source: `${AWS} 1732bc2, deploy_and_monitor/sm-triton_resnet50/triton-serve-pt`,
    request: inputs(['INPUT__0', 'FP32', [1, 3, 224, 224], filled(3 * 224 * 224, 1)]),
    response: outputs(['OUTPUT__0', 'FP32', [1, 1000], numbersBelow(1000).map((value) => value + 3)]),
  },
  'aws-bert': {
    source: `${AWS} 4650de0, deploy_and_monitor/sm-triton_nlp_bert/triton-serve-pt`,
    request: inputs(['INPUT__0', 'INT32', [1, 128], filled(128, 2)], ['INPUT__1', 'INT32', [1, 128], filled(128, 1)]),
    response: outputs(
      ['OUTPUT__0', 'FP32', [1, 128, 768], filled(128 * 768, 2)],
      ['1634__1', 'FP32', [1, 768], filled(768, 256)],
    ),
  },
};

const SERVED = sample(Object.entries(REPOSITORIES), 3);

let folder: string;
let command: LocalCommand;
let status: number | null;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'repositories-'));
  const assembly = path.join(folder, 'cdk.out');
  const app = new App({ outdir: assembly });
  for (const [endpointName, { model: name, members, request, response }] of SERVED) {
    const repository = path.join(__dirname, 'repositories', endpointName);
    const model = TritonModel.fromRepository(repository, name).withOverrides({
      examples: [ModelExample.of({ request, response })],
      ...(members && { members: members.map((member) => TritonModel.fromRepository(repository, member)) }),
    });
    new TritonRealtimeEndpoint(new Stack(app, endpointName), 'Endpoint', { endpointName, model });
  }
  app.synth();
  command = new LocalCommand([assembly]);
  status = await command.waitForEnd();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

test.each(SERVED.map(([name, { source }]) => [name, source]))(
  '%s (%s) is served, and returns the expected response',
  (name) => {
    expect(command.report(name)).toContain('PASSED: 1 of 1 responses are correct');
    expect(command.report(name)).not.toContain('NOT EXECUTED');
  },
);

test('the command exits with 0, and reports that all repositories passed', () => {
  expect(status).toBe(0);
  expect(command.output.trim().split('\n').at(-1)).toBe(
    `${SERVED.length} passed, 0 not executed, 0 failed, 0 not tested, 0 not run`,
  );
});

test('the documentation lists these repositories', () => {
  const page = fs.readFileSync(path.join(__dirname, 'README.md'), 'utf8');
  for (const [name, { source }] of Object.entries(REPOSITORIES)) {
    expect(page).toMatch(new RegExp(`^\\| ${name} +\\|`, 'm'));
    expect(page).toContain(source.split(' ')[0]);
  }
});
