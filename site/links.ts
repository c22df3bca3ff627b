import * as fs from 'fs';
import * as path from 'path';
import { readRulePages } from './rules';

export const ROOT = path.join(__dirname, '..');
const REPOSITORY = 'https://github.com/cdk-sagemaker-triton/cdk-sagemaker-triton/blob/main/';

const RULES = readRulePages(path.join(ROOT, 'docs', 'rules')).map(({ id }) => id);

/** Where files outside of docs/ are on the site. */
const PLACES: Record<string, string> = {
  'README.md': 'getting-started.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security-policy.md',
  'CHANGELOG.md': 'changelog.md',
  'API.md': 'api/index.md',
};

/** Those of them that are pages as they are. */
export const ROOT_PAGES = Object.keys(PLACES).filter((source) => source !== 'API.md');

/** Where a file of the repository is on the site; undefined if it is not there. */
export function placeOf(source: string): string | undefined {
  return source.startsWith('docs/') ? source.slice('docs/'.length).replace('README.md', 'index.md') : PLACES[source];
}

/** Applies a change to what is not code. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^(```[^]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');
}

/** The rule that a link into a file of docs/rules names: it has a page of its own. */
function ruleAt(file: string, anchor: string): string | undefined {
  if (path.posix.dirname(file) !== 'docs/rules' || anchor === '') return undefined;
  return RULES.find((id) => anchor === `#${id.replaceAll('.', '')}`);
}

/**
 * Links between files of the repository as links between pages; those to files that are no pages lead to the repository.
 *
 * @throws Error when a link names a file that does not exist
 */
export function relinked(markdown: string, source: string, place: string): string {
  return outsideCode(markdown, (text) =>
    text.replace(/\]\(([^)\s#:]+)(#[^)\s]*)?\)/g, (_, target: string, anchor = '') => {
      const file = path.posix.join(path.posix.dirname(source), target);
      if (!fs.existsSync(path.join(ROOT, file))) throw new Error(`${source} links to ${target}, which does not exist`);
      const rule = ruleAt(file, anchor);
      if (rule) return `](${path.posix.relative(path.posix.dirname(place), `rules/${rule}.md`)})`;
      const page = placeOf(file);
      const link = page ? path.posix.relative(path.posix.dirname(place), page) : REPOSITORY + file;
      return `](${link}${anchor})`;
    }),
  );
}
