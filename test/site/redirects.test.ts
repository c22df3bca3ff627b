import * as fs from 'fs';
import * as path from 'path';
import { REDIRECTS } from '../../site/former-addresses';
import { headingScripts, redirectPages } from '../../site/redirects';
import { fromSitePages } from './fixtures/site-pages';

/**
 * The pages of the site before they were merged into guides in November 2026, each with its headings: a page in each line. If you remove or rename a
 * page or a heading that was in a release, add it here and to site/former-addresses.ts.
 */
const FORMER_ADDRESSES = fs.readFileSync(path.join(__dirname, 'former-addresses.txt'), 'utf8').trimEnd().split('\n');

/** The IDs of the headings of each page of the site. */
const headings = new Map<string, string[]>();
beforeAll(() => {
  fromSitePages((folder) => {
    for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.md')) continue;
      headings.set(file.slice(0, -3), headingsIn(fs.readFileSync(path.join(folder, file), 'utf8')));
    }
  });
});

/** The IDs that docutils makes from the headings of a page. */
function headingsIn(markdown: string): string[] {
  const text = markdown.replace(/^```[^]*?^```$/gm, '').replace(/\]\([^)]*\)/g, ']');
  return [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-+$/g, ''),
  );
}

function exists(address: string): boolean {
  const [page, heading] = address.split('#');
  return headings.get(page)?.includes(heading ?? headings.get(page)?.[0]) ?? false;
}

/** The address that a script opens; undefined if it opens none. */
function openedBy(html: string | undefined, hash: string): string | undefined {
  const [, script = ''] = /<script>(.*)<\/script>/.exec(html ?? '') ?? [];
  const replace = jest.fn();
  new Function('location', script)({ hash, replace });
  return replace.mock.calls[0]?.[0];
}

/** The address of a page or a heading on the site that a former address opens. */
function targetOf(address: string): string {
  const [page, heading] = address.split('#');
  const [target] = (REDIRECTS[page] ?? page).split('#');
  return REDIRECTS[address] ?? (heading ? `${target}#${heading}` : target);
}

test('each former page and each former heading leads to a page or a heading that exists', () => {
  const addresses = FORMER_ADDRESSES.flatMap((line) => {
    const [page, ...ids] = line.split(' ');
    return [page, ...ids.map((id) => `${page}#${id}`)];
  });
  expect(addresses.length).toBeGreaterThan(500);
  expect(addresses.filter((address) => !exists(targetOf(address)))).toEqual([]);
});

test('each redirect leads to a page or a heading that exists', () => {
  expect(Object.entries(REDIRECTS).filter(([, place]) => !exists(place))).toEqual([]);
});

test('no page and no heading has a former address', () => {
  expect(Object.keys(REDIRECTS).filter(exists)).toEqual([]);
});

test.each([
  ['pay-less', '', '../costs/'],
  ['check', '', '../command/#check'],
  ['hosting', '#the-server', '../server/#the-server'],
  ['hosting', '#known-vulnerabilities', '../images/#known-vulnerabilities'],
  ['local-run', '#requirements', '../command/#requirements'],
  ['api/CanaryUpdateProps', '', '../CanaryUpdateOptions/'],
  ['api/CanaryUpdateProps', '#interval', '../CanaryUpdateOptions/#interval'],
])('the former page %s%s opens %s', (page, hash, opened) => {
  expect(openedBy(redirectPages().get(page), hash)).toBe(opened);
});

test.each([
  ['scaling', '#rules', '../rules/#scaling'],
  ['updates', '#rules', '../rules/#updates'],
  ['examples/cpu', '#deploy-it', '../#run-an-example'],
  ['index', '#tutorials', './#start'],
  ['index', '#error-messages', undefined],
])('the former heading %s%s opens %s', (page, hash, opened) => {
  expect(openedBy(headingScripts().get(page), hash)).toBe(opened);
});
