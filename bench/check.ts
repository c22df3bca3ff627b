/**
 * What the command `check` takes for a repository of as many models as the checkout of triton-inference-server/server has. Run by
 * `npm run bench:check [folder]`; with a folder, that is checked.
 */
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { median, print, Row } from './report';

const COMMAND = path.join(__dirname, '..', 'assets', 'cli', 'index.js');
const MODELS = 431;
const CODE = `import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("y", request.inputs()[0].as_numpy())]) for request in requests]
`;

/** Python models that batch, each with its file. */
function repository(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-check-'));
  for (let index = 0; index < MODELS; index++) {
    const version = path.join(folder, `model${index}`, '1');
    fs.mkdirSync(version, { recursive: true });
    fs.writeFileSync(path.join(version, 'model.py'), CODE);
    fs.writeFileSync(
      path.join(version, '..', 'config.pbtxt'),
      `backend: "python"\nmax_batch_size: 16\ninput { name: "x" data_type: TYPE_FP32 dims: 4 }\noutput { name: "y" data_type: TYPE_FP32 dims: 4 }\ndynamic_batching { preferred_batch_size: [ 8, 16 ] }\ninstance_group { kind: KIND_CPU count: 2 }\n`,
    );
  }
  return folder;
}

/** In CPU time, with the start of Node.js. */
function secondsOf(args: string[]): number {
  const timed = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null';
  const { stderr } = spawnSync('bash', ['-c', timed, 'bash', process.execPath, ...args], { encoding: 'utf8' });
  const [user, system] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return user + system;
}

/** The text that takes longest among those that `check` reads whole. */
function longText(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-check-'));
  const inputs = Array.from(
    { length: 60_000 },
    (_, index) => `input { name: "input${index}" data_type: TYPE_FP32 dims: 4 }\n`,
  );
  fs.writeFileSync(path.join(folder, 'config.pbtxt'), `backend: "python"\n${inputs.join('')}`);
  return folder;
}

/** What limits keep from taking hours is no more than a part of the limit. */
function longTextRow(rounds: number): Row {
  const folder = longText();
  try {
    const seconds = Array.from({ length: rounds }, () => secondsOf([COMMAND, 'check', folder]));
    return { what: 'check of a config.pbtxt of 3 MB, CPU time', unit: 's', ours: median(seconds), target: '< 10 s' };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

export function checkRows(rounds: number, given?: string): Row[] {
  const folder = given ?? repository();
  try {
    const seconds = Array.from({ length: rounds }, () => secondsOf([COMMAND, 'check', folder]));
    const what = given === undefined ? `check of ${MODELS} models, CPU time` : `check of ${given}, CPU time`;
    const row = { what, unit: 's', ours: median(seconds), target: '< 1 s' };
    return given === undefined ? [row, longTextRow(rounds)] : [row];
  } finally {
    if (given === undefined) fs.rmSync(folder, { recursive: true });
  }
}

if (require.main === module) print(checkRows(5, process.argv[2]));
