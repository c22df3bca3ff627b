import * as fs from 'node:fs';
import * as path from 'node:path';
import { sparse, writeFiles } from './files';
import { HOSTILE_NAMES } from './folders';
import { HostileInput, TRITON_CHECK } from './hostile-run';

/** What is around the command: arguments, standard streams, the environment, the disk. */

const CONFIG =
  'backend: "onnxruntime"\nmax_batch_size: 1\ninput { name: "x" data_type: TYPE_FP32 dims: 3 }\noutput { name: "y" data_type: TYPE_FP32 dims: 3 }\n';
const MODEL = { 'm/config.pbtxt': CONFIG, 'm/1/model.onnx': 'x' };
const ESCAPES = '\u001b[2J\u202e\u009b31m';
const writeModel = (folder: string): void => writeFiles(folder, MODEL);
const writeLarge = (folder: string): void => {
  writeModel(folder);
  for (let index = 0; index < 1000; index++)
    writeFiles(folder, { [`m${index}/config.pbtxt`]: 'backend: "pythn"\noops: 1' });
};

const around = (name: string, more: Partial<HostileInput>): HostileInput => ({
  name,
  write: writeModel,
  args: (folder) => ['check', folder],
  ...more,
});

const STREAMS: HostileInput[] = [
  around('standard output that is closed', { shell: '"$@" >&-' }),
  around('standard error that is closed', { shell: '"$@" 2>&-' }),
  around('all standard streams closed', { shell: '"$@" <&- >&- 2>&-' }),
  around('a reader that stops reading', {
    write: writeLarge,
    shell: '"$@" | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}',
  }),
  around('a reader that is gone', { write: writeLarge, shell: '"$@" | true; exit ${PIPESTATUS[0]}' }),
  around('a reader of JSON that stops reading', {
    write: writeLarge,
    args: (folder) => ['check', '--format=json', folder],
    shell: '"$@" | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}',
  }),
  around('a reader of the help that is gone', { args: () => ['--help'], shell: '"$@" | true; exit ${PIPESTATUS[0]}' }),
  around('a full device as standard output', { write: writeLarge, shell: '"$@" >/dev/full' }),
  around('a full device as standard error', {
    args: (folder) => ['check', path.join(folder, 'missing')],
    shell: '"$@" 2>/dev/full',
  }),
  around('a log that ends early on standard input', {
    args: () => ['diagnose', '-'],
    shell: 'printf "failed to load" | "$@"',
  }),
  around('standard input without end', {
    args: () => ['diagnose', '-'],
    shell: 'yes "failed to load" | head -c 300000000 | "$@"',
  }),
];

const ENVIRONMENTS: HostileInput[] = [
  around('no HOME', { environment: { HOME: undefined } }),
  around('a HOME that does not exist', {
    environment: { HOME: '/does/not/exist' },
    args: (folder) => ['lock', path.join(folder, 'm')],
    mayWrite: /triton-model\.lock$/,
  }),
  around('a HOME that is a file', {
    environment: { HOME: '/etc/passwd' },
    args: (folder) => ['pack', '--out', folder, path.join(folder, 'm')],
    mayWrite: /\.tar\.gz$|^$/,
  }),
  around('a TMPDIR that does not exist', {
    environment: { TMPDIR: '/does/not/exist' },
    args: (folder) => ['pack', '--out', folder, path.join(folder, 'm')],
    mayWrite: /\.tar\.gz$/,
  }),
  around('an environment of 1 MB', {
    environment: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`V${index}`, 'x'.repeat(100_000)])),
  }),
  around('an XDG_CACHE_HOME of a device', {
    environment: { XDG_CACHE_HOME: '/dev/null' },
    args: (folder) => ['lock', path.join(folder, 'm')],
    mayWrite: /triton-model\.lock$/,
  }),
  around('colors that are forced', {
    environment: { FORCE_COLOR: '3', CLICOLOR_FORCE: '1' },
    args: (folder) => ['check', '--nothing', folder],
  }),
  around('a terminal of no columns', { environment: { COLUMNS: '0', LINES: '-1' }, args: () => ['plan', '--help'] }),
  around('a time zone that is none', {
    environment: { TZ: '../../../etc/passwd' },
    args: () => ['plan', '--as-of=today', '--requests-per-second=1', '--latency=1'],
  }),
  around('credentials with line breaks', {
    environment: { AWS_ACCESS_KEY_ID: 'a\nb', AWS_SECRET_ACCESS_KEY: '\r\n', AWS_ENDPOINT_URL: 'http://127.0.0.1:9' },
    args: () => ['diagnose', 'vision'],
  }),
  around('a profile that is a path', {
    environment: { AWS_PROFILE: '../../etc', AWS_CONFIG_FILE: '/dev/zero', AWS_ENDPOINT_URL: 'http://127.0.0.1:9' },
    args: () => ['diagnose', 'vision'],
  }),
  around('an endpoint of AWS that is no URL', {
    environment: { AWS_ENDPOINT_URL: 'not a url' },
    args: () => ['diagnose', 'vision'],
  }),
  around('a Region that is a host', {
    environment: { AWS_REGION: 'x.evil.example#', AWS_ENDPOINT_URL: 'http://127.0.0.1:9' },
    args: () => ['diagnose', 'vision'],
  }),
  around('no Region', {
    environment: { AWS_REGION: undefined, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' },
    args: () => ['diagnose', 'vision'],
  }),
  around('a folder of the command that is gone', { shell: 'mkdir gone && cd gone && rmdir ../gone && "$@"' }),
];

