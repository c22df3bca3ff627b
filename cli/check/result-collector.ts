import { Severity } from '../../lib/findings/finding';
import { abridged } from '../../lib/findings/abridged';
import { LIMIT_RULE, limitOf } from '../../lib/findings/limits';
import { CheckResult, LocatedFinding, Note, overLimitNote, Step } from './result';

/** An assembly can have any number of files, so the lists of notes and failures are limited. */
const MAX_NOTES = 1000;

/** Combines the steps of a check into a result, with at most a maximum number of findings, notes and failures. */
export class ResultCollector {
  private readonly findings: LocatedFinding[] = [];
  private readonly notes: Note[] = [];
  private readonly failures: Note[] = [];
  private readonly findingCounts: Record<Severity, number> = { [Severity.ERROR]: 0, [Severity.WARNING]: 0 };
  private models = 0;
  private assemblies = 0;
  /** The file that is being checked. */
  public currentFile = '';

  public add(step: Step): void {
    if ('currentPath' in step) {
      this.currentFile = step.currentPath;
      return;
    }
    const { findings = [], notes = [], failures = [], models = 0, assemblies = 0 } = step;
    for (const finding of findings) this.addFinding(finding);
    for (const note of notes) this.notes.push(abridge(note));
    for (const failure of failures) this.failures.push(abridge(failure));
    this.models += models;
    this.assemblies += assemblies;
  }

  public get result(): CheckResult {
    const { findings, notes, failures, models, assemblies } = this;
    const omitted = Object.entries(this.findingCounts).flatMap(([severity, count]) => {
      const omittedCount = count - limitOf('findings');
      const message = `${omittedCount} more findings of severity ${severity} are not listed`;
      return omittedCount > 0 ? [{ file: this.currentFile, message, overLimit: true as const }] : [];
    });
    return {
      findings,
      notes: [...this.truncate(notes, 'notes'), ...omitted],
      failures: this.truncate(failures, 'failures'),
      models,
      ...(assemblies > 0 && { assemblies }),
    };
  }

  private truncate(notes: Note[], noun: string): Note[] {
    const omittedItems = notes.slice(MAX_NOTES);
    if (omittedItems.length === 0) return notes;
    const overLimit = omittedItems.some((note) => note.overLimit) && ({ overLimit: true } as const);
    const message = `${omittedItems.length} more ${noun} are not listed`;
    return [...notes.slice(0, MAX_NOTES), { file: this.currentFile, message, ...overLimit }];
  }

  private addFinding(finding: LocatedFinding): void {
    const { ruleId, severity, file, message } = finding;
    // The rules report an exceeded limit as a warning, as synthesis requires. The command `check` reports it as a note instead.
    if (ruleId === LIMIT_RULE && severity === Severity.WARNING)
      this.notes.push(abridge(overLimitNote(file, { reason: message })));
    else if (++this.findingCounts[severity] <= limitOf('findings')) {
      this.findings.push(finding);
    }
  }
}

function abridge(note: Note): Note {
  return { ...note, message: abridged(note.message, limitOf('textLength')) };
}
