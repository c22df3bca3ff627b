import { limitPerKind, omittedMessages } from '../../../lib/findings/format-findings';
import { rulePage } from '../../../lib/findings/rule-page';
import { CheckResult } from '../result';
import { describe, withForwardSlashes, summaryOf } from './summary';

/** Renders workflow commands, which GitHub Actions shows as annotations in a pull request. */
export function renderGitHub(result: CheckResult): string {
  const findings = limitPerKind(result.findings, ({ file }) => file).flatMap((each) => {
    const { finding } = each;
    const { line, column, severity, ruleId } = finding;
    const file = withForwardSlashes(finding.file);
    const properties = { file, line, col: column, title: ruleId };
    return [
      command(severity, properties, `${describe(finding)} ${rulePage(ruleId)}`),
      ...omittedMessages(each).map((omitted) =>
        command(severity, { file, title: ruleId }, `${omitted} ${rulePage(ruleId)}`),
      ),
    ];
  });
  const notes = result.notes.map(({ file, message }) => command('notice', { file: withForwardSlashes(file) }, message));
  const failures = result.failures.map(({ file, message }) =>
    command('error', { file: withForwardSlashes(file) }, message),
  );
  return [...findings, ...notes, ...failures, ...summaryOf(result)].join('\n');
}

function command(name: string, properties: Record<string, string | number | undefined>, message: string): string {
  const parameters = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escape(String(value)).replace(/:/g, '%3A').replace(/,/g, '%2C')}`);
  return `::${name} ${parameters.join(',')}::${escape(message)}`;
}

/** Escapes characters with a special meaning in workflow commands. Percent signs are first, because the other escapes add percent signs. */
function escape(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
