import * as path from 'path';
import { InstanceType, ModelConfig, Severity } from '../../lib';
import { readRulePages, RulePage } from '../../site/rules';
import { ruleExamples } from './rule-examples';
import { ruleIds } from './rule-ids';

const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));

test('every rule has a page, and every page has a rule', () => {
  expect(pages.map(({ id }) => id).sort()).toEqual(ruleIds());
});

test.each(pages.map((page) => [page.id, page] as const))('%s has a summary and a severity', (_, page) => {
  expect(page.text).toMatch(/^[A-Z`].*\.\n\n(Error|Warning|Error or warning|Information)( since Triton [\d.]+)?\./);
});

test.each(ruleExamples(pages, 'pbtxt'))(
  '%s has a finding for the invalid example on its page, and none for the fixed example',
  (id, example) => {
    const { page, wrong, fixed } = example;
    const severity = findings(page, wrong)[id];
    expect(['error', 'warning']).toContain(severity);
    expect(severityOf(page)).toContain(severity);
    expect(findings(page, fixed)).not.toHaveProperty([id]);
  },
);

function severityOf({ text }: RulePage): string {
  return /^(Error or warning|Error|Warning)\b/m.exec(text.split('\n\n')[1])?.[1].toLowerCase() ?? '';
}

/** Severities of the findings by rule. The instance type has four GPUs, unless the page specifies a different type. */
function findings({ text }: RulePage, config: string): Record<string, Severity> {
  const [, tritonRelease, type = 'ml.g4dn.12xlarge'] =
    /^(?:With Triton (\d\d\.\d\d))?(?: ?[Oo]n (ml\.[\w.-]+))?:$/m.exec(text) ?? [];
  try {
    const allFindings = ModelConfig.fromText(config).validate({ tritonRelease, instanceType: InstanceType.of(type) });
    return Object.fromEntries(allFindings.map(({ ruleId, severity }) => [ruleId, severity]));
  } catch (error) {
    const [, ruleId] = /\/rules\/([\w.-]+)\)$/.exec(String(error)) ?? [];
    if (ruleId === undefined) throw error;
    return { [ruleId]: Severity.ERROR };
  }
}
