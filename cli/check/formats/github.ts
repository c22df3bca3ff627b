import { fewOfEach, restOf } from '../../../lib/findings/few-of-each';
import { rulePage } from '../../../lib/findings/rule-page';
import { CheckResult } from '../finding';
import { describe, slashed, summaryOf } from './summary';

/** Workflow commands that GitHub Actions shows as annotations of the lines in a pull request. */
export function renderGitHub(result: CheckResult): string {
  const findings = fewOfEach(result.findings, ({ file }) => file).flatMap((each) => {
    const { finding } = each;
    const { line, column, severity, ruleId } = finding;
    const file = slashed(finding.file);
    const properties = { file, line, col: column, title: ruleId };
    return [
      command(severity, properties, `${describe(finding)} ${rulePage(ruleId)}`),
      ...restOf(each).map((rest) => command(severity, { file, title: ruleId }, `${rest} ${rulePage(ruleId)}`)),
    ];
  });
  const notes = result.notes.map(({ file, message }) => command('notice', { file: slashed(file) }, message));
  const failures = result.failures.map(({ file, message }) => command('error', { file: slashed(file) }, message));
  return [...findings, ...notes, ...failures, ...summaryOf(result)].join('\n');
}

function command(name: string, properties: Record<string, string | number | undefined>, message: string): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  const listed = given.map(
    ([key, value]) => `${key}=${escaped(String(value)).replace(/:/g, '%3A').replace(/,/g, '%2C')}`,
  );
  return `::${name} ${listed.join(',')}::${escaped(message)}`;
}

/** What would end a command or a property; the percent sign goes first, since the others make some. */
function escaped(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
