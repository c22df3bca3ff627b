import * as path from 'path';
import { readRulePages } from '../../site/rules';
import { findingsOf, violatedRules } from './fragments';
import { ruleExamples } from './rule-examples';
import { RUNS_ALL, sample } from '../setup/proof';

const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));
const examples = sample(ruleExamples(pages, 'ts'), 20);

test.each(examples)(
  '%s: the invalid example on its page violates the rule, and the fixed example does not',
  (id, { wrong, fixed }) => {
    expect(violatedRules(wrong)).toContain(id);
    expect(violatedRules(fixed)).not.toContain(id);
  },
);

/** A range in a message, such as `allowed: whole seconds from 60 to 3600`. */
const RANGE = /allowed: (?:a whole number |whole \w+ )?(?:from )?(\d+) to (\d+)\b/;

/** Rules whose range depends on the property, so the page does not state it. */
const MANY_RANGES = ['sme.argument-value'];

test('the page of a rule states the range in the message of the rule', () => {
  const withOneRange = examples.filter(([id]) => !MANY_RANGES.includes(id));
  const ranges = withOneRange.flatMap(([id, { page, wrong }]) => {
    const message = findingsOf(wrong).find((finding) => finding.id === id)?.message ?? '';
    const [, ...limits] = RANGE.exec(message) ?? [];
    const paragraph = page.text.split('\n\n')[0].replace(/(?<=\d),(?=\d{3})/g, '');
    return limits.length > 0
      ? [{ id, limits, stated: limits.filter((limit) => new RegExp(`\\b${limit}\\b`).test(paragraph)) }]
      : [];
  });
  expect(ranges.length).toBeGreaterThan(RUNS_ALL ? 15 : 0);
  expect(ranges).toEqual(ranges.map(({ id, limits }) => ({ id, limits, stated: limits })));
});
