import * as fs from 'fs';
import * as path from 'path';
import { createProgram } from '../../cli/program';
import { convertLinks } from '../../site/links';
import { sectionsOf } from '../../site/navigation';
import { readRulePages, summary } from '../../site/rules';
import { classExamples } from './class-examples';

const ROOT = path.join(__dirname, '..', '..');
const DOCS = path.join(ROOT, 'docs');

function read(page: string): string {
  return fs.readFileSync(path.join(ROOT, page), 'utf8');
}

test.each(['.', 'examples', 'rules'])('the index in docs/%s lists all pages in its folder', (folder) => {
  const index = read(path.join('docs', folder, 'README.md'));
  const pages = fs.readdirSync(path.join(DOCS, folder)).filter((name) => /(?<!README)\.md$/.test(name));
  expect(pages).not.toEqual([]);
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

describe.each(sectionsOf('docs/README.md'))('pages under $title', ({ title: section, pages }) => {
  const kinds: Record<string, string> = {
    Start: 'Tutorial|How-to',
    Reference: 'Reference|How-to',
    Concepts: 'Explanation|Reference',
  };
  const documents = pages.filter(({ source }) => source.startsWith('docs/') && !source.startsWith('docs/rules/'));
  test.each(documents)('$source has the title in the index, its kind, and a purpose', ({ title, source }) => {
    const [heading, , line] = read(source).split('\n');
    expect(heading).toBe(`# ${title}`);
    expect(line).toMatch(new RegExp(`^\\*\\*(${kinds[section] ?? 'How-to'})\\*\\* · [A-Z].{20,200}\\.$`));
  });
});

test('the navigation contains no pages for contributors', () => {
  const listed = sectionsOf('docs/README.md').flatMap(({ pages }) => pages.map(({ source }) => source));
  const [, contributors = ''] = read('docs/README.md').split('## For contributors');
  const links = [...contributors.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => path.posix.join('docs', target));
  expect(links).toContain('CONTRIBUTING.md');
  expect(links.filter((source) => listed.includes(source))).toEqual([]);
});

describe('the first screen', () => {
  /** The text from the title to the example in Python. */
  const firstScreen = (page: string): string => /^[^]*?<\/details>\n/.exec(read(page))?.[0] ?? '';

  test('the first code block of the README starts in the first 25 lines', () => {
    const lines = read('README.md').split('\n');
    expect(lines.findIndex((line) => line.startsWith('```'))).toBeLessThan(25);
  });

  test('is the same in the README and on the front page of the site', () => {
    expect(firstScreen('docs/README.md')).toBe(firstScreen('README.md').replaceAll('](docs/', ']('));
  });
});

test('the page on the command has a row for each subcommand', () => {
  const commands = createProgram().commands.map((command) => command.name());
  const page = read('docs/command.md');
  expect(commands).not.toEqual([]);
  expect(commands.filter((name) => !page.includes(`\n| \`${name}`))).toEqual([]);
});

test('each class that users create has an example', () => {
  const classes = classExamples();
  expect(classes.length).toBeGreaterThan(30);
  expect(classes.filter(({ example }) => !example).map(({ name }) => name)).toEqual([]);
});

test('links between files are converted to links between pages', () => {
  const links = '[a](../README.md#the-command) [b](monitoring.md) [c](../lib/index.ts) [d](https://example.com)';
  expect(convertLinks(links, 'docs/sizing.md', 'sizing.md')).toBe(
    '[a](getting-started.md#the-command) [b](monitoring.md) ' +
      '[c](https://github.com/cdk-sagemaker-triton/cdk-sagemaker-triton/blob/main/lib/index.ts) [d](https://example.com)',
  );
});

test('links in code do not change', () => {
  const code = '```text\n[a](nowhere.md)\n```';
  expect(convertLinks(code, 'docs/sizing.md', 'sizing.md')).toBe(code);
});

test('a broken link is rejected', () => {
  expect(() => convertLinks('[a](nowhere.md)', 'docs/sizing.md', 'sizing.md')).toThrow(
    'docs/sizing.md links to nowhere.md, which does not exist',
  );
});

test('each rule page begins with a short sentence', () => {
  const invalid = readRulePages(path.join(DOCS, 'rules')).filter(({ text }) => !/^.{20,110}\.$/.test(summary(text)));
  expect(invalid.map(({ id }) => id)).toEqual([]);
});
