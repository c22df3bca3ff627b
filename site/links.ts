import * as fs from 'fs';
import * as path from 'path';
import { readRulePages } from './rules';

export const ROOT = path.join(__dirname, '..');
const REPOSITORY = 'https://github.com/cdk-sagemaker-triton/cdk-sagemaker-triton/blob/main/';

const RULES = readRulePages(path.join(ROOT, 'docs', 'rules')).map(({ id }) => id);

/** The pages of the site for files outside docs/. */
const PAGES: Record<string, string> = {
  'README.md': 'getting-started.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security-policy.md',
  'CHANGELOG.md': 'changelog.md',
  'API.md': 'api/index.md',
};

/** The files outside docs/ that become pages without changes. */
export const ROOT_PAGES = Object.keys(PAGES).filter((source) => source !== 'API.md');

/** The page of the site for a file of the repository; undefined if there is none. On the site, each rule has its own page. */
export function sitePathOf(source: string): string | undefined {
  if (path.posix.dirname(source) === 'docs/rules') return 'rules/index.md';
  if (/\.(ts|py|json)$/.test(source)) return undefined; // code, which is not a page
  return source.startsWith('docs/') ? source.slice('docs/'.length).replace('README.md', 'index.md') : PAGES[source];
}

/** Applies a change to the parts of a page that are not code. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^(```[^]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');
}

/** The rule that a link to a file of docs/rules refers to. Each rule has a separate page. */
function ruleAt(file: string, anchor: string): string | undefined {
  if (path.posix.dirname(file) !== 'docs/rules' || anchor === '') return undefined;
  return RULES.find((id) => anchor === `#${id.replaceAll('.', '')}`);
}

/**
 * Converts links between files of the repository to links between pages. Links to files without a page lead to the repository on GitHub.
 *
 * @throws if a link refers to a file that does not exist
 */
export function convertLinks(markdown: string, source: string, place: string): string {
  return outsideCode(markdown, (text) =>
    text.replace(/\]\(([^)\s#:]+)(#[^)\s]*)?\)/g, (_, target: string, anchor = '') => {
      const file = path.posix.join(path.posix.dirname(source), target);
      if (!fs.existsSync(path.join(ROOT, file))) throw new Error(`${source} links to ${target}, which does not exist`);
      const rule = ruleAt(file, anchor);
      if (rule) return `](${path.posix.relative(path.posix.dirname(place), `rules/${rule}.md`)})`;
      const page = sitePathOf(file);
      const link = page ? path.posix.relative(path.posix.dirname(place), page) : REPOSITORY + file;
      return `](${link}${anchor})`;
    }),
  );
}
