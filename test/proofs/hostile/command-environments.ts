import * as fs from 'node:fs';
import * as path from 'node:path';
import { writeFiles } from './files';
import { HostileInput, TRITON_CHECK } from './hostile-run';

/** Hostile environments of the command: arguments, standard streams, environment variables, disks, and concurrent file changes. */

const CONFIG =
  'backend: "onnxruntime"\nmax_batch_size: 1\ninput { name: "x" data_type: TYPE_FP32 dims: 3 }\noutput { name: "y" data_type: TYPE_FP32 dims: 3 }\n';
const MODEL = { 'm/config.pbtxt': CONFIG, 'm/1/model.onnx': 'x' };
const ESCAPES = '\u001b[2J\u202e\u009b31m';
const writeModel = (folder: string): void => writeFiles(folder, MODEL);
/** Writes 1,001 models. The output of `check` is longer than a pipe can contain. */
const writeManyModels = (folder: string): void => {
  writeModel(folder);
  for (let index = 0; index < 1000; index++)
    writeFiles(folder, { [`m${index}/config.pbtxt`]: 'backend: "pythn"\noops: 1' });
};

const inputWith = (name: string, overrides: Partial<HostileInput>): HostileInput => ({
  name,
  write: writeModel,
  args: (folder) => ['check', folder],
  ...overrides,
});

const STREAMS: HostileInput[] = [
  inputWith('a closed standard output', { shell: '"$@" >&-' }),
  inputWith('all standard streams closed', { shell: '"$@" <&- >&- 2>&-' }),
  inputWith('a reader that stops reading', {
    write: writeManyModels,
    shell: '"$@" | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}',
  }),
  inputWith('a reader that has ended', { write: writeManyModels, shell: '"$@" | true; exit ${PIPESTATUS[0]}' }),
  inputWith('a full device as standard output', { write: writeManyModels, shell: '"$@" >/dev/full' }),
  inputWith('standard input of 300 MB', {
    args: () => ['diagnose', '-'],
    shell: 'yes "failed to load" | head -c 300000000 | "$@"',
  }),
];

const ENVIRONMENTS: HostileInput[] = [
  inputWith('no HOME', { environment: { HOME: undefined } }),
  inputWith('a HOME that does not exist', {
    environment: { HOME: '/does/not/exist' },
    args: (folder) => ['lock', path.join(folder, 'm')],
    mayWrite: /triton-model\.lock$/,
  }),
  inputWith('a TMPDIR that does not exist', {
    environment: { TMPDIR: '/does/not/exist' },
    args: (folder) => ['pack', '--out', folder, path.join(folder, 'm')],
    mayWrite: /\.tar\.gz$/,
  }),
  inputWith('a Region that is a host', {
    environment: { AWS_REGION: 'x.evil.example#', AWS_ENDPOINT_URL: 'http://127.0.0.1:9' },
    args: () => ['diagnose', 'vision'],
  }),
  inputWith('a deleted working folder', { shell: 'mkdir gone && cd gone && rmdir ../gone && "$@"' }),
];

/** Mounts a small disk in a mount namespace. If the system does not allow the mount, the command does not run. */
const ON_SMALL_DISK =
  'unshare --user --map-root-user --mount bash -c \'mount -t tmpfs -o size=256k tmpfs "$0" && "$@"\' "$SMALL" "$@"';
const DISKS: HostileInput[] = [
  inputWith('a full disk for a large archive', {
    write: (folder, { elsewhere }) => {
      writeModel(folder);
      fs.writeFileSync(path.join(folder, 'm/1/model.onnx'), Buffer.alloc(9 << 20, 'x1y2'));
      fs.mkdirSync(path.join(elsewhere, 'small'));
    },
    args: (folder, { elsewhere }) => ['pack', '--out', path.join(elsewhere, 'small'), path.join(folder, 'm')],
    shell: `SMALL="$5"; ${ON_SMALL_DISK}`,
    mustBeRejected: true,
  }),
  inputWith('a folder instead of the SARIF file', {
    args: (folder) => ['check', '--sarif-file', folder, folder],
    mustBeRejected: true,
  }),
  inputWith('a SARIF file that is a full device', { args: (folder) => ['check', '--sarif-file', '/dev/full', folder] }),
  inputWith('a lock file that links to a different folder', {
    write: (folder, { elsewhere }) => {
      writeModel(folder);
      fs.symlinkSync(path.join(elsewhere, 'secret.txt'), path.join(folder, 'm/triton-model.lock'));
    },
    args: (folder) => ['lock', path.join(folder, 'm')],
    mayWrite: /triton-model\.lock$/,
  }),
];