/** A disk of 1 MB in a mount namespace; where that is not allowed, the command runs without it. */
const ON_SMALL_DISK =
  'unshare --user --map-root-user --mount bash -c \'mount -t tmpfs -o size=256k tmpfs "$0" && "$@"\' "$SMALL" "$@"';
const DISKS: HostileInput[] = [
  around('a full disk for the archive', {
    write: (folder, { elsewhere }) => {
      writeModel(folder);
      fs.writeFileSync(path.join(folder, 'm/1/model.onnx'), Buffer.alloc(3 << 20, 'x1y2'));
      fs.mkdirSync(path.join(elsewhere, 'small'));
    },
    args: (folder, { elsewhere }) => ['pack', '--out', path.join(elsewhere, 'small'), path.join(folder, 'm')],
    shell: `SMALL="$5"; ${ON_SMALL_DISK}`,
    rejected: true,
  }),
  around('a full disk for a large archive', {
    write: (folder, { elsewhere }) => {
      writeModel(folder);
      fs.writeFileSync(path.join(folder, 'm/1/model.onnx'), Buffer.alloc(9 << 20, 'x1y2'));
      fs.mkdirSync(path.join(elsewhere, 'small'));
    },
    args: (folder, { elsewhere }) => ['pack', '--out', path.join(elsewhere, 'small'), path.join(folder, 'm')],
    shell: `SMALL="$5"; ${ON_SMALL_DISK}`,
    rejected: true,
  }),
  around('a file in the place of the folder for the archive', {
    args: (folder) => ['pack', '--out', path.join(folder, 'm/config.pbtxt'), path.join(folder, 'm')],
    rejected: true,
  }),
  around('a device in the place of the folder for the archive', {
    args: (folder) => ['pack', '--out', '/dev/null', path.join(folder, 'm')],
    rejected: true,
  }),
  around('a folder in the place of the SARIF file', {
    args: (folder) => ['check', '--sarif-file', folder, folder],
    rejected: true,
  }),
  around('a SARIF file in a folder that does not exist', {
    args: (folder) => ['check', '--sarif-file', path.join(folder, 'a/b/c.sarif'), folder],
    mayWrite: /^a(\/|$)/,
  }),
  around('a SARIF file that is a full device', { args: (folder) => ['check', '--sarif-file', '/dev/full', folder] }),
  around('a lock whose place is a folder', {
    write: (folder) => writeFiles(folder, { ...MODEL, 'm/triton-model.lock/x': '' }),
    args: (folder) => ['lock', path.join(folder, 'm')],
    rejected: true,
  }),
  around('a lock whose place links elsewhere', {
    write: (folder, { elsewhere }) => {
      writeModel(folder);
      fs.symlinkSync(path.join(elsewhere, 'secret.txt'), path.join(folder, 'm/triton-model.lock'));
    },
    args: (folder) => ['lock', path.join(folder, 'm')],
    mayWrite: /triton-model\.lock$/,
  }),
  around('an app whose folder links elsewhere', {
    write: (folder, { elsewhere }) => {
      writeModel(folder);
      fs.symlinkSync(path.join(elsewhere, 'app'), path.join(folder, 'app'));
    },
    args: (folder) => [
      'init',
      '--model',
      path.join(folder, 'm'),
      '--language=python',
      '--output',
      path.join(folder, 'app'),
    ],
    rejected: true,
  }),
  around('a dashboard whose place links elsewhere', {
    write: (folder, { elsewhere }) => {
      const body = JSON.stringify({ widgets: [] });
      writeFiles(folder, {
        'manifest.json': '{}',
        'It.template.json': JSON.stringify({
          Resources: { D: { Type: 'AWS::CloudWatch::Dashboard', Properties: { DashboardBody: body } } },
        }),
      });
      fs.symlinkSync(path.join(elsewhere, 'secret.txt'), path.join(folder, 'dashboard.html'));
    },
    args: (folder) => ['dashboard', folder],
    mayWrite: /^dashboard\.html$/,
  }),
];

