import { execFileSync, spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { ROOMS } from '../../projenrc/walls';

const REPOSITORY = path.join(__dirname, '..', '..');

describe.each([1, 2, 3])('a file at depth %i', (depth) => {
  test.each([
    ['lib/model', 'lib/endpoint/resolved/endpoint'],
    ['lib/model', 'lambda/shared/respond'],
    ['lib/model', 'lib'],
    ['cli', 'lib/cdk/acknowledge'],
    ['lambda', 'lib/model'],
    ['bin', 'lib/model'],
  ])('of %s cannot import %s', (folder, imported) => {
    expect(rejectedImports(folder, depth, imported)).toHaveLength(1);
  });

  test.each([
    ['lib/model', 'lib/findings/finding'],
    ['lib/model', 'lib/model/values/backend'],
    ['cli', 'lib/model'],
    ['lambda', 'lib/contracts/quotas'],
    ['bin', 'lib'],
  ])('of %s can import %s', (folder, imported) => {
    expect(rejectedImports(folder, depth, imported)).toEqual([]);
  });
});

test('every folder of lib has a wall, and no file except index.ts is outside of these folders', () => {
  const entries = fs.readdirSync(path.join(REPOSITORY, 'lib'), { withFileTypes: true });
  const namesOf = (isFolder: boolean): string[] =>
    entries.filter((entry) => entry.isDirectory() === isFolder).map(({ name }) => name);
  expect(namesOf(true).sort()).toEqual(Object.keys(ROOMS).sort());
  expect(namesOf(false)).toEqual(['index.ts']);
});

test.each(['aws-cdk-lib', 'aws-cdk-lib/aws-s3', 'constructs'])(
  'handlers, and rooms without CDK, cannot import %s',
  (imported) => {
    const folders = [
      'lambda',
      ...['contracts', 'facts', 'files', 'client', 'diagnosis', 'model-config'].map((room) => `lib/${room}`),
    ];
    const files = folders.flatMap((folder) => [`${folder}/file.ts`, `${folder}/a/file.ts`]);
    const text = `import { a } from '${imported}';\nexport const b = a;\n`;
    const rejected = lint(folderWith(Object.fromEntries(files.map((file) => [file, text]))));
    expect(rejected).toHaveLength(files.length);
  },
);

// The linter does not check these kinds of imports.
test.each([
  ['require', /\brequire\(\s*['"]\.\./],
  ['import types', /\btypeof import\(|\bimport\(\s*['"][^'"]+['"]\s*\)\.[A-Z]/],
])('no file imports other files with %s', (_, pattern) => {
  const files = sourceFiles('lib', 'cli', 'lambda', 'artifact-worker', 'bin');
  expect(files.filter((file) => pattern.test(fs.readFileSync(path.join(REPOSITORY, file), 'utf8')))).toEqual([]);
});

test('the linter rejects a circular type import', () => {
  const folder = folderWith({
    'lib/model/a.ts': "import type { B } from './b';\nexport interface A {\n  readonly b?: B;\n}\n",
    'lib/model/b.ts': "import type { A } from './a';\nexport interface B {\n  readonly a?: A;\n}\n",
  });
  expect(lint(folder)).toEqual(['import(no-cycle)', 'import(no-cycle)']);
});

test('no file is deeper than the rules for imports support', () => {
  const depths = sourceFiles('lib', 'cli', 'lambda', 'bin').map(
    (file) => file.split('/').length - (file.startsWith('lib/') ? 2 : 1),
  );
  expect(Math.max(...depths)).toBeLessThanOrEqual(4);
});

/** Paths of the TypeScript files in folders, except for the templates of apps. */
function sourceFiles(...folders: string[]): string[] {
  return execFileSync('git', ['ls-files', ...folders], { cwd: REPOSITORY, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.startsWith('cli/init/templates'));
}

/** IDs of the linter's rules that reject an import by a file at a depth below a folder. */
function rejectedImports(folder: string, depth: number, imported: string): string[] {
  const importer = path.join(folder, ...['a', 'b'].slice(0, depth - 1));
  const specifier = path.relative(importer, imported);
  return lint(folderWith({ [`${importer}/file.ts`]: `import { a } from '${specifier}';\nexport const b = a;\n` }));
}

function folderWith(files: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'walls-'));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  fs.copyFileSync(path.join(REPOSITORY, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  return folder;
}

/** IDs of the rules that the linter reports for the files in a folder. */
function lint(folder: string): string[] {
  const oxlint = path.join(REPOSITORY, 'node_modules', '.bin', 'oxlint');
  const { stdout } = spawnSync(oxlint, ['--format', 'json', '.'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  return diagnostics.map(({ code }) => code);
}
