import * as fs from 'fs';
import * as path from 'path';
import { fromSitePages } from './fixtures/site-pages';

let page: string;
let hasPicture: boolean;
beforeAll(() => {
  fromSitePages((folder) => {
    page = fs.readFileSync(path.join(folder, 'index.md'), 'utf8');
    hasPicture = fs.existsSync(path.join(folder, 'images', 'dashboard.png'));
  });
});

test.each([
  ['the picture of a dashboard', '](images/dashboard.png)'],
  ['an error with the link to its rule', '/rules/dyn.preferred-max)'],
  ['a response on the host', 'PASSED: 1 of 1 responses are correct'],
  ['the playground', '<section id="playground"'],
])('the front page contains %s, before the list of the pages', (_, text) => {
  const [beforeList, list] = page.split('\n## Start\n');
  expect(list).toContain('getting-started');
  expect(beforeList.split(text)).toHaveLength(2);
});

test('the picture is on the site', () => {
  expect(hasPicture).toBe(true);
});
