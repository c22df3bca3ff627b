import * as fs from 'fs';
import * as path from 'path';
import { ROOT, sitePathOf } from './links';

/** A section of an index page, with the pages in its table. */
export interface Section {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

export interface ListedPage {
  readonly title: string;
  /** The path of the file in the repository. */
  readonly source: string;
  /** The second column of the table. */
  readonly description: string;
}

/** The sections of an index page that contain a table of pages. Lists of pages, such as the pages for contributors, are not in the navigation. */
export function sectionsOf(index: string): Section[] {
  const [, ...sections] = fs.readFileSync(path.join(ROOT, index), 'utf8').split(/^##? /m);
  return sections
    .map((section) => ({
      title: section.split('\n')[0],
      pages: [...section.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \| (.*) \|$/gm)].map(
        ([, title, target, description]) => ({
          title,
          source: path.posix.join(path.dirname(index), target),
          description,
        }),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** The navigation of the site: the tables of an index page, with their order, titles and sections. */
export function navigationFor(index: string): string {
  return sectionsOf(index)
    .map(({ title, pages }) => {
      const entries = pages.map((page) => `${page.title} <${addressOf(page.source)}>`);
      return `\n\n\`\`\`{toctree}\n:hidden:\n:caption: ${title}\n\n${entries.join('\n')}\n\`\`\`\n`;
    })
    .join('');
}

/** The path of a page from the root of the site. */
function addressOf(source: string): string {
  return `/${sitePathOf(source)?.replace('.md', '')}`;
}
