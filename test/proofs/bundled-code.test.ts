import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const PACKAGES: BundledPackage[] = JSON.parse(read('assets/third-party-packages.json'));

/** Licenses that only require attribution. */
const ALLOWED_LICENSES = ['(Apache-2.0 AND BSD-3-Clause)', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-3-Clause', 'ISC', 'MIT'];

test.each(PACKAGES)(
  '$name $version, $license: NOTICE contains the name, and the package contains the license',
  ({ name, version, license }) => {
    expect(ALLOWED_LICENSES).toContain(license);
    const scope = `${name.split('/')[0]}/*`;
    expect([name, scope].some((entry) => read('NOTICE').includes(entry))).toBe(true);
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
