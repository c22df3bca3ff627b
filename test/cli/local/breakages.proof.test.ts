import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Backend, ModelFiles, Tensor, TritonModel, TritonRealtimeEndpoint } from '../../../lib';
import { LocalCommand, isProcessRunning } from './command';
import { eventually } from '../../setup/eventually';
import { RUNS_ALL, sample } from '../../setup/proof';

// Runs the command `local` with models that fail in different ways. Each run must end with a report of the cause, and leave no process, file or
// shared memory behind.

/** The Python statement without an effect. */
const NO_OPERATION = 'pass';

/** The Python code that each model runs when it is loaded (`initialize`), and for each request (`execute`). */
const MODELS: Record<string, { initialize?: string; execute?: string }> = {
  well: {},
  'raises-at-start': { initialize: 'raise FileNotFoundError("weights.bin")' },
  raises: { execute: 'raise SystemError("no such label")' },
  'wrong-type': { execute: 'return [pb_utils.InferenceResponse([pb_utils.Tensor("y", numpy.zeros(4, numpy.int32))])]' },
  'no-response': { execute: 'return "nothing"' },
  'hangs-at-start': { initialize: 'time.sleep(100_000)' },
  hangs: { execute: 'time.sleep(100_000)' },
  'kills-server': { execute: 'os.kill(os.getppid(), signal.SIGKILL)\n        time.sleep(100_000)' },
  'kills-stub': { execute: 'os.kill(os.getpid(), signal.SIGKILL)' },
  'kills-command': { execute: 'os.kill(parent(parent(os.getppid())), signal.SIGKILL)' },
  'huge-response': {
    execute: 'return [pb_utils.InferenceResponse([pb_utils.Tensor("y", numpy.zeros(4_000_000, numpy.float32))])]',
  },
  // 700,000 floats are 2.8 MB in the binary form, and 13 MB in JSON.
  'large-response': {
    execute:
      'return [pb_utils.InferenceResponse([pb_utils.Tensor("y", numpy.random.rand(700_000).astype(numpy.float32))])]',
  },
  'detached-child': {
    initialize: 'subprocess.Popen(["tail", "-f", args["model_repository"] + "/1/model.py"], start_new_session=True)',
  },
  'writes-here': { initialize: 'open("here", "w").close()' },
};

let folder: string;
let assembly: string;
let temporaryFolder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'breakages-'));
  assembly = path.join(folder, 'cdk.out');
  const app = new App({ outdir: assembly });
  for (const [name, code] of Object.entries(MODELS)) {
    const file = path.join(folder, name, 'model.py');
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, program(code));
    const model = new TritonModel({
      name,
      backend: Backend.PYTHON,
      files: ModelFiles.fromFile(file),
      inputs: [Tensor.fp32('x', [4])],
      outputs: [Tensor.fp32('y', [-1])],
    });
    new TritonRealtimeEndpoint(new Stack(app, name), 'Endpoint', { endpointName: name, model });
  }
  app.synth();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));
beforeEach(() => {
  temporaryFolder = fs.mkdtempSync(path.join(folder, 'tmp-'));
});

function program({
  initialize = NO_OPERATION,
  execute = NO_OPERATION,
}: {
  initialize?: string;
  execute?: string;
}): string {
  return `
import os, signal, subprocess, time
import numpy
import triton_python_backend_utils as pb_utils

def parent(process):
    return int(open(f"/proc/{process}/stat").read().split()[3])

class TritonPythonModel:
    def initialize(self, args):
        ${initialize}

    def execute(self, requests):
        ${execute}
        return [pb_utils.InferenceResponse([pb_utils.Tensor("y", pb_utils.get_input_tensor_by_name(request, "x").as_numpy())])
                for request in requests]
`;
}

function run(name: string, ...args: string[]): LocalCommand {
  fs.watch(temporaryFolder, (_, created) => created !== null && workFolderNames.add(created)).unref();
  return new LocalCommand([assembly, '--stack', name, ...args], { TMPDIR: temporaryFolder });
}

const summary = (counts: string): string => `${counts}, 0 not tested, 0 not run`;
const PASSED = summary('1 passed, 0 not executed, 0 failed');
const FAILED = summary('0 passed, 0 not executed, 1 failed');

/** The names of the work folders of all runs. The name of shared memory begins with the name of the work folder of its run. */
const workFolderNames = new Set<string>();
const sharedMemory = (): string[] =>
  fs.readdirSync('/dev/shm').filter((name) => [...workFolderNames].some((each) => name.startsWith(`${each}-`)));

const waitUntil = (condition: () => boolean): Promise<void> => eventually(() => expect(condition()).toBe(true));

/** Waits until no process, file or shared memory of a run is left. */
async function expectNothingLeft(): Promise<void> {
  await waitUntil(() => !isProcessRunning(temporaryFolder));
  expect(fs.readdirSync(temporaryFolder)).toEqual([]);
  expect(sharedMemory()).toEqual([]);
}

