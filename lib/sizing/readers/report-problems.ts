import { Finding } from '../../findings/finding';
import { lineOf } from '../../findings/rule-page';

/** More of them would hide the first one. */
const SHOWN = 20;

/** What is wrong with one row of measurements. */
export interface RowProblems {
  /** Where the row stands, such as `line 3`. */
  readonly where: string;
  readonly findings: Finding[];
}

/**
 * Throws what is wrong with all rows of a source at once.
 *
 * @param source the file, or the call that got the values
 */
export function reportProblems(source: string, rows: RowProblems[]): void {
  const lines = rows.flatMap(({ where, findings }) => findings.map((finding) => `${where}: ${lineOf(finding)}`));
  if (lines.length === 0) return;
  if (lines.length === 1) throw new Error(`${source}, ${lines[0]}`);
  const rest = lines.length > SHOWN ? [`  … and ${lines.length - SHOWN} more`] : [];
  throw new Error(
    [`${source}: ${lines.length} problems`, ...lines.slice(0, SHOWN).map((line) => `  - ${line}`), ...rest].join('\n'),
  );
}
