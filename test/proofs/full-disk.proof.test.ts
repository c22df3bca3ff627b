import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { REFERENCE } from '../recommender/fixtures';

// What the command writes is there as a whole or not at all: a full disk leaves the file of before, and nothing half-written.

const COMMAND = path.join(__dirname, '../../assets/cli/index.js');
const MODEL = path.join(__dirname, '../../model-artifacts/image-classifier/onnx');
const BEFORE = 'before';

let folder: string;
let assembly: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'full-'));
  assembly = path.join(folder, 'cdk.out');
  const app = new App({ outdir: assembly });
  new TritonRealtimeEndpoint(new Stack(app, 'Vision'), 'Endpoint', { model: classifier() });
  app.synth();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Runs the command in a namespace where `disk` is a file system that is full but for what fits into the rest of a page. */
function onFullDisk(
  args: string[],
  file: string,
  prepare = '',
): { status: number | null; stderr: string; left: string } {
  const disk = path.join(folder, 'disk');
  fs.mkdirSync(disk, { recursive: true });
  const script = [
    `mount -t tmpfs -o size=64k tmpfs ${disk}`,
    prepare,
    `printf ${BEFORE} > ${disk}/${file}`,
    `cat /dev/zero > ${disk}/filler 2>/dev/null`,
    `"$@" >&2; status=$?`,
    `cd ${disk} && find . -type f ! -name filler | sort && cat ${file}; exit $status`,
  ].join('\n');
  const given = args.map((arg) => arg.replace('DISK', disk));
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', process.execPath, COMMAND, ...given],
    { encoding: 'utf8' },
  );
  return { status, stderr, left: stdout };
}

test.each<[verb: string, args: () => string[], file: string]>([
  ['dashboard --html', () => ['dashboard', assembly, '--html', 'DISK/page.html'], 'page.html'],
  ['recommend report --html', () => ['recommend', 'report', REFERENCE, '--html', 'DISK/page.html'], 'page.html'],
])('%s', (_, args, file) => {
  const { status, stderr, left } = onFullDisk(args(), file);
  expect([status, left]).toEqual([1, `./${file}\n${BEFORE}`]);
  expect(stderr).toContain('no space left');
});

test('lock', () => {
  const { status, stderr, left } = onFullDisk(
    ['lock', 'DISK'],
    'triton-model.lock',
    `mkdir ${folder}/disk/1 && echo model > ${folder}/disk/1/model.py`,
  );
  expect([status, left]).toEqual([1, `./1/model.py\n./triton-model.lock\n${BEFORE}`]);
  expect(stderr).toContain('no space left');
});

test('pack', () => {
  const { status, stderr, left } = onFullDisk(['pack', MODEL, '--out', 'DISK'], 'other');
  expect([status, left]).toEqual([1, `./other\n${BEFORE}`]);
  expect(stderr).toContain('no space left');
});
