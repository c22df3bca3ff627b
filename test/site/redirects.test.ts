import * as fs from 'fs';
import * as path from 'path';
import { REDIRECTS, redirectPages } from '../../site/redirects';

const DOCS = path.join(__dirname, '..', '..', 'docs');

/** The pages in docs/ before the pages were merged into guides in November 2026. Add the names of pages that you remove later. */
const FORMER_PAGES = [
  ...[
    'add-a-model',
    'architecture',
    'asynchronous',
    'benchmarks',
    'build-once',
    'call-the-endpoint',
    'capacity',
    'check',
  ],
  ...['coming-from', 'command', 'compliance', 'consequences', 'costs', 'diagnose', 'endpoint', 'engines', 'export'],
  ...['first-deployment', 'fleet-at-zero', 'hosting', 'init', 'integration-tests', 'language-models', 'local-run'],
  ...[
    'model-files',
    'monitoring',
    'multi-model',
    'pay-less',
    'pipelines',
    'python',
    'recommender',
    'scaling',
    'security',
  ],
  ...['sizing', 'smoke-test', 'snapshot-tests', 'supported-repositories', 'tutorial', 'unproven', 'updates'],
  ...['way-of-a-model', 'why-blue-green'],
];

/** The anchors of the headings of a page, as on GitHub and on the site. */
function anchorsOf(page: string): string[] {
  const headings = fs.readFileSync(path.join(DOCS, `${page}.md`), 'utf8').matchAll(/^#{1,6} (.*)$/gm);
  return [...headings].map(([, text]) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The address that the script of a redirect page opens. */
function openedFrom(page: string, hash = ''): string {
  const [, script = ''] = /<script>(.*)<\/script>/.exec(redirectPages().get(page) ?? '') ?? [];
  const replace = jest.fn();
  new Function('location', script)({ hash, replace });
  return replace.mock.calls[0][0];
}

test('each former page exists, or leads to a page', () => {
  const missing = FORMER_PAGES.filter((name) => !fs.existsSync(path.join(DOCS, `${name}.md`)));
  expect(missing.filter((name) => !redirectPages().has(name))).toEqual([]);
});

test('no page has the address of a former page', () => {
  expect([...redirectPages().keys()].filter((name) => fs.existsSync(path.join(DOCS, `${name}.md`)))).toEqual([]);
});

test.each(Object.entries(REDIRECTS))('%s leads to %s, which exists', (_, target) => {
  const [page, heading] = target.split('#');
  expect(fs.existsSync(path.join(DOCS, `${page}.md`))).toBe(true);
  if (heading) expect(anchorsOf(page)).toContain(heading);
});

test('a former page opens the new page', () => {
  expect(openedFrom('pay-less')).toBe('../costs/');
  expect(openedFrom('check')).toBe('../command/#check');
});

test('a heading of a page that was split opens the new page of the heading', () => {
  expect(openedFrom('hosting', '#the-server')).toBe('../server/#the-server');
  expect(openedFrom('hosting', '#known-vulnerabilities')).toBe('../images/#known-vulnerabilities');
  expect(openedFrom('local-run', '#requirements')).toBe('../command/#requirements');
});
