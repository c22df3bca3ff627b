import * as fs from 'fs';
import * as path from 'path';
import { relinked } from '../../site/links';
import { readRulePages, summary } from '../../site/rules';
import { classExamples } from './class-examples';

const DOCS = path.join(__dirname, '..', '..', 'docs');

test.each(['.', 'examples', 'rules'])('the index in docs/%s names every page beside it', (folder) => {
  const index = fs.readFileSync(path.join(DOCS, folder, 'README.md'), 'utf8');
  const pages = fs.readdirSync(path.join(DOCS, folder)).filter((name) => /(?<!README)\.md$/.test(name));
  expect(pages).not.toEqual([]);
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

/** The pages that a section of the index lists, with the title it gives each. */
function listed(section: string): [string, string][] {
  const index = fs.readFileSync(path.join(DOCS, 'README.md'), 'utf8');
  const [, text = ''] = new RegExp(`^## ${section}\\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(index) ?? [];
  const links = [...text.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gm)];
  return links.map(([, title, page]): [string, string] => [page, title]).filter(([page]) => !page.startsWith('../'));
}

describe.each([
  ['Tutorials', 'Tutorial'],
  ['How-to guides', 'How-to'],
  ['Reference', 'Reference'],
  ['Explanation', 'Explanation'],
])('of the pages under %s', (section, kind) => {
  test.each(listed(section))('%s has the title of the index, its kind, and what it is for', (page, title) => {
    const [heading, , line] = fs.readFileSync(path.join(DOCS, page), 'utf8').split('\n');
    expect(heading).toBe(`# ${title}`);
    expect(line).toMatch(new RegExp(`^\\*\\*${kind}\\*\\* · [A-Z].{20,200}\\.$`));
  });
});

test('the page on the command has a row for each command', () => {
  const program = fs.readFileSync(path.join(DOCS, '..', 'cli', 'commands.ts'), 'utf8');
  const commands = [...program.matchAll(/\.addCommand\((\w+)Command\(/g)].map(([, name]) => name);
  const page = fs.readFileSync(path.join(DOCS, 'command.md'), 'utf8');
  expect(commands).not.toEqual([]);
  expect(commands.filter((name) => !page.includes(`\n| \`${name}`))).toEqual([]);
});

test('each class that users construct has an example', () => {
  const classes = classExamples();
  expect(classes.length).toBeGreaterThan(40);
  expect(classes.filter(({ example }) => !example).map(({ name }) => name)).toEqual([]);
});

test('links between files become links between pages', () => {
  const links = '[a](../README.md#the-command) [b](monitoring.md) [c](../lib/index.ts) [d](https://example.com)';
  expect(relinked(links, 'docs/sizing.md', 'sizing.md')).toBe(
    '[a](getting-started.md#the-command) [b](monitoring.md) ' +
      '[c](https://github.com/cdk-sagemaker-triton/cdk-sagemaker-triton/blob/main/lib/index.ts) [d](https://example.com)',
  );
});

test('code is left alone', () => {
  const code = '```text\n[a](nowhere.md)\n```';
  expect(relinked(code, 'docs/sizing.md', 'sizing.md')).toBe(code);
});

test('a link to nowhere is refused', () => {
  expect(() => relinked('[a](nowhere.md)', 'docs/sizing.md', 'sizing.md')).toThrow(
    'docs/sizing.md links to nowhere.md, which does not exist',
  );
});

test('each rule begins with one short sentence', () => {
  const long = readRulePages(path.join(DOCS, 'rules')).filter(({ text }) => !/^.{20,110}\.$/.test(summary(text)));
  expect(long.map(({ id }) => id)).toEqual([]);
});
