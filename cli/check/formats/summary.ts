import * as path from 'path';
import { Severity } from '../../../lib/findings/finding';
import { CheckResult, LocatedFinding } from '../finding';

export function errorsOf({ findings }: CheckResult): LocatedFinding[] {
  return findings.filter(({ severity }) => severity === Severity.ERROR);
}

/** The result in one line. */
export function summaryOf(result: CheckResult): string {
  const errors = errorsOf(result).length;
  const counts = [counted(errors, 'error'), counted(result.findings.length - errors, 'warning')];
  return `${counts.join(' and ')} in ${counted(result.models, 'model')}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The message behind its field. */
export function describe({ field, message }: LocatedFinding): string {
  return field === '' ? message : `${field}: ${message}`;
}

/** A path as repositories have it, whatever system the command runs on. */
export function slashed(file: string): string {
  return file.split(path.sep).join('/');
}
