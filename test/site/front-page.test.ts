import * as fs from 'fs';
import * as path from 'path';
import { fromSitePages } from './fixtures/site-pages';

let page: string;
beforeAll(() => {
  fromSitePages((folder) => {
    page = fs.readFileSync(path.join(folder, 'index.md'), 'utf8');
  });
});

test.each([
  ['an error with the link to its rule', '/rules/dyn.preferred-max)'],
  ['a response on the host', 'PASSED: 1 of 1 responses are correct'],
  ['the playground', '<section id="playground"'],
])('the front page contains %s, before the list of the pages', (_, text) => {
  const [beforeList, list] = page.split('\n## Start\n');
  expect(list).toContain('getting-started');
  expect(beforeList.split(text)).toHaveLength(2);
});
