import * as path from 'path';
import { readRulePages } from '../../site/rules';
import { rulesBrokenBy } from './fragments';
import { ruleExamples } from './rule-examples';

const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));

test.each(ruleExamples(pages, 'ts'))(
  '%s: the code on its page that is wrong violates the rule, and the corrected code does not',
  (id, { wrong, fixed }) => {
    expect(rulesBrokenBy(wrong)).toContain(id);
    expect(rulesBrokenBy(fixed)).not.toContain(id);
  },
);
