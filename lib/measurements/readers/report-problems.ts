import { Finding } from '../../findings/finding';
import { formatFinding } from '../../findings/format-findings';
import { inLanguageOfApp } from '../../findings/in-language-of-app';

/** Maximum number of findings in an error message. */
const MAX_SHOWN = 20;

/** The findings of one row of measurements. */
export interface RowProblems {
  /** Location of the row, such as `line 3`. */
  readonly where: string;
  readonly findings: Finding[];
}

/**
 * Throws an error with the findings of all rows.
 *
 * @param source the file, or the method that received the values
 */
export function reportProblems(source: string, rows: RowProblems[]): void {
  const lines = rows.flatMap(({ where, findings }) =>
    findings.map((finding) => `${where}: ${inLanguageOfApp(formatFinding(finding))}`),
  );
  if (lines.length === 0) return;
  if (lines.length === 1) throw new Error(`${source}, ${lines[0]}`);
  const omittedNote = lines.length > MAX_SHOWN ? [`  … and ${lines.length - MAX_SHOWN} more`] : [];
  throw new Error(
    [
      `${source}: ${lines.length} problems`,
      ...lines.slice(0, MAX_SHOWN).map((line) => `  - ${line}`),
      ...omittedNote,
    ].join('\n'),
  );
}
