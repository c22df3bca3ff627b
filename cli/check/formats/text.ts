import { fewOfEach, restOf } from '../../../lib/findings/few-of-each';
import { rulePage } from '../../../lib/findings/rule-page';
import { CheckResult } from '../finding';
import { describe, summaryOf } from './summary';

/** A line for each finding, as compilers print them, so that editors lead to the place. */
export function renderText(result: CheckResult): string {
  const findings = fewOfEach(result.findings, ({ file }) => file).flatMap((each) => {
    const { finding } = each;
    const { file, line, column, severity, ruleId } = finding;
    const place = line === undefined ? file : `${file}:${line}:${column}`;
    return [
      `${place}: ${severity}: ${describe(finding)} ${rulePage(ruleId)}`,
      ...restOf(each).map((rest) => `${file}: ${severity}: ${rest} ${rulePage(ruleId)}`),
    ];
  });
  const notes = result.notes.map(({ file, message }) => `${file}: note: ${message}`);
  const failures = result.failures.map(({ message }) => `error: ${message}`);
  return [...findings, ...notes, ...failures, ...summaryOf(result)].join('\n');
}
