import * as path from 'path';
import { Severity } from '../../../lib/findings/finding';
import { formatCount } from '../../output/words';
import { CheckResult, LocatedFinding } from '../result';

export function errorsOf({ findings }: CheckResult): LocatedFinding[] {
  return findings.filter(({ severity }) => severity === Severity.ERROR);
}

/** Returns a line with the number of errors and warnings, if anything was checked, and a line about exceeded limits. */
export function summaryOf(result: CheckResult): string[] {
  const { models, assemblies = 0, release } = result;
  const overLimitCount = result.notes.filter((note) => note.overLimit).length;
  const limitLines =
    overLimitCount > 0 ? [`${formatCount(overLimitCount, 'part')} not checked because of limits (see the notes)`] : [];
  if (models + assemblies === 0) return limitLines;
  const errors = errorsOf(result).length;
  const counts = [formatCount(errors, 'error'), formatCount(result.findings.length - errors, 'warning')];
  const checkedParts = [
    ...(models > 0 ? [`${formatCount(models, 'model')}${release ? ` for Triton ${release}` : ''}`] : []),
    ...(assemblies > 0 ? [formatCount(assemblies, 'cloud assembly')] : []),
  ];
  return [`${counts.join(' and ')} in ${checkedParts.join(' and ')}`, ...limitLines];
}

/** The message, prefixed with the field of config.pbtxt if there is one. */
export function describe({ field, message }: LocatedFinding): string {
  return field === '' ? message : `${field}: ${message}`;
}

/** The path with forward slashes on every operating system. */
export function withForwardSlashes(file: string): string {
  return file.split(path.sep).join('/');
}
