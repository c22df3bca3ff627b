import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { readPackedEnvironment } from '../../lib/model/readers/python-environment';
import { hashFiles } from '../../lib/artifacts/hash-files';

// A folder in the cache that nothing makes any more lets tests pass on the machine where it was left over, and fail on all others.

const ROOT = path.join(__dirname, '..', '..');
const SOURCES = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      /\.(m?[jt]s|sh|py)$/.test(file) && !file.startsWith('triton-check/') && fs.existsSync(path.join(ROOT, file)),
  )
  .map((file) => ({ file, text: fs.readFileSync(path.join(ROOT, file), 'utf8') }));

function named(pattern: RegExp): string[] {
  return [...new Set(SOURCES.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name)))].sort();
}

/** What the library itself leaves in an empty cache. */
function madeByLibrary(): string[] {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'cache-'));
  const before = process.env.XDG_CACHE_HOME;
  try {
    const file = path.join(work, 'model.onnx');
    fs.writeFileSync(file, Buffer.alloc(2_000_000));
    process.env.XDG_CACHE_HOME = path.join(work, 'cache');
    // As if it were read later: digests of files that have just changed are not kept.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    hashFiles([{ path: 'model.onnx', source: file }]);
    const environment = path.join(work, 'environment.tar');
    execFileSync('tar', ['-cf', environment, '-C', work, 'model.onnx']);
    readPackedEnvironment(environment);
    return fs.readdirSync(path.join(work, 'cache', 'cdk-sagemaker-triton'));
  } finally {
    vi.restoreAllMocks();
    if (before === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = before;
    fs.rmSync(work, { recursive: true });
  }
}

test('each folder of the cache that a source names is made by a set-up script or by the library', () => {
  const used = named(/cacheFolder\('([^']+)'\)/g);
  const installed = named(/^venv=.*(?:\/cdk-sagemaker-triton|\$cache)\/([\w-]+)$/gm);
  expect(used).toEqual(expect.arrayContaining(['aws-venv', 'hashes', 'venv']));
  expect([...installed, ...madeByLibrary()]).toEqual(expect.arrayContaining(used));
});

test('only cacheFolder() and the set-up scripts know where the cache is', () => {
  const knowing = SOURCES.filter(({ text }) => /XDG_CACHE_HOME *(\?\?|\|\||:-)|homedir\(\), *'\.cache'/.test(text));
  expect(knowing.map(({ file }) => file).sort()).toEqual([
    'lib/platform/cache-folder.ts',
    'scripts/deploy/setup.sh',
    'scripts/libraries/setup.sh',
    'scripts/triton/setup.sh',
    'site/build.sh',
  ]);
});
