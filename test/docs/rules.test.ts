import * as path from 'path';
import { InstanceType, ModelConfig, Severity } from '../../lib';
import { readRulePages, RulePage } from '../../site/rules';
import { ruleIds } from './rule-ids';

const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));

test('every rule has one page, and every page a rule', () => {
  expect(pages.map(({ id }) => id).sort()).toEqual(ruleIds());
});

test.each(pages.map((page) => [page.id, page] as const))(
  '%s says what it is, how bad, when and from where',
  (_, page) => {
    expect(page.text).toMatch(/^[A-Z`].*\.\n\n- Severity: (error|warning|error or warning)\n- Otherwise found: \S/);
    expect(page.text).toMatch(/\n- Source: \S/);
  },
);

const examples = pages.flatMap((page) => {
  const [wrong, mended] = [...page.text.matchAll(/^```pbtxt\n([^]*?)^```$/gm)].map(([, text]) => text);
  return wrong ? [[page.id, { page, wrong, mended }] as const] : [];
});

test.each(examples)('%s finds what its page calls wrong, and nothing in what it calls mended', (id, example) => {
  const { page, wrong, mended } = example;
  const severity = findings(page, wrong)[id];
  expect(['error', 'warning']).toContain(severity);
  expect(severityOf(page)).toContain(severity);
  expect(findings(page, mended)).not.toHaveProperty([id]);
});

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
    const [, ruleId] = /\(([\w.-]+)\)$/.exec(String(error)) ?? [];
    return { [ruleId]: Severity.ERROR };
  }
}