/** The model changes while it is read. */
const replaced = (
  name: string,
  change: (folder: string, turn: number) => void,
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
    let turn = 0;
    const timer = setInterval(() => {
      try {
        change(folder, turn++);
      } catch {
        // It lost the race.
      }
    }, 5);
    return () => clearInterval(timer);
  },
});
const swap = (folder: string, turn: number): void => {
  const file = path.join(folder, 'm/1/model.onnx');
  fs.rmSync(file, { force: true, recursive: true });
  if (turn % 2 === 0) fs.symlinkSync('/dev/zero', file);
  else fs.writeFileSync(file, Buffer.alloc(24 << 20, String(turn)));
};
const RACES: HostileInput[] = [
  replaced(
    'pack',
    swap,
    (folder) => ['pack', '--out', path.join(folder, 'packed'), path.join(folder, 'm')],
    /^(m|packed)\//,
  ),
  replaced('lock', swap, (folder) => ['lock', path.join(folder, 'm')]),
  replaced('check', swap, (folder) => ['check', folder]),
  replaced(
    'check of a configuration',
    (folder, turn) => {
      const file = path.join(folder, 'm/config.pbtxt');
      fs.rmSync(file, { force: true, recursive: true });
      if (turn % 2 === 0) fs.symlinkSync('/dev/zero', file);
      else fs.writeFileSync(file, CONFIG.repeat(1000));
    },
    (folder) => ['check', folder],
  ),
  replaced(
    'pack of a growing file',
    (folder) => fs.appendFileSync(path.join(folder, 'm/1/model.onnx'), Buffer.alloc(1 << 20)),
    (folder) => ['pack', '--out', path.join(folder, 'packed'), path.join(folder, 'm')],
    /^(m|packed)\//,
  ),
];

