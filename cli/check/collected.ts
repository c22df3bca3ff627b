import { Severity } from '../../lib/findings/finding';
import { abridged } from '../../lib/findings/abridged';
import { LIMIT_RULE, mostOf } from '../../lib/findings/limits';
import type { Step } from './check';
import { CheckResult, LocatedFinding, notChecked, Note } from './finding';

/** More notes or failures would hide the others, and an assembly may have any number of files. */
const MOST_NOTES = 1000;

/** The parts of a result, with no more findings than can be shown. */
export class Collected {
  private readonly findings: LocatedFinding[] = [];
  private readonly notes: Note[] = [];
  private readonly failures: Note[] = [];
  private readonly counts: Record<Severity, number> = { [Severity.ERROR]: 0, [Severity.WARNING]: 0 };
  private models = 0;
  private assemblies = 0;
  /** The file that is being checked. */
  public at = '';

  public add(step: Step): void {
    if ('at' in step) {
      this.at = step.at;
      return;
    }
    const { findings = [], notes = [], failures = [], models = 0, assemblies = 0 } = step;
    for (const finding of findings) this.addFinding(finding);
    for (const note of notes) this.notes.push(short(note));
    for (const failure of failures) this.failures.push(short(failure));
    this.models += models;
    this.assemblies += assemblies;
  }

  public get result(): CheckResult {
    const { findings, notes, failures, models, assemblies } = this;
    const more = Object.entries(this.counts).flatMap(([severity, count]) => {
      const rest = count - mostOf('findings');
      const message = `${rest} more findings of severity ${severity} are not listed`;
      return rest > 0 ? [{ file: this.at, message, overLimit: true as const }] : [];
    });
    return {
      findings,
      notes: [...this.first(notes, 'notes'), ...more],
      failures: this.first(failures, 'failures'),
      models,
      ...(assemblies > 0 && { assemblies }),
    };
  }

  private first(all: Note[], what: string): Note[] {
    const rest = all.slice(MOST_NOTES);
    if (rest.length === 0) return all;
    const overLimit = rest.some((note) => note.overLimit) && ({ overLimit: true } as const);
    const message = `${rest.length} more ${what} are not listed`;
    return [...all.slice(0, MOST_NOTES), { file: this.at, message, ...overLimit }];
  }

  private addFinding(finding: LocatedFinding): void {
    const { ruleId, severity, file, message } = finding;
    // At a synthesis, what exceeds a limit is a warning.
    if (ruleId === LIMIT_RULE && severity === Severity.WARNING)
      this.notes.push(short(notChecked(file, { reason: message })));
    else if (++this.counts[severity] <= mostOf('findings')) {
      this.findings.push(finding);
    }
  }
}

function short(note: Note): Note {
  return { ...note, message: abridged(note.message, mostOf('textLength')) };
}