const RUNS_THAT_END: [model: string, status: number, lastLine: string, reason: RegExp, ...args: string[]][] = [
  ['well', 0, PASSED, /PASSED: 1 of 1 responses are correct/],
  [
    'raises-at-start',
    1,
    FAILED,
    /stopped before it was ready: it ended with status 1 .*FileNotFoundError: weights\.bin/,
  ],
  ['wrong-type', 1, FAILED, /FAILED: .*INT32/],
  ['no-response', 1, FAILED, /FAILED: .*HTTP 500/],
  ['hangs', 1, FAILED, /no response arrived within 60 s, as long as SageMaker waits/],
  ['kills-server', 1, FAILED, /Triton stopped during a request: it was ended by the signal SIGKILL/],
  ['kills-stub', 1, FAILED, /Stub process 'kills-stub_0' is not healthy/],
  ['huge-response', 1, FAILED, /the response has 16\d{6} bytes; SageMaker accepts at most 6291456/],
  ['large-response', 0, PASSED, /PASSED: 1 of 1 responses are correct/],
  ['detached-child', 0, PASSED, /PASSED/],
  ['writes-here', 0, PASSED, /PASSED/],
];

test.each(sample(RUNS_THAT_END, 3))(
  'a run of the model %s ends with status %i and the line "%s"',
  async (model, status, lastLine, reason, ...args) => {
    const command = run(model, ...args);
    expect([await command.waitForEnd(), command.output.trim().split('\n').at(-1)]).toEqual([status, lastLine]);
    expect(command.report(model)).toMatch(reason);
    await expectNothingLeft();
    expect(fs.existsSync('here')).toBe(false);
  },
);

if (RUNS_ALL)
  test('the exception of a model is in the report once', async () => {
    const command = run('raises');
    await command.waitForEnd();
    const [, verdict] = command.report('raises').split(' smoke test ');
    expect(verdict.split('no such label')).toHaveLength(2);
  });

if (RUNS_ALL)
  test('a command that a model kills leaves no process, file or shared memory behind', async () => {
    const command = run('kills-command');
    await command.waitForEnd();
    expect(command.child.signalCode).toBe('SIGKILL');
    await expectNothingLeft();
  });

if (RUNS_ALL)
  test('a detached process of a model ends when the command is killed', async () => {
    const command = run('detached-child', '--keep');
    await command.waitForOutput(/is kept running until Ctrl-C/);
    command.child.kill('SIGKILL');
    await command.waitForEnd();
    await waitUntil(() => !isProcessRunning(temporaryFolder));
    expect(sharedMemory()).toEqual([]);
  });

test('a full disk is not reported as a failure of the model', () => {
  const script = `mount -t tmpfs -o size=16k tmpfs ${temporaryFolder} && exec "$@"`;
  const command = [
    process.execPath,
    path.join(__dirname, '../../../assets/cli/index.js'),
    'local',
    assembly,
    '--stack',
    'well',
  ];
  const { status, stdout } = spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', ...command],
    { encoding: 'utf8', env: { ...process.env, TMPDIR: temporaryFolder } },
  );
  expect([status, stdout.trim().split('\n').at(-1)]).toEqual([
    3,
    '0 passed, 0 not executed, 0 failed, 0 not tested, 1 not run',
  ]);
  expect(stdout.replace(/[│\s]+/g, ' ')).toContain("NOT RUN: there is no space left for the run's files");
});

const HANDLER = path.join(__dirname, '../../../assets/lambda/smoke-test/index.mjs');
// Only processes of this command count, because other tests run the handler at the same time.
const isSmokeTestRunning = ({ child }: LocalCommand): boolean => isProcessRunning(HANDLER, child.pid);
const waitForSmokeTest = (command: LocalCommand): Promise<void> => waitUntil(() => isSmokeTestRunning(command));

const MOMENTS: [
  moment: string,
  model: string,
  waitForMoment: (command: LocalCommand) => Promise<unknown>,
  ...args: string[],
][] = [
  ['the files are written', 'well', () => waitUntil(() => fs.readdirSync(temporaryFolder).length > 0)],
  ['the server starts', 'well', () => waitUntil(() => isProcessRunning(temporaryFolder))],
  ['a model loads', 'hangs-at-start', () => waitUntil(() => isProcessRunning('/hangs-at-start/1/'))],
  ['a model processes a request', 'hangs', waitForSmokeTest],
  [
    'the servers are kept running',
    'well',
    (command) => command.waitForOutput(/is kept running until Ctrl-C/),
    '--keep',
  ],
];

test.each(sample(MOMENTS, 1))(
  'Ctrl-C while %s ends the command, and nothing is left behind',
  async (_, model, waitForMoment, ...args) => {
    const command = run(model, ...args);
    await waitForMoment(command);
    command.child.kill('SIGINT');
    expect(await command.waitForEnd()).toBe(args.includes('--keep') ? 0 : 130);
    await expectNothingLeft();
  },
);
