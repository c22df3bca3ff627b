import * as path from 'path';
import { InstanceType, ModelConfig, Severity } from '../../lib';
import { readRulePages, RulePage } from '../../site/rules';
import { ruleExamples } from './rule-examples';
import { ruleIds } from './rule-ids';

const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));

test('every rule has one page, and every page a rule', () => {
  expect(pages.map(({ id }) => id).sort()).toEqual(ruleIds());
});

test.each(pages.map((page) => [page.id, page] as const))(
  '%s says what it is, how bad, when and from where',
  (_, page) => {
    expect(page.text).toMatch(
      /^[A-Z`].*\.\n\n- Severity: (error|warning|error or warning|information)\n- Otherwise found: \S/,
    );
    expect(page.text).toMatch(/\n- Source: \S/);
  },
);

test.each(ruleExamples(pages, 'pbtxt'))(
  '%s finds what its page calls wrong, and nothing in what it calls fixed',
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

/** The severity of each rule that has something to say, on an instance with four GPUs unless the page says another. */
function findings({ text }: RulePage, config: string): Record<string, Severity> {
  const [, tritonRelease, type = 'ml.g4dn.12xlarge'] =
    /^Wrong(?: with Triton (\d\d\.\d\d))?(?: on (ml\.[\w.-]+))?:$/m.exec(text) ?? [];
  try {
    const all = ModelConfig.fromText(config).validate({ tritonRelease, instanceType: InstanceType.of(type) });
    return Object.fromEntries(all.map(({ ruleId, severity }) => [ruleId, severity]));
  } catch (error) {
    const [, ruleId] = /\/rules\/([\w.-]+)\)$/.exec(String(error)) ?? [];
    if (ruleId === undefined) throw error;
    return { [ruleId]: Severity.ERROR };
  }
}
