import * as fs from 'fs';
import * as path from 'path';

/** The documentation of a rule. */
export interface RulePage {
  readonly id: string;
  /** The title of the file that contains the rule. */
  readonly group: string;
  readonly text: string;
}

/** Reads all rules of docs/rules. Each file is about one topic, and each section is about one rule. */
export function readRulePages(folder: string): RulePage[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .flatMap((name) => {
      const [head, ...sections] = fs.readFileSync(path.join(folder, name), 'utf8').split(/^## /m);
      const group = head.split('\n')[0].replace('# ', '');
      return sections.map((section) => {
        const [id, ...lines] = section.split('\n');
        return { id, group, text: lines.join('\n').trim() };
      });
    });
}

/** Renders a table of all rules, with their first sentences. */
export function ruleIndex(pages: RulePage[]): string {
  return [...new Set(pages.map(({ group }) => group))]
    .flatMap((group) => [
      `\n## ${group}\n\n| | |\n| --- | --- |`,
      ...pages.filter((page) => page.group === group).map(({ id, text }) => `| [${id}](${id}.md) | ${summary(text)} |`),
    ])
    .join('\n');
}

export function summary(text: string): string {
  return /^[^]*?[.](?=\s|$)/.exec(text)?.[0].replace(/\n+/g, ' ') ?? '';
}
