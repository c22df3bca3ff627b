/** Runs on the search page, after Sphinx's searchtools.js: Sphinx finds only pages that contain all words, and does not rank them by their subject. */
import { PageIndex } from './page-index';
import { rank } from './rank';

/** A result of Sphinx: page, title, anchor, description, score, file and kind. */
type Result = [string, string, string, null, number, string, 'text' | 'title'];

declare const PAGE_INDEX: PageIndex;
declare const Search: {
  performTermsSearch(): Result[];
  readonly _index: { readonly docnames: string[]; readonly titles: string[]; readonly filenames: string[] };
};

const query = new URLSearchParams(location.search).get('q') ?? '';
const ranked = rank(PAGE_INDEX, query);
const scores = new Map(ranked);

Search.performTermsSearch = () =>
  ranked.map(([page, score]) => {
    const { docnames, titles, filenames } = Search._index;
    const file = docnames.indexOf(page);
    return [page, titles[file], '', null, score, filenames[file], 'text'];
  });

// Sphinx also finds the headings that contain the query. They rank after their page.
Object.assign(globalThis, {
  Scorer: {
    score: ([page, , anchor]: Result) => (scores.get(page) ?? 0) - (anchor ? 1 : 0),
    title: 1,
  },
});
