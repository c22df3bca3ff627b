import * as path from 'path';
import { InstanceType, ModelConfig, Severity } from '../../lib';
import { readRulePages, RulePage } from '../../site/rules';
import { ruleExamples } from './rule-examples';
import { ruleIds } from './rule-ids';

const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));

interface ExampleFinding {
  readonly severity: Severity;
  readonly field: string;
  readonly message: string;
}

test('every rule has a page, and every page has a rule', () => {
  expect(pages.map(({ id }) => id).sort()).toEqual(ruleIds());
});

test.each(pages.map((page) => [page.id, page] as const))('%s has a summary and a severity', (_, page) => {
  expect(page.text).toMatch(/^[A-Z`].*\.\n\n(Error|Warning|Error or warning|Information)( since Triton [\d.]+)?\./);
});

test.each(ruleExamples(pages, 'pbtxt'))(
  '%s has a finding for the invalid example on its page, and none for the fixed example',
  (id, { page, wrong, fixed }) => {
    const finding = findings(page, wrong)[id];
    expect(severityOf(page)).toContain(finding.severity);
    expect(finding.message).not.toMatch(/undefined|\[object|\.$/);
    expect(`${finding.severity} ${finding.field}: ${finding.message}`).toMatchSnapshot();
    expect(findings(page, fixed)).not.toHaveProperty([id]);
  },
);

function severityOf({ text }: RulePage): string {
  return /^(Error or warning|Error|Warning)\b/m.exec(text.split('\n\n')[1])?.[1].toLowerCase() ?? '';
}

/** The first finding of each rule. The instance type has four GPUs, unless the page specifies a different type. */
function findings({ text }: RulePage, config: string): Record<string, ExampleFinding> {
  const [, tritonRelease, type = 'ml.g4dn.12xlarge'] =
    /^(?:With Triton (\d\d\.\d\d))?(?: ?[Oo]n (ml\.[\w.-]+))?:$/m.exec(text) ?? [];
  try {
    const all = ModelConfig.fromText(config).validate({ tritonRelease, instanceType: InstanceType.of(type) });
    return Object.fromEntries(all.reverse().map((finding) => [finding.ruleId, finding]));
  } catch (error) {
    const [, message, ruleId] = /^Error: (.*) \S*\/rules\/([\w.-]+)\)$/s.exec(String(error)) ?? [];
    if (ruleId === undefined) throw error;
    return { [ruleId]: { severity: Severity.ERROR, field: 'text', message } };
  }
}
