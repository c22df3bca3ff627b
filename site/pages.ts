/** Lays out the pages of the site in a folder, from docs/, API.md, README.md and its neighbours. */
import * as fs from 'fs';
import * as path from 'path';
import { apiPages } from './api';
import { placeOf, relinked, ROOT, ROOT_PAGES } from './links';
import { readRulePages, ruleIndex } from './rules';

/** Pages of docs/ that are no topics. */
const OTHERS = ['README.md', 'architecture.md'];

function layOut(folder: string): void {
  const docs = path.join(ROOT, 'docs');
  const write = (place: string, text: string): void => {
    const file = path.join(folder, place);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { flag: 'wx' }); // two sources must not have one place
  };
  const copy = (source: string, extra = ''): void => {
    const place = placeOf(source) ?? source;
    write(place, relinked(fs.readFileSync(path.join(ROOT, source), 'utf8'), source, place) + extra);
  };

  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(path.join(docs, 'images'), path.join(folder, 'images'), { recursive: true });
  const topics = fs.readdirSync(docs).filter((name) => name.endsWith('.md') && !OTHERS.includes(name));
  [...ROOT_PAGES, 'docs/architecture.md', ...topics.map((name) => `docs/${name}`)].forEach((source) => copy(source));
  copy('docs/README.md', contents(topics));

  const rules = readRulePages(path.join(docs, 'rules'));
  const beforeFiles = fs.readFileSync(path.join(docs, 'rules', 'README.md'), 'utf8').split(/^## /m)[0];
  write('rules/index.md', relinked(beforeFiles, 'docs/rules/README.md', 'rules/index.md') + ruleIndex(rules));
  for (const { id, group, text } of rules) {
    const links = relinked(text, 'docs/rules/README.md', `rules/${id}.md`);
    write(`rules/${id}.md`, orphan(`# ${id}\n\n${links}\n\nOne of the [rules](index.md): ${group}.\n`));
  }
  for (const [place, text] of apiPages(fs.readFileSync(path.join(ROOT, 'API.md'), 'utf8'))) {
    write(place, place === 'api/index.md' ? text : orphan(text));
  }
}

/** Pages that are reached from an index instead of the contents beside each page. */
function orphan(text: string): string {
  return `---\norphan: true\n---\n\n${text}`;
}

function contents(topics: string[]): string {
  const part = (caption: string, pages: string[]): string =>
    `\n\n\`\`\`{toctree}\n:hidden:\n:caption: ${caption}\n\n${pages.join('\n')}\n\`\`\`\n`;
  return (
    part('Topics', ['Getting started <getting-started>', ...topics.map((name) => path.parse(name).name)]) +
    part('Reference', ['rules/index', 'api/index']) +
    part('Project', ['architecture', 'contributing', 'security-policy', 'changelog'])
  );
}

layOut(path.resolve(process.argv[2]));
