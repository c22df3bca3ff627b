import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const PACKAGES: Bundled[] = JSON.parse(read('assets/third-party-packages.json'));

/** Licenses that ask for no more than to be named. */
const ALLOWED = ['(Apache-2.0 AND BSD-3-Clause)', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-3-Clause', 'ISC', 'MIT'];

test.each(PACKAGES)(
  '$name $version, $license: NOTICE names it, its license is shipped',
  ({ name, version, license }) => {
    expect(ALLOWED).toContain(license);
    const scope = `${name.split('/')[0]}/*`;
    expect([name, scope].some((each) => read('NOTICE').includes(each))).toBe(true);
    expect(read('assets/third-party-licenses.txt')).toContain(`${name} ${version}`);
  },
);

test('what NOTICE names is in a bundle', () => {
  const [, list] = /under the MIT license, ([^.]+(?:\.js[^.]+)*)\./.exec(read('NOTICE')) ?? [];
  const named = list.split(/,\s+/);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !PACKAGES.some((each) => each.name === name && each.license === 'MIT'))).toEqual([]);
});
