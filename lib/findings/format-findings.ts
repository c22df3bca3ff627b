import type { Finding } from './finding';
import { withoutTokens } from './unresolved-values';
import { rulePage } from './rule-page';
import { escapeControlCharacters, escapeLineBreaks } from './escape-control-characters';

/**
 * Maximum number of findings of one kind to print, so that they do not hide findings of other kinds. Without a maximum, a file with 300,000
 * mistakes causes 100 MB of output.
 */
const MAX_PER_KIND = 20;

/** A finding that is printed, and the number of findings of the same kind that are omitted after this finding. */
export interface LimitedFinding<F extends Finding> {
  readonly finding: F;
  readonly omitted: number;
}

/**
 * Returns the first findings of each kind, in the original order. Findings of one kind have the same rule, severity and field, apart from
 * indices and keys in the field.
 *
 * @param groupOf returns a further criterion for the kind, such as the file
 */
export function limitPerKind<F extends Finding>(
  findings: readonly F[],
  groupOf: (finding: F) => string = () => '',
): LimitedFinding<F>[] {
  const counts = new Map<string, number>();
  const kindOf = (finding: F): string =>
    [groupOf(finding), finding.ruleId, finding.severity, fieldWithoutIndices(finding)].join('\n');
  const numberedFindings = findings.map((finding) => {
    const kind = kindOf(finding);
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return { finding, kind, number };
  });
  return numberedFindings
    .filter(({ number }) => number <= MAX_PER_KIND)
    .map(({ finding, kind, number }) => ({
      finding,
      omitted: number < MAX_PER_KIND ? 0 : (counts.get(kind) ?? 0) - MAX_PER_KIND,
    }));
}

/** Returns a message with the number of omitted findings; an empty list if none are omitted. */
export function omittedMessages({ finding, omitted }: LimitedFinding<Finding>): string[] {
  return omitted === 0 ? [] : [`${fieldWithoutIndices(finding)}: … and ${omitted} more`];
}

/** Formats a finding as one line. If findings of the same kind are omitted, a second line contains their number. */
export function formatLimited(limited: LimitedFinding<Finding>): string[] {
  const { finding } = limited;
  return [
    formatFinding(finding),
    ...omittedMessages(limited).map((message) => `${message} ${rulePage(finding.ruleId)}`),
  ];
}

/**
 * Formats a finding as one line. CDK tokens (placeholders for values that are known at deployment), line breaks and control characters in the
 * message are replaced.
 */
export function formatFinding({ field, message, ruleId }: Finding): string {
  const text = escapeControlCharacters(withoutTokens(`${field}: ${message}`));
  return `${escapeLineBreaks(text)} ${rulePage(ruleId)}`;
}

/** The field of a finding without indices and keys, such as `input[…].name`. A key can contain brackets. */
function fieldWithoutIndices({ field }: Finding): string {
  const [start, end] = [field.indexOf('['), field.lastIndexOf(']')];
  return start < 0 || end < start ? field : `${field.slice(0, start)}[…]${field.slice(end + 1)}`;
}
