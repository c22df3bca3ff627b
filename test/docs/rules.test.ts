import * as path from 'path';
import { InstanceType, ModelConfig, Severity } from '../../lib';
import { readRulePages, RulePage } from '../../site/rules';
import { ruleExamples } from './rule-examples';
import { ruleIds } from './rule-ids';

const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));

test('every rule has a page, and every page has a rule', () => {
  expect(pages.map(({ id }) => id).sort()).toEqual(ruleIds());
});

test.each(pages.map((page) => [page.id, page] as const))(
  '%s has a summary, a severity, a date and a source',
  (_, page) => {
    expect(page.text).toMatch(
      /^[A-Z`].*\.\n\n- Severity: (error|warning|error or warning|information)\n- Otherwise found: \S/,
    );
    expect(page.text).toMatch(/\n- Source: \S/);
  },
);

test('a page whose problem is never found otherwise names the result, and a page without a message in the log names no time', () => {
  const unclear = pages.filter(({ text }) => {
    const [, found = ''] = /^- Otherwise found: (.*)$/m.exec(text) ?? [];
    const isSilent = /without a message|has no effect|ignores (?:it|them)\b/.test(text.split('\n\n')[0]);
    return /(?:^|, |Otherwise )never(?!:)/.test(found) || (isSilent && found === 'when the model loads');
  });
  expect(unclear.map(({ id }) => id)).toEqual([]);
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
  return /^- Severity: (.*)$/m.exec(text)?.[1] ?? '';
}

/** Severities of the findings by rule. The instance type has four GPUs, unless the page specifies a different type. */
function findings({ text }: RulePage, config: string): Record<string, Severity> {
  const [, tritonRelease, type = 'ml.g4dn.12xlarge'] =
    /^Wrong(?: with Triton (\d\d\.\d\d))?(?: on (ml\.[\w.-]+))?:$/m.exec(text) ?? [];
  try {
    const allFindings = ModelConfig.fromText(config).validate({ tritonRelease, instanceType: InstanceType.of(type) });
    return Object.fromEntries(allFindings.map(({ ruleId, severity }) => [ruleId, severity]));
  } catch (error) {
    const [, ruleId] = /\/rules\/([\w.-]+)\)$/.exec(String(error)) ?? [];
    if (ruleId === undefined) throw error;
    return { [ruleId]: Severity.ERROR };
  }
}
