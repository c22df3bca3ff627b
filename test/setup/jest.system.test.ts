import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import config from '../../jest.config.json';

const ROOT = path.join(__dirname, '..', '..');
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'jest-'));
afterAll(() => fs.rmSync(workFolder, { recursive: true }));

interface JestRun {
  readonly status: number | null;
  readonly output: string;
  readonly tests: string[];
}

/** Runs Jest with the configuration of this repository, except these settings, on files in `fixtures`. */
function runJest(files: string[], options: string[] = [], settings: object = {}): JestRun {
  const resultsFile = path.join(workFolder, 'results.json');
  const testMatch = files.map((file) => `<rootDir>/test/setup/fixtures/${file}.ts`);
  const projects = [{ ...config.projects[0], rootDir: ROOT, roots: ['<rootDir>/test/setup'], testMatch }];
  const jestConfig = JSON.stringify({ ...config, rootDir: ROOT, projects, maxWorkers: 2, ...settings });
  const program = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--ci', `--config=${jestConfig}`, '--json', `--outputFile=${resultsFile}`, ...options];
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: ROOT, encoding: 'utf8' });
  const { testResults } = JSON.parse(fs.readFileSync(resultsFile, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  };
  const tests = testResults.flatMap((file) => file.assertionResults);
  return { status, output: stderr, tests: tests.map(({ fullName, status: result }) => `${result}: ${fullName}`) };
}

test('Jest reports wrong values, failed hooks, uncaught errors and missing snapshots as failures', () => {
  const { status, output, tests } = runJest(['failing', 'focused']);
  expect(status).toBe(1);
  expect(tests.sort()).toEqual([
    'failed: a failed beforeAll its test',
    'failed: a rejected promise',
    'failed: a rejection that nothing handles',
    'failed: a row: 1',
    'failed: a row: 2',
    'failed: a snapshot that is missing',
    'failed: an assertion that is missing',
    'failed: an error in a timer',
    'passed: is run',
    'pending: is not run',
    'pending: skipped is not run',
  ]);
  expect(output).not.toContain('RAN AFTER A FAILED HOOK');
  expect(output).toContain('> 6 |   expect(value).toBe(0);'); // the line of the TypeScript file, not of the compiled file
});

test('Jest reports tests and hooks that hang as failures', () => {
  // Nothing in this file ends, so the tests fail with each timeout.
  const { status, output, tests } = runJest(['hanging'], [], { testTimeout: 500 });
  expect([status, tests.sort()]).toEqual([1, ['failed: a hook that hangs its test', 'failed: a test that hangs']]);
  expect(output).toContain('Exceeded timeout of 500 ms for a test');
  expect(output).toContain('Exceeded timeout of 500 ms for a hook');
});

test('Jest runs only the tests that --testNamePattern selects', () => {
  const { status, tests } = runJest(['failing'], ['--testNamePattern', 'a row: 2']);
  expect([status, tests.filter((result) => !result.startsWith('pending'))]).toEqual([1, ['failed: a row: 2']]);
});

test('Jest reports a parameter without a value as an error, instead of waiting for a callback', () => {
  const { status, output } = runJest(['parameter', 'focused']);
  expect([status, output]).toEqual([1, expect.stringContaining('it has a parameter without a value')]);
});

test('Jest reports a file as failed if its worker is killed', () => {
  // The cache is empty, because Jest would run both files in one process if it knew their durations.
  const { status, output, tests } = runJest(['killed', 'focused'], [`--cacheDirectory=${workFolder}`]);
  expect([status, output]).toEqual([1, expect.stringContaining('signal=SIGKILL')]);
  expect(tests).toContain('passed: is run');
});
