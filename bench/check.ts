/**
 * Measures the command `check` with 431 models, as many as the repository triton-inference-server/server contains, or with the models in a folder.
 * Run by `npm run bench:check [folder]`.
 */
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { median, print, Row } from './report';

const COMMAND = path.join(__dirname, '..', 'assets', 'cli', 'index.js');
const MODEL_COUNT = 431;
const MODEL_CODE = `import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("y", request.inputs()[0].as_numpy())]) for request in requests]
`;

/** Creates a repository of Python models with dynamic batching. */
function createRepository(modelCount: number): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-check-'));
  for (let index = 0; index < modelCount; index++) {
    const version = path.join(folder, `model${index}`, '1');
    fs.mkdirSync(version, { recursive: true });
    fs.writeFileSync(path.join(version, 'model.py'), MODEL_CODE);
    fs.writeFileSync(
      path.join(version, '..', 'config.pbtxt'),
      `backend: "python"\nmax_batch_size: 16\ninput { name: "x" data_type: TYPE_FP32 dims: 4 }\noutput { name: "y" data_type: TYPE_FP32 dims: 4 }\ndynamic_batching { preferred_batch_size: [ 8, 16 ] }\ninstance_group { kind: KIND_CPU count: 2 }\n`,
    );
  }
  return folder;
}

/** Returns the CPU time of a command, including the start of Node.js. */
function secondsOf(args: string[]): number {
  const timedCommand = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null';
  const { stderr } = spawnSync('bash', ['-c', timedCommand, 'bash', process.execPath, ...args], { encoding: 'utf8' });
  const [user, system] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return user + system;
}

/** Creates the configuration that takes the longest time within the limits of `check`. */
function createLongConfig(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-check-'));
  const inputs = Array.from(
    { length: 60_000 },
    (_, index) => `input { name: "input${index}" data_type: TYPE_FP32 dims: 4 }\n`,
  );
  fs.writeFileSync(path.join(folder, 'config.pbtxt'), `backend: "python"\n${inputs.join('')}`);
  return folder;
}

/** Returns the row for the largest allowed configuration, whose check must not reach the time limit. */
function longConfigRow(rounds: number): Row {
  const folder = createLongConfig();
  try {
    const seconds = Array.from({ length: rounds }, () => secondsOf([COMMAND, 'check', folder]));
    return {
      measurement: 'check of a config.pbtxt of 3 MB, CPU time',
      unit: 's',
      libraryValue: median(seconds),
      target: '< 10 s',
    };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

export function checkRows(rounds: number, userFolder?: string): Row[] {
  const singleModel = createRepository(1);
  const folder = userFolder ?? createRepository(MODEL_COUNT);
  try {
    const seconds = Array.from({ length: rounds }, () =>
      [folder, singleModel].map((repository) => secondsOf([COMMAND, 'check', repository])),
    );
    const row = {
      measurement: `check of ${userFolder ?? `${MODEL_COUNT} models`}, CPU time`,
      unit: 's',
      libraryValue: median(seconds.map(([value]) => value)),
      reference: 'check of one model',
      referenceValue: median(seconds.map(([, value]) => value)),
      target: '<= 5',
    };
    return userFolder === undefined ? [row, longConfigRow(rounds)] : [row];
  } finally {
    fs.rmSync(singleModel, { recursive: true });
    if (userFolder === undefined) fs.rmSync(folder, { recursive: true });
  }
}

if (require.main === module) print(checkRows(5, process.argv[2]));
