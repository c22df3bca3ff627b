import * as path from 'path';
import { Severity } from '../../../lib/findings/finding';
import { CheckResult, LocatedFinding } from '../finding';

export function errorsOf({ findings }: CheckResult): LocatedFinding[] {
  return findings.filter(({ severity }) => severity === Severity.ERROR);
}

/** The result in one line; none if nothing could be checked. */
export function summaryOf(result: CheckResult): string[] {
  const { models, assemblies = 0 } = result;
  const unchecked = result.notes.filter(({ overLimit }) => overLimit).length;
  const rest = unchecked > 0 ? [`${counted(unchecked, 'part')} not checked because of limits (see the notes)`] : [];
  if (models + assemblies === 0) return rest;
  const errors = errorsOf(result).length;
  const counts = [counted(errors, 'error'), counted(result.findings.length - errors, 'warning')];
  const checked = [
    ...(models > 0 ? [counted(models, 'model')] : []),
    ...(assemblies > 0 ? [counted(assemblies, 'cloud assembly', 'cloud assemblies')] : []),
  ];
  return [`${counts.join(' and ')} in ${checked.join(' and ')}`, ...rest];
}

function counted(count: number, what: string, several = `${what}s`): string {
  return `${count} ${count === 1 ? what : several}`;
}

/** The message behind its field. */
export function describe({ field, message }: LocatedFinding): string {
  return field === '' ? message : `${field}: ${message}`;
}

/** A path as repositories have it, whatever system the command runs on. */
export function slashed(file: string): string {
  return file.split(path.sep).join('/');
}
