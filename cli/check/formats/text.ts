import { escapeLineBreaks } from '../../../lib/findings/escape-control-characters';
import { limitPerKind, omittedMessages } from '../../../lib/findings/format-findings';
import { rulePage } from '../../../lib/findings/rule-page';
import { CheckResult } from '../result';
import { describe, summaryOf } from './summary';

/** Renders each finding as a line in the format of compiler errors (`file:line:column: …`), which editors can link to the position. */
export function renderText(result: CheckResult): string {
  const findings = limitPerKind(result.findings, ({ file }) => file).flatMap((each) => {
    const { finding } = each;
    const { file, line, column, severity, ruleId } = finding;
    const position = line === undefined ? file : `${file}:${line}:${column}`;
    return [
      `${position}: ${severity}: ${describe(finding)} ${rulePage(ruleId)}`,
      ...omittedMessages(each).map((omitted) => `${file}: ${severity}: ${omitted} ${rulePage(ruleId)}`),
    ];
  });
  const notes = result.notes.map(({ file, message }) => `${file}: note: ${message}`);
  const failures = result.failures.map(({ message }) => `error: ${message}`);
  return [...[...findings, ...notes].map(escapeLineBreaks), ...failures, ...summaryOf(result)].join('\n');
}
