import { PageIndex } from './page-index';
import { stemsOf } from './tokens';

/** Ranks a page whose name is the subject of the query before all others, for example the page of a type or of a rule. */
const IS_NAME = 10;

/** The pages that contain words of a query, with their scores, best first. A page need not contain all words. */
export function rank(index: PageIndex, query: string): [page: string, score: number][] {
  const totals = new Map<number, number>();
  const stems = stemsOf(query);
  for (const stem of new Set(stems)) {
    for (const [page, score] of entriesOf(index, stem)) totals.set(page, (totals.get(page) ?? 0) + score);
  }
  const subject = stems.join(' ');
  return [...totals]
    .map(([number, score]): [string, number] => {
      const page = index.pages[number];
      return [page, stemsOf(page.split('/').at(-1) ?? '').join(' ') === subject ? score * IS_NAME : score];
    })
    .sort(([, a], [, b]) => b - a);
}

/** The pages with a word. If there are none, the pages with a word that contains it, as "Realtime" is contained in "TritonRealtimeEndpoint". */
function entriesOf({ scores }: PageIndex, stem: string): [page: number, score: number][] {
  if (Object.hasOwn(scores, stem)) return scores[stem];
  if (stem.length < 3) return [];
  const best = new Map<number, number>();
  for (const [word, entries] of Object.entries(scores)) {
    if (!word.includes(stem)) continue;
    for (const [page, score] of entries) best.set(page, Math.max(score, best.get(page) ?? 0));
  }
  return [...best];
}