/** An input whose model changes while the command reads it. */
const changingInput = (
  name: string,
  change: (folder: string, iteration: number) => void,
  args: HostileInput['args'],
  mayWrite?: RegExp,
): HostileInput => ({
  name: `a model that is replaced while \`${name}\` reads it`,
  write: (folder) => {
    writeModel(folder);
    fs.writeFileSync(path.join(folder, 'm/1/model.onnx'), Buffer.alloc(24 << 20, 'x'));
    fs.mkdirSync(path.join(folder, 'packed'));
  },
  args,
  mayWrite: mayWrite ?? /^m\//,
  meanwhile: (folder) => {
    let iteration = 0;
    const timer = setInterval(() => {
      try {
        change(folder, iteration++);
      } catch {
        // The command was using the file. The next interval tries again.
      }
    }, 5);
    return () => clearInterval(timer);
  },
});
const replaceModel = (folder: string, iteration: number): void => {
  const file = path.join(folder, 'm/1/model.onnx');
  fs.rmSync(file, { force: true, recursive: true });
  if (iteration % 2 === 0) fs.symlinkSync('/dev/zero', file);
  else fs.writeFileSync(file, Buffer.alloc(24 << 20, String(iteration)));
};
const RACES: HostileInput[] = [
  changingInput(
    'pack',
    replaceModel,
    (folder) => ['pack', '--out', path.join(folder, 'packed'), path.join(folder, 'm')],
    /^(m|packed)\//,
  ),
  changingInput('lock', replaceModel, (folder) => ['lock', path.join(folder, 'm')]),
  changingInput('check', replaceModel, (folder) => ['check', folder]),
  changingInput(
    'pack of a growing file',
    (folder) => fs.appendFileSync(path.join(folder, 'm/1/model.onnx'), Buffer.alloc(1 << 20)),
    (folder) => ['pack', '--out', path.join(folder, 'packed'), path.join(folder, 'm')],
    /^(m|packed)\//,
  ),
];

const ARGUMENTS: Record<string, string[]> = {
  'no subcommand': [],
  'an unknown subcommand with escape sequences': [ESCAPES],
  'a subcommand named __proto__': ['__proto__'],
  'a path with escape sequences': ['check', ESCAPES],
  'an empty path': ['check', ''],
  'a path of 100,000 characters': ['check', 'x'.repeat(100_000)],
  '/dev/zero as a model': ['check', '/dev/zero'],
  '/dev/stdin as a model': ['check', '/dev/stdin'],
  '/proc as a repository': ['check', '/proc/self/'],
  'an instance type named like members of prototypes': ['check', '--instance-type=ml.__proto__.constructor', '.'],
  'an instance type of 100,000 characters': ['check', `--instance-type=ml.${'g'.repeat(100_000)}.x`, '.'],
  'the release 99999999999999.99': ['check', '--release=99999999999999.99', '.'],
  'a number of GPUs with 400 digits': ['check', `--gpu-count=${'9'.repeat(400)}`, '.'],
  'a model to pack that is /dev/zero': ['pack', '/dev/zero'],
  'a model name that is a path to a different folder': ['pack', '--name=../../elsewhere/x', '.'],
  'a folder to lock that is a device': ['lock', '/dev/null'],
  'an app in a different folder': ['init', '--model=/dev/zero', '--language=python', '--output=../elsewhere/app'],
  'a language named __proto__': ['init', '--model=x', '--language=__proto__'],
  'a tensor of 30,000 dimensions': [
    'init',
    '--model=x.pt',
    '--language=python',
    `--tensors=FP32[${'-1,'.repeat(30_000)}] -> FP32[`,
  ],
  'a profile of 30,000 dimensions': ['engine', '--profile', `x=${'1x'.repeat(30_000)}`, 'x.onnx'],
  'a layer named __proto__': ['engine', '--layer-precision', '__proto__=FP32', 'x.onnx'],
  'a log that is /proc/self/mem': ['diagnose', '/proc/self/mem'],
};

export const commandEnvironments: HostileInput[] = [
  ...STREAMS,
  ...ENVIRONMENTS,
  ...DISKS,
  ...RACES,
  ...Object.entries(ARGUMENTS).map(([description, args]): HostileInput => ({
    name: `${description} as an argument`,
    write: writeModel,
    args: () => args,
    allowsLongLines: args.some((argument) => argument.length > 5000),
  })),
  { name: 'no arguments of triton-check', write: writeModel, args: () => [], program: TRITON_CHECK },
];
