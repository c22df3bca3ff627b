import { outsideCode } from './links';
import { summary } from './rules';

interface ApiType {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

/** API.md, which is one page, as one page per type and an index, by path. */
export function apiPages(markdown: string): Map<string, string> {
  const types = sectionsOf(markdown, '##').flatMap(({ name: kind, text }) =>
    sectionsOf(text, '###').map((section): ApiType => ({ kind, ...section })),
  );
  const names = types.map(({ name }) => name);
  return new Map([
    ['api/index.md', indexOf(types)],
    ...types.map(({ name, text }): [string, string] => [`api/${name}.md`, pageOf(name, text, names)]),
  ]);
}

function sectionsOf(markdown: string, level: string): { name: string; text: string }[] {
  const [, ...sections] = markdown.split(new RegExp(`^${level} (?=\\w+ <a )`, 'm'));
  return sections.map((section) => ({ name: section.split(' ')[0], text: section.slice(section.indexOf('\n') + 1) }));
}

function indexOf(types: ApiType[]): string {
  const kinds = [...new Set(types.map(({ kind }) => kind))];
  return [
    '# API reference\n',
    'Every type of the library in TypeScript. The other languages have the same types under their own naming rules.',
    ...kinds.flatMap((kind) => [
      `\n## ${kind}\n\n| | |\n| --- | --- |`,
      ...types
        .filter((type) => type.kind === kind)
        .map(({ name, text }) => `| [${name}](${name}.md) | ${about(text)} |`),
    ]),
  ].join('\n');
}

/** The first sentence, where a type has a description. */
function about(text: string): string {
  const description = text.replace(/^\s*- \*(?:Extends|Implements):.*$/gm, '').trim();
  return /^[#*<|-]/.test(description) ? '' : summary(description);
}

/** jsii-docgen links with HTML inside of one page; the site checks Markdown links between pages. */
function pageOf(name: string, text: string, names: string[]): string {
  const page = outsideCode(text, (part) =>
    part
      .replace(/^##(#+) (.*?) ?<a name="[^"]*" id="([^"]*)"><\/a>$/gm, (_, level, heading, id: string) =>
        id.includes('.') ? `(${anchorOf(id)})=\n${level} ${heading}` : `${level} ${heading}`,
      )
      .replace(/<code>(.*?)<\/code>/g, '$1')
      .replace(/^---$/gm, '') // between members
      .replace(/;\n\n(?=[a-z])/g, '; ') // jsii ends a summary at a semicolon as well
      .replace(/<a href="#([^"]+)">(.*?)<\/a>/g, (_, id: string, label: string) => {
        const of = id.split('.')[1];
        if (!names.includes(of)) throw new Error(`API.md links to ${id}, which it does not describe`);
        return of === id.split('.').at(-1) ? `[${label}](${of}.md)` : `[${label}](#${anchorOf(id)})`;
      }),
  );
  return `# ${name}\n\n${page}`;
}

/** Unlike the ids, targets do not differ by case alone. */
function anchorOf(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/[^a-z0-9]+/g, '-');
}
