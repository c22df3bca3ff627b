import { fewOfEach, listOf } from '../../../lib/findings/few-of-each';
import { rulePage } from '../../../lib/findings/rule-page';
import { CheckResult } from '../finding';
import { describe, summaryOf } from './summary';

/** A line for each finding, as compilers print them, so that editors lead to the place. */
export function renderText(result: CheckResult): string {
  const findings = fewOfEach(result.findings, ({ file }) => file).flatMap(({ finding, more }) => {
    const { file, line, column, severity, ruleId } = finding;
    const place = line === undefined ? file : `${file}:${line}:${column}`;
    const text = `${place}: ${severity}: ${describe(finding)} ${rulePage(ruleId)}`;
    const rest = `${file}: ${severity}: ${listOf(finding)}: … and ${more} more ${rulePage(ruleId)}`;
    return more === 0 ? [text] : [text, rest];
  });
  const notes = result.notes.map(({ file, message }) => `${file}: note: ${message}`);
  return [...findings, ...notes, summaryOf(result)].join('\n');
}
