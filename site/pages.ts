/** Writes the pages of the site to a folder, from docs/, API.md, README.md and other files in the root. */
import * as fs from 'fs';
import * as path from 'path';
import { apiPages } from './api';
import { sitePathOf, convertLinks, ROOT, ROOT_PAGES } from './links';
import { navigationFor, sectionsOf } from './navigation';
import { readRulePages, ruleIndex } from './rules';

const DOCS = path.join(ROOT, 'docs');
const LISTED = ['docs/README.md', 'docs/examples/README.md'].flatMap(sectionsOf).flatMap(({ pages }) => pages);

/** Writes all pages to a folder. */
export function writePages(folder: string): void {
  const write = (place: string, text: string): void => {
    const file = path.join(folder, place);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { flag: 'wx' }); // fails if two sources have the same page
  };
  const copy = (source: string, extra = '', change = (text: string) => text): void => {
    const place = sitePathOf(source) ?? source;
    const text = convertLinks(fs.readFileSync(path.join(ROOT, source), 'utf8'), source, place);
    write(place, frontMatterOf(source) + markReports(change(text)) + extra);
  };

  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(path.join(DOCS, 'images'), path.join(folder, 'images'), { recursive: true });
  for (const source of ROOT_PAGES) copy(source, '', source === 'README.md' ? changeTitle : undefined);
  for (const name of pagesIn('.')) copy(`docs/${name}`);
  for (const name of pagesIn('examples')) copy(`docs/${name}`, codeOf(path.join(DOCS, name.replace('.md', ''))));
  copy('docs/examples/README.md', navigationFor('docs/examples/README.md'));
  copy('docs/README.md', navigationFor('docs/README.md'), addToFrontPage);

  const rules = readRulePages(path.join(DOCS, 'rules'));
  const introduction = fs.readFileSync(path.join(DOCS, 'rules', 'README.md'), 'utf8').split(/^## /m)[0];
  write('rules/index.md', convertLinks(introduction, 'docs/rules/README.md', 'rules/index.md') + ruleIndex(rules));
  for (const { id, group, text } of rules) {
    const links = convertLinks(text, 'docs/rules/README.md', `rules/${id}.md`);
    write(`rules/${id}.md`, withoutNavigation(`# ${id}\n\n${links}\n\nOne of the [rules](index.md): ${group}.\n`));
  }
  for (const [place, text] of apiPages(fs.readFileSync(path.join(ROOT, 'API.md'), 'utf8'))) {
    write(place, place === 'api/index.md' ? text : withoutNavigation(text));
  }
}

/** A page for contributors, which the front page has in a list, is not in the navigation. */
function frontMatterOf(source: string): string {
  const inNavigation = source === 'docs/README.md' || LISTED.some((page) => page.source === source);
  return inNavigation ? '' : withoutNavigation('');
}

/** Replaces the title, because the front page of the site already has the name of the project. */
function changeTitle(readme: string): string {
  return readme.replace(/^# .*$/m, '# Getting started');
}

/** Marks reports. The style sheet does not wrap their lines, because reports contain tables. */
function markReports(page: string): string {
  return page.replace(/^```text\n(?=│)/gm, '```{code-block} text\n:class: report\n\n');
}

/** Adds to the front page, before its first section: the playground, and the README's section on what you get. */
function addToFrontPage(page: string): string {
  const readme = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const [whatYouGet] = /^## What you get$[^]*?(?=^## )/m.exec(readme) ?? [''];
  const playground = fs.readFileSync(path.join(__dirname, 'playground', 'playground.html'), 'utf8');
  const added = `\`\`\`{raw} html\n${playground}\`\`\`\n\n${convertLinks(whatYouGet, 'README.md', 'index.md')}`;
  return page.replace(/^## /m, (heading) => added + heading);
}

/** The code of an example, which is in files next to its page. */
function codeOf(example: string): string {
  const block = (title: string, language: string, suffix: string): string => {
    const file = `${example}${suffix}`;
    if (!fs.existsSync(file)) return '';
    return `\n## ${title}\n\n\`\`\`${language}\n${fs.readFileSync(file, 'utf8')}\`\`\`\n`;
  };
  return block('TypeScript', 'ts', '.ts') + block('Python', 'python', '.py') + block('Function', 'ts', '-handler.ts');
}

/** The pages of a folder, except its index. */
function pagesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(DOCS, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => path.posix.join(folder, name));
}

/** Marks a page that an index page links to, but that is not in the navigation. */
function withoutNavigation(text: string): string {
  return `---\norphan: true\n---\n\n${text}`;
}

if (require.main === module) writePages(path.resolve(process.argv[2]));
