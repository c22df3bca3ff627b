/* The weights of Sphinx, and guides before reference: the page of a type or a rule often has the words of a question in its title. */
const REFERENCE =
  /^(?:api|rules)\/|^(?:architecture|contributing|changelog|security-policy|integration-tests|unproven|benchmarks|getting-started|index)$/;
const EXAMPLES = /^examples\//;

globalThis.Scorer = {
  score: ([page, , , , score]) => score * (REFERENCE.test(page) ? 0.3 : EXAMPLES.test(page) ? 0.6 : 1),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
