/** Lays out the pages of the site in a folder, from docs/, API.md, README.md and its neighbours. */
import * as fs from 'fs';
import * as path from 'path';
import { apiPages } from './api';
import { placeOf, relinked, ROOT, ROOT_PAGES } from './links';
import { readRulePages, ruleIndex } from './rules';

const DOCS = path.join(ROOT, 'docs');

function layOut(folder: string): void {
  const write = (place: string, text: string): void => {
    const file = path.join(folder, place);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { flag: 'wx' }); // two sources must not have one place
  };
  const copy = (source: string, extra = '', change = (text: string) => text): void => {
    const place = placeOf(source) ?? source;
    const text = relinked(fs.readFileSync(path.join(ROOT, source), 'utf8'), source, place);
    write(place, withReports(change(text)) + extra);
  };

  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(path.join(DOCS, 'images'), path.join(folder, 'images'), { recursive: true });
  for (const source of ROOT_PAGES) copy(source, '', source === 'README.md' ? asGettingStarted : undefined);
  for (const name of [...pagesIn('.'), ...pagesIn('examples')]) copy(`docs/${name}`);
  copy('docs/examples/README.md', contentsOf('docs/examples/README.md'));
  copy('docs/README.md', contentsOf('docs/README.md'), withPlayground);

  const rules = readRulePages(path.join(DOCS, 'rules'));
  const beforeFiles = fs.readFileSync(path.join(DOCS, 'rules', 'README.md'), 'utf8').split(/^## /m)[0];
  write('rules/index.md', relinked(beforeFiles, 'docs/rules/README.md', 'rules/index.md') + ruleIndex(rules));
  for (const { id, group, text } of rules) {
    const links = relinked(text, 'docs/rules/README.md', `rules/${id}.md`);
    write(`rules/${id}.md`, orphan(`# ${id}\n\n${links}\n\nOne of the [rules](index.md): ${group}.\n`));
  }
  for (const [place, text] of apiPages(fs.readFileSync(path.join(ROOT, 'API.md'), 'utf8'))) {
    write(place, place === 'api/index.md' ? text : orphan(text));
  }
}

/** On the site, the front page has the project's name. */
function asGettingStarted(readme: string): string {
  return readme.replace(/^# .*$/m, '# Getting started');
}

/** Reports have columns, so their lines are not wrapped as those of other output are. */
function withReports(page: string): string {
  return page.replace(/^```text\n(?=│)/gm, '```{code-block} text\n:class: report\n\n');
}

/** The front page with the playground before its first section. */
function withPlayground(page: string): string {
  const playground = fs.readFileSync(path.join(__dirname, 'playground', 'playground.html'), 'utf8');
  return page.replace(/^## /m, () => `\`\`\`{raw} html\n${playground}\`\`\`\n\n## `);
}

/** A folder's pages, but for its index. */
function pagesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(DOCS, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => path.posix.join(folder, name));
}

/** Pages that are reached from an index instead of the contents beside each page. */
function orphan(text: string): string {
  return `---\norphan: true\n---\n\n${text}`;
}

/** The contents beside each page: what the tables of an index link to, in its order, words and sections. */
function contentsOf(index: string): string {
  const [, ...sections] = fs.readFileSync(path.join(ROOT, index), 'utf8').split(/^##? /m);
  return sections
    .map((section) => {
      const links = [...section.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gm)];
      const pages = links.map(
        ([, title, target]) => `${title} <${pageOf(path.posix.join(path.dirname(index), target))}>`,
      );
      return contents(pages, section.split('\n')[0]);
    })
    .join('');
}

/** A page from the root of the site. */
function pageOf(source: string): string {
  return `/${placeOf(source)?.replace('.md', '')}`;
}

/** A part of the contents. */
function contents(pages: string[], caption?: string): string {
  if (pages.length === 0) return '';
  const options = [':hidden:', ...(caption ? [`:caption: ${caption}`] : [])].join('\n');
  return `\n\n\`\`\`{toctree}\n${options}\n\n${pages.join('\n')}\n\`\`\`\n`;
}

layOut(path.resolve(process.argv[2]));
