import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { build } from 'esbuild';
import { billOf } from '../../scripts/sbom';
import { bundledPackages } from '../../scripts/third-party';

const ROOT = path.join(__dirname, '..', '..');
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const PACKAGES: BundledPackage[] = JSON.parse(read('assets/third-party-packages.json'));

const NAMES_IN_NOTICE = read('NOTICE').split(/[\s,;()]+|\.\s/);

/** Licenses that only require attribution. */
const ALLOWED_LICENSES = ['(Apache-2.0 AND BSD-3-Clause)', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-3-Clause', 'ISC', 'MIT'];

test.each(PACKAGES)(
  '$name $version, $license: NOTICE contains the name, and the package contains the license',
  ({ name, version, license }) => {
    expect(ALLOWED_LICENSES).toContain(license);
    const scope = `${name.split('/')[0]}/*`;
    expect(NAMES_IN_NOTICE.some((entry) => entry === name || entry === scope)).toBe(true);
    expect(read('assets/third-party-licenses.txt')).toContain(`${name} ${version}`);
  },
);

test('each package in NOTICE is in a bundle', () => {
  const [, list] = /under the MIT license, ([^.]+(?:\.js[^.]+)*)\./.exec(read('NOTICE')) ?? [];
  const names = list.split(/,\s+/);
  expect(names.length).toBeGreaterThan(10);
  expect(
    names.filter((name) => !PACKAGES.some((bundled) => bundled.name === name && bundled.license === 'MIT')),
  ).toEqual([]);
});

describe('a bill of materials', () => {
  const component = (name: string, version = '1.0.0') => ({ name, version, 'bom-ref': `${name}@${version}` });
  const clone = {
    metadata: { component: component('folder') },
    components: [component('tar'), component('minipass'), component('jest')],
    dependencies: [
      { ref: 'folder@1.0.0', dependsOn: ['tar@1.0.0', 'jest@1.0.0'] },
      { ref: 'tar@1.0.0', dependsOn: ['minipass@1.0.0', 'yallist@1.0.0'] },
    ],
  };
  const checker = { name: 'triton-check', version: '2.0.0', description: '' };

  test('names the package and what its bundles contain', () => {
    const bill = billOf(checker, [component('tar'), component('minipass')], clone);
    expect(bill.metadata.component['bom-ref']).toBe('triton-check@2.0.0');
    expect(bill.components.map(({ name }) => name)).toEqual(['tar', 'minipass']);
    expect(bill.dependencies).toEqual([
      { ref: 'triton-check@2.0.0', dependsOn: ['tar@1.0.0', 'minipass@1.0.0'] },
      { ref: 'tar@1.0.0', dependsOn: ['minipass@1.0.0'] },
    ]);
  });

  test('is not written without a package that the bundles contain', () => {
    expect(() => billOf(checker, [component('tar', '1.0.1')], clone)).toThrow('the bill has 0 of 1 bundled packages');
  });
});

describe('a file that the bundler reads', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bundled-'));
  const file = path.join(folder, 'node_modules', 'archiver', 'index.js');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(path.join(path.dirname(file), 'package.json'), '{ "name": "archiver", "version": "1.0.0" }');
  const packagesOf = async (code: string): Promise<string[]> => {
    fs.writeFileSync(file, code);
    const { metafile } = await build({ entryPoints: [file], write: false, metafile: true, absWorkingDir: folder });
    const inputs = Object.fromEntries(
      Object.entries(metafile.inputs).map(([name, input]) => [path.join(folder, name), input]),
    );
    return bundledPackages({ ...metafile, inputs }).map(({ name }) => name);
  };
  const functions = Array.from({ length: 60 }, (_, index) => `export function f${index}(a) { return a + ${index}; }`);
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  test('names its package', async () => {
    expect(await packagesOf(functions.join('\n'))).toEqual(['archiver']);
  });

  test.each([
    ['is minified', functions.join(' ')],
    ['has comments of a bundler', `// node_modules/streams/index.js\n${functions.join('\n')}`],
    ['has functions of a bundler', 'export const archive = __webpack_require__(1);'],
  ])('is rejected if it %s, because it can contain packages that no list names', async (_, code) => {
    await expect(packagesOf(code)).rejects.toThrow(
      `${file} is a bundle, which can contain other packages: import a file of the package that is none`,
    );
  });
});