const ARGUMENTS: Record<string, string[]> = {
  'no verb': [],
  'an unknown verb with escape sequences': [ESCAPES],
  'an unknown option with escape sequences': ['check', `--${ESCAPES}`],
  'a verb of a prototype': ['__proto__'],
  'a path with escape sequences': ['check', ESCAPES],
  'an empty path': ['check', ''],
  'a path of 100,000 characters': ['check', 'x'.repeat(100_000)],
  'a path of 3,000 folders': ['check', 'd/'.repeat(3000)],
  '/dev/zero as a model': ['check', '/dev/zero'],
  '/dev/stdin as a model': ['check', '/dev/stdin'],
  '/proc/self/mem as a model': ['check', '/proc/self/mem'],
  '/proc/kmsg as a model': ['check', '/proc/kmsg'],
  '/proc as a repository': ['check', '/proc/self/'],
  'an instance type of a prototype': ['check', '--instance-type=ml.__proto__.constructor', '.'],
  'an instance type of 100,000 characters': ['check', `--instance-type=ml.${'g'.repeat(100_000)}.x`, '.'],
  'a release beyond all': ['check', '--release=99999999999999.99', '.'],
  'a number of GPUs beyond all': ['check', `--gpu-count=${'9'.repeat(400)}`, '.'],
  'a model to pack that is /dev/zero': ['pack', '/dev/zero'],
  'a name of a model that leads elsewhere': ['pack', '--name=../../elsewhere/x', '.'],
  'a folder to lock that is a device': ['lock', '/dev/null'],
  'an app outside': ['init', '--model=/dev/zero', '--language=python', '--output=../elsewhere/app'],
  'a language of a prototype': ['init', '--model=x', '--language=__proto__'],
  'tensors without end': [
    'init',
    '--model=x.pt',
    '--language=python',
    `--tensors=FP32[${'-1,'.repeat(30_000)}] -> FP32[`,
  ],
  'a target of load elsewhere': ['load', 'http://192.0.2.1/x', '--rate=1', '--request=x'],
  'a target of load with credentials': ['load', 'http://127.0.0.1@192.0.2.1/x', '--rate=1', '--request=x'],
  'a target of load with a name of loopback': ['load', 'http://127.0.0.1.evil.example/x', '--rate=1', '--request=x'],
  'a target of load that is a file': ['load', 'file:///etc/passwd', '--rate=1', '--request=x'],
  'a request that is /dev/zero': ['load', 'http://127.0.0.1:9/x', '--rate=1', '--request=/dev/zero'],
  'a rate beyond all': [
    'load',
    'http://127.0.0.1:9/x',
    '--rate=1e308',
    '--requests=1000000000000',
    '--request=/etc/hostname',
    '--content-type=x',
  ],
  'a content type with line breaks': [
    'load',
    'http://127.0.0.1:9/x',
    '--rate=1',
    '--requests=1',
    '--request=/etc/hostname',
    '--content-type=a\r\nx-evil: y',
  ],
  'results elsewhere': ['recommend', 'fetch', 's3://../../../x'],
  'an engine of /dev/zero': ['engine', '/dev/zero'],
  'a profile without end': ['engine', '--profile', `x=${'1x'.repeat(30_000)}`, 'x.onnx'],
  'a layer called like a prototype': ['engine', '--layer-precision', '__proto__=FP32', 'x.onnx'],
  'an argument of trtexec that is a command': ['engine', '--extra-argument=--x; touch owned', 'x.onnx'],
  'an assembly that is /proc': ['consequences', '/proc'],
  'an assembly before that is /dev/zero': ['consequences', '--against=/dev/zero', '.'],
  'a target of preflight that is /dev/zero': ['preflight', '/dev/zero'],
  'a stack with escape sequences': ['consequences', '--stack', ESCAPES, '.'],
  'a prefix that is a device': ['local', '--no-install', '--prefix=/dev/zero', '.'],
  'a variable with a line break': ['local', '--no-install', '--variable=a\nb', '.'],
  'a log that is /proc/self/mem': ['diagnose', '/proc/self/mem'],
};

const BY_TRITON_CHECK: HostileInput[] = [
  { name: 'no arguments of triton-check', write: writeModel, args: () => [], program: TRITON_CHECK },
  {
    name: 'a pipe as a model of triton-check',
    write: (folder) => void sparse(path.join(folder, 'x'), 1),
    args: () => ['/dev/stdin'],
    program: TRITON_CHECK,
  },
  {
    name: 'names of files as options of triton-check',
    write: (folder) =>
      writeFiles(folder, { [`${String(HOSTILE_NAMES['a hyphen at its beginning'])}/config.pbtxt`]: CONFIG }),
    args: (folder) => [folder],
    program: TRITON_CHECK,
  },
];

export const surroundings: HostileInput[] = [
  ...STREAMS,
  ...ENVIRONMENTS,
  ...DISKS,
  ...RACES,
  ...Object.entries(ARGUMENTS).map(([what, args]): HostileInput => ({
    name: `${what} as an argument`,
    write: writeModel,
    args: () => args,
    longLines: args.some((each) => each.length > 5000),
  })),
  ...BY_TRITON_CHECK,
];
