/**
 * Measures how many small faults in the sources the tests find: draws mutants, copies of the sources with one fault each, and runs the test
 * files that reach the fault. Prints the kill rate by room and the surviving mutants:
 *
 *     npx tsx scripts/mutants.ts --seed 1 --report mutants.md
 *
 * The work folder contains a copy of the working tree with all drawn mutants, which an environment variable switches on one at a time. Files
 * that git ignores are not copied. An interrupted run continues if it starts again with the same options. Only TypeScript is mutated, without
 * the page script of the dashboard.
 */
import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { cacheFolder } from '../lib/files/cache-folder';
import { drawMutants, type Mutant } from './mutants/draw';
import { withMutants } from './mutants/mutations';
import { reportOf, type Result } from './mutants/report';

const ROOT = path.join(__dirname, '..');
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    /** Suites, separated by commas. Mutants that survive a suite run in the next suite. */
    suites: { type: 'string', default: 'unit' },
    workers: { type: 'string', default: `${os.availableParallelism()}` },
    work: { type: 'string', default: path.join(os.tmpdir(), 'mutants') },
    report: { type: 'string' },
  },
});
const WORK = path.resolve(options.work);
const COPY = path.join(WORK, 'copy');
/** Runs without a fault, which show how many mutants only seem killed, because a test fails now and then. */
const CONTROLS = 5;

interface TestFile {
  readonly suite: string;
  readonly file: string;
  readonly passes: boolean;
  readonly seconds: number;
  /** IDs of the mutants that the tests of the file execute. */
  readonly reached: number[];
}

/** Lines of JSON, which are kept when the run is interrupted. */
class Journal<T> {
  private readonly file: string;
  public readonly entries: T[];

  constructor(name: string) {
    this.file = path.join(WORK, name);
    const lines = fs.existsSync(this.file) ? fs.readFileSync(this.file, 'utf8').split('\n') : [];
    this.entries = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  }

  public add(entry: T): void {
    this.entries.push(entry);
    fs.appendFileSync(this.file, `${JSON.stringify(entry)}\n`);
  }
}

/** Copies the working tree, with the drawn mutants in its sources and bundles. */
function createCopy(): Mutant[] {
  const plan = path.join(WORK, 'plan.json');
  const key = `${options.count} mutants, seed ${options.seed}`;
  if (fs.existsSync(plan)) {
    const saved = JSON.parse(fs.readFileSync(plan, 'utf8'));
    if (saved.key !== key) throw new Error(`${WORK} has a run with other options: ${saved.key}`);
    return saved.mutants;
  }
  fs.rmSync(COPY, { recursive: true, force: true });
  const list = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  const files = list.split('\0').filter((file) => file !== '' && fs.existsSync(path.join(ROOT, file)));
  for (const file of files) fs.cpSync(path.join(ROOT, file), path.join(COPY, file), { verbatimSymlinks: true });
  fs.symlinkSync(fs.realpathSync(path.join(ROOT, 'node_modules')), path.join(COPY, 'node_modules'));
  const sources = files.filter(
    (file) => /^(lib|cli|lambda|artifact-worker)\/.*\.ts$/.test(file) && !file.startsWith('cli/init/templates/'),
  );
  const texts = Object.fromEntries(sources.map((file) => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')]));
  const mutants = drawMutants(texts, Number(options.count), Number(options.seed));
  for (const [file, text] of Object.entries(texts)) {
    const mutantsOfFile = mutants.filter((mutant) => mutant.file === file);
    const switchModule = path.posix.relative(path.posix.dirname(file), 'scripts/mutants/switch');
    if (mutantsOfFile.length > 0)
      fs.writeFileSync(path.join(COPY, file), withMutants(text, mutantsOfFile, switchModule));
  }
  execFileSync('git', ['init', '--quiet'], { cwd: COPY });
  execFileSync('git', ['add', '--all'], { cwd: COPY }); // some tests list the files of the repository
  const tsx = path.join(COPY, 'node_modules', '.bin', 'tsx');
  for (const script of ['bundle', 'triton-check']) {
    fs.mkdirSync(path.join(COPY, 'assets'), { recursive: true });
    execFileSync(tsx, [path.join('scripts', `${script}.ts`)], { cwd: COPY, stdio: 'inherit' });
  }
  fs.writeFileSync(plan, JSON.stringify({ key, mutants }));
  return mutants;
}

/** Processes of Jest, with their temporary folders. */
const running = new Map<ChildProcess, string>();
const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const [child, folder] of running) {
      killGroup(child);
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
    process.exit(1);
  });
}

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');
const JEST_OPTIONS = [
  ...['--ci', '--runInBand', '--bail', '--runTestsByPath'],
  `--testSequencer=${path.join(COPY, 'scripts', 'mutants', 'sequencer.js')}`,
  `--cacheDirectory=${path.join(WORK, 'jest-cache')}`,
];

