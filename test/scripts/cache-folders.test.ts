import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { platformOf } from '../../lib/facts/python-platforms';
import { unpackPackages } from '../../lib/model/python-packages/unpacked-packages';
import { readPackedEnvironment } from '../../lib/model/folder/readers/python-environment';
import { hashFiles } from '../../lib/artifacts/hash-files';

// A setup script or the library must create every cache folder that a test requires. Otherwise, the test passes only if an old folder
// exists.

const ROOT = path.join(__dirname, '..', '..');
const SOURCES = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      /\.(m?[jt]s|sh|py)$/.test(file) && !file.startsWith('triton-check/') && fs.existsSync(path.join(ROOT, file)),
  )
  .map((file) => ({ file, text: fs.readFileSync(path.join(ROOT, file), 'utf8') }));

function matchesInSources(pattern: RegExp): string[] {
  return [...new Set(SOURCES.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name)))].sort();
}

/** Fills an empty cache through the library, and returns the names of the folders that the library creates. */
function foldersCreatedByLibrary(): string[] {
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'cache-'));
  const oldCacheHome = process.env.XDG_CACHE_HOME;
  try {
    const file = path.join(workFolder, 'model.onnx');
    fs.writeFileSync(file, Buffer.alloc(2_000_000));
    process.env.XDG_CACHE_HOME = path.join(workFolder, 'cache');
    // Simulates a later read, because hashes of recently changed files are not cached.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    hashFiles([{ path: 'model.onnx', source: file }]);
    const environment = path.join(workFolder, 'environment.tar');
    execFileSync('tar', ['-cf', environment, '-C', workFolder, 'model.onnx']);
    readPackedEnvironment(environment);
    unpackPackages({
      requirements: '',
      lockFile: '',
      folder: workFolder,
      python: '3.12',
      platform: platformOf('3.12'),
    });
    return fs.readdirSync(path.join(workFolder, 'cache', 'cdk-sagemaker-triton'));
  } finally {
    jest.restoreAllMocks();
    if (oldCacheHome === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = oldCacheHome;
    fs.rmSync(workFolder, { recursive: true });
  }
}

test('each cache folder in the sources is created by a setup script or by the library', () => {
  const usedFolders = matchesInSources(/[cC]acheFolder\('([^']+)'\)/g);
  const installedFolders = matchesInSources(
    /^(?:venv|programs)=.*(?:\/cdk-sagemaker-triton|\$cache)\/([\w-]+)(?: #.*)?$/gm,
  );
  expect(usedFolders).toEqual(expect.arrayContaining(['aws-venv', 'hashes', 'venv']));
  expect([...installedFolders, ...foldersCreatedByLibrary()]).toEqual(expect.arrayContaining(usedFolders));
});

test('only cacheFolder() and the setup scripts contain the path of the cache', () => {
  const filesWithCachePath = SOURCES.filter(({ text }) =>
    /XDG_CACHE_HOME *(\?\?|\|\||:-)|path\.join\((?:os\.homedir\(\)|home), *'\.cache'/.test(text),
  );
  expect(filesWithCachePath.map(({ file }) => file).sort()).toEqual([
    'lib/files/cache-folder.ts',
    'scripts/deploy/setup.sh',
    'scripts/libraries/setup.sh',
    'scripts/triton/setup.sh',
    'site/build.sh',
  ]);
});
