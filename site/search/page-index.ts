/**
 * The index of the search: how well each page answers a query that contains a word. The formula is BM25F: a word counts more in a title than in the
 * text, more on a short page, and more if few pages contain it.
 */
import * as fs from 'fs';
import * as path from 'path';
import { sitePathOf } from '../links';
import { sectionsOf } from '../navigation';
import { READER_WORDS } from './reader-words';
import { stemsOf } from './tokens';

/** The names of the pages, and for each stem the numbers of the pages that contain it, each with the score of the page. */
export interface PageIndex {
  readonly pages: readonly string[];
  readonly scores: Record<string, [page: number, score: number][]>;
}

/** The parts of a page, with the weight of a word in this part. */
const WEIGHTS = { title: 8, description: 5, headings: 3, text: 1, code: 0.3 };
/** How much the score of a word decreases with the length of the part: from 0 to 1. */
const LENGTH_EFFECT = { title: 0.3, description: 0.3, headings: 0.6, text: 0.6, code: 0.6 };
/** The weight with which a word has half of its maximum effect. */
const SATURATION = 10;

type Part = keyof typeof WEIGHTS;
const PARTS = Object.keys(WEIGHTS) as Part[];

interface Page {
  readonly name: string;
  readonly stems: Record<Part, string[]>;
}

/** The first line of a page, which names its kind and its purpose. */
const PURPOSE = /^\*\*(?:Tutorial|How-to|Reference|Explanation)\*\*.*$/m;

/** The index of the pages in a folder. The pages on the front page, which are the guides and the reference, determine how rare a word is. */
export function indexPages(folder: string): PageIndex {
  const descriptions = descriptionsOfPages();
  const pages = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readPage(file.slice(0, -3), fs.readFileSync(path.join(folder, file), 'utf8'), descriptions));
  const listed = pages.filter(({ name }) => descriptions.has(name));
  const averageLength = (part: Part): number =>
    listed.reduce((sum, { stems }) => sum + stems[part].length, 0) / listed.length;
  const averages = Object.fromEntries(PARTS.map((part) => [part, averageLength(part)])) as Record<Part, number>;
  const weights = pages.map((page) => weightsOf(page, averages));
  const scores = new Map<string, [number, number][]>();
  weights.forEach((stems, number) => {
    for (const [stem, weight] of stems) {
      const score = (priorOf(pages[number].name) * weight) / (SATURATION + weight);
      if (!scores.has(stem)) scores.set(stem, []);
      scores.get(stem)?.push([number, score]);
    }
  });
  const scaled = [...scores].map(([stem, entries]): [string, [number, number][]] => {
    const pagesWithStem = entries.filter(([page]) => descriptions.has(pages[page].name)).length;
    const rarity = Math.log(1 + listed.length / Math.max(1, pagesWithStem));
    return [stem, entries.map(([page, score]) => [page, Math.round(1000 * rarity * score)])];
  });
  return { pages: pages.map(({ name }) => name), scores: Object.fromEntries(scaled) };
}

/** Guides rank before examples, and these before pages that users look up by a name, or that are for contributors. */
function priorOf(name: string): number {
  const reference =
    /^(?:api|rules)\/|^(?:architecture|benchmarks|changelog|compliance|contributing|index|integration-tests|security-policy|supported-repositories|unproven)$/;
  return reference.test(name) ? 0.45 : name.startsWith('examples/') ? 0.7 : 1;
}

/** The stems of a page, each with its weight in all parts of the page. */
function weightsOf({ stems }: Page, averages: Record<Part, number>): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of PARTS) {
    const length = 1 - LENGTH_EFFECT[part] + (LENGTH_EFFECT[part] * stems[part].length) / averages[part];
    for (const stem of stems[part]) weights.set(stem, (weights.get(stem) ?? 0) + WEIGHTS[part] / length);
  }
  return weights;
}

function readPage(name: string, markdown: string, descriptions: Map<string, string>): Page {
  const code = [...markdown.matchAll(/^```(?!\{)[^]*?^```$/gm)].map(([block]) => block).join('\n');
  const text = markdown
    .replace(/^---\n[^]*?\n---\n/, '')
    .replace(/^```[^]*?^```$/gm, '')
    .replace(/\]\([^)]*\)|<[^>]*>/g, ' ');
  const headings = [...text.matchAll(/^#{2,6} (.*)$/gm)].map(([, heading]) => heading).join('\n');
  const description = [descriptions.get(name), PURPOSE.exec(text)?.[0], READER_WORDS[name]].join(' ');
  const parts: Record<Part, string> = { title: /^# (.*)$/m.exec(text)?.[1] ?? '', description, headings, text, code };
  return {
    name,
    stems: Object.fromEntries(PARTS.map((part) => [part, stemsOf(parts[part])])) as Record<Part, string[]>,
  };
}

/** The title and the description of each page that the index pages list, by the name of the page. */
function descriptionsOfPages(): Map<string, string> {
  const listed = ['docs/README.md', 'docs/examples/README.md'].flatMap(sectionsOf).flatMap(({ pages }) => pages);
  return new Map(
    listed.map(({ title, source, description }) => [
      (sitePathOf(source) ?? source).replace(/\.md$/, ''),
      `${title} ${description}`,
    ]),
  );
}