/**
 * Runs test files until one fails. Returns the failed file, `time limit` if a file takes longer than the limit, `exit` if Jest ends for a
 * different reason, or undefined if all files pass.
 */
async function failureOf(
  suite: string,
  files: string[],
  limitSeconds: number,
  env: Record<string, string>,
): Promise<string | undefined> {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'm'));
  try {
    const args = ['--max-semi-space-size=32', JEST, ...files, ...JEST_OPTIONS, '--selectProjects', suite];
    const child = spawn(process.execPath, args, {
      cwd: COPY,
      detached: true, // a process group, so the processes that tests start can be killed
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env, TMPDIR: temporary, XDG_CACHE_HOME: createCache(temporary) },
    });
    running.set(child, temporary);
    let failure: string | undefined;
    const lines: string[] = [];
    const end = (): void => {
      failure ??= 'time limit';
      killGroup(child);
    };
    let timer = setTimeout(end, limitSeconds * 1000);
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line);
      const [, verdict, file] = /^(PASS|FAIL) \w+ (\S+)/.exec(line) ?? [];
      if (verdict === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(end, limitSeconds * 1000);
      if (verdict === 'FAIL') failure ??= file;
    });
    const code = await new Promise((resolve) => {
      child.on('close', resolve);
      child.on('exit', (status) => {
        killGroup(child);
        setTimeout(resolve, 5000, status); // a process that a mutant did not end can keep the output open
      });
    });
    clearTimeout(timer);
    child.stderr.destroy();
    running.delete(child);
    if (failure === undefined && code !== 0) console.error(lines.slice(-10).join('\n'));
    return failure ?? (code === 0 ? undefined : 'exit');
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A cache folder with what the setup installs. The caches of the library are empty, because a mutant can write wrong entries into them. */
function createCache(folder: string): string {
  const projectFolder = path.dirname(cacheFolder('venv'));
  const [home, project] = [path.dirname(projectFolder), path.basename(projectFolder)];
  const cache = path.join(folder, 'cache');
  fs.mkdirSync(path.join(cache, project), { recursive: true });
  const namesIn = (each: string): string[] => (fs.existsSync(each) ? fs.readdirSync(each) : []);
  const linked = [
    ...namesIn(home).filter((name) => name !== project),
    ...namesIn(projectFolder)
      .filter((name) => /venv$|^bin$|lock$/.test(name))
      .map((name) => path.join(project, name)),
  ];
  for (const name of linked) fs.symlinkSync(path.join(home, name), path.join(cache, name));
  return cache;
}

