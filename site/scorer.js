/**
 * The default weights of Sphinx, except that guides rank before reference pages, and that a page ranks higher the more words of the query are
 * among its words (search.ts). Sphinx alone ranks a page by whether its headings and its text contain the words, not by its subject.
 */
const REFERENCE =
  /^(?:api|rules)\/|^(?:architecture|contributing|changelog|security-policy|integration-tests|unproven|benchmarks|index)$/;
const EXAMPLES = /^examples\//;
const SUBJECT = 40;

function weightOf(page) {
  return REFERENCE.test(page) ? 0.3 : EXAMPLES.test(page) ? 0.6 : 1;
}

/** The share of the words of the query that are among the words of a page, without words such as "the". */
function subjectMatch(page) {
  if (!Object.hasOwn(PAGE_WORDS, page)) return 0;
  const stemmer = new Stemmer();
  const stem = (word) => stemmer.stemWord(word.toLowerCase());
  const query = splitQuery(new URLSearchParams(location.search).get('q') ?? '').filter(
    (word) => !stopwords.has(word.toLowerCase()),
  );
  const words = new Set(PAGE_WORDS[page].map(stem));
  return query.filter((word) => words.has(stem(word))).length / Math.max(1, query.length);
}

globalThis.Scorer = {
  // A heading inside a page ranks after the page itself.
  score: ([page, , , , score, , kind]) =>
    score * weightOf(page) + (kind === 'text' ? SUBJECT : SUBJECT / 2) * subjectMatch(page) ** 2,
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