/** Runs each test file without a fault, and records which mutants it reaches. */
async function recordTestFiles(suite: string, journal: Journal<TestFile>): Promise<TestFile[]> {
  const list = execFileSync(process.execPath, [JEST, '--listTests', '--json', '--selectProjects', suite], {
    cwd: COPY,
    encoding: 'utf8',
  });
  const all = (JSON.parse(list) as string[]).map((file) => path.relative(fs.realpathSync(COPY), file)).sort();
  const isRecorded = new Set(journal.entries.map(({ file }) => file));
  const limit = pLimit(Number(options.workers));
  const record = async (file: string): Promise<void> => {
    const reachedFile = path.join(WORK, `reached-${file.replaceAll('/', '-')}`);
    fs.rmSync(reachedFile, { force: true });
    const start = performance.now();
    const runOnce = (): Promise<string | undefined> => failureOf(suite, [file], 1200, { MUTANTS_REACHED: reachedFile });
    const failure = (await runOnce()) && (await runOnce());
    const seconds = (performance.now() - start) / 1000;
    const lines = fs.existsSync(reachedFile) ? fs.readFileSync(reachedFile, 'utf8').trim().split('\n') : [];
    fs.rmSync(reachedFile, { force: true });
    journal.add({ suite, file, passes: failure === undefined, seconds, reached: [...new Set(lines.map(Number))] });
    console.log(
      `${journal.entries.length} test files: ${file}, ${seconds.toFixed(1)} s${failure ? `, ${failure}` : ''}`,
    );
  };
  await Promise.all(all.filter((file) => !isRecorded.has(file)).map((file) => limit(() => record(file))));
  return journal.entries.filter((entry) => entry.suite === suite);
}

/** The number of folders that the paths of a source file and a test file share. */
function nearness(source: string, test: string): number {
  const folders = path.dirname(source).split('/');
  if (folders[0] === 'lib') folders.shift();
  const testFolders = test.split('/').slice(1);
  const different = folders.findIndex((folder, index) => folder !== testFolders[index]);
  return different < 0 ? folders.length : different;
}

async function runMutant(id: number, mutant: Mutant, suite: string, testFiles: TestFile[]): Promise<Result> {
  const files = testFiles
    .filter(({ passes, reached }) => passes && reached.includes(mutant.id))
    .sort((a, b) => nearness(mutant.file, b.file) - nearness(mutant.file, a.file) || a.seconds - b.seconds);
  if (files.length === 0) return { id, suite, isReached: false };
  const limitSeconds = 60 + 5 * Math.max(...files.map(({ seconds }) => seconds));
  const start = performance.now();
  const killedBy = await failureOf(
    suite,
    files.map(({ file }) => file),
    limitSeconds,
    { MUTANT: `${id}` },
  );
  return { id, suite, isReached: true, killedBy, seconds: Math.round((performance.now() - start) / 1000) };
}

async function main(): Promise<void> {
  fs.mkdirSync(WORK, { recursive: true });
  const mutants = createCopy();
  const recorded = new Journal<TestFile>('test-files.jsonl');
  const results = new Journal<Result>('results.jsonl');
  const report = (): string => {
    const unusable = recorded.entries.filter(({ passes }) => !passes).map(({ file }) => file);
    const text = reportOf(mutants, results.entries, unusable, `${options.suites}, seed ${options.seed}`);
    if (options.report) fs.writeFileSync(options.report, text);
    return text;
  };
  for (const suite of options.suites.split(',')) {
    const testFiles = await recordTestFiles(suite, recorded);
    const killed = new Set(results.entries.filter(({ killedBy }) => killedBy).map(({ id }) => id));
    const isDone = new Set(results.entries.filter((result) => result.suite === suite).map(({ id }) => id));
    const reached = mutants.filter(({ id }) => testFiles.some((file) => file.passes && file.reached.includes(id)));
    // A control is the mutant with the negative ID, which is never active.
    const controls = reached.slice(0, CONTROLS).map((mutant) => ({ id: -mutant.id, mutant }));
    const runs = [...mutants.map((mutant) => ({ id: mutant.id, mutant })), ...controls];
    const limit = pLimit(Number(options.workers));
    const run = async (id: number, mutant: Mutant): Promise<void> => {
      const result = await runMutant(id, mutant, suite, testFiles);
      results.add(result);
      const outcome = result.killedBy ?? (result.isReached ? 'SURVIVED' : 'NOT REACHED');
      console.log(`${results.entries.length} runs: ${mutant.file}, ${outcome}, ${result.seconds ?? 0} s`);
      report();
    };
    const remaining = runs.filter(({ id }) => !isDone.has(id) && !killed.has(id));
    await Promise.all(remaining.map(({ id, mutant }) => limit(() => run(id, mutant))));
  }
  console.log(report());
  fs.rmSync(WORK, { recursive: true }); // the next run copies the sources as they are then
}

void main();
