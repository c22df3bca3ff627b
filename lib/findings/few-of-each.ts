import type { Finding } from './finding';

/** More findings of one kind would hide the others, and a file with 300,000 mistakes would give 100 MB of them. */
const SHOWN = 20;

/** Findings of which some are left out. */
export interface FewFindings<F extends Finding> {
  readonly finding: F;
  /** How many of its kind follow and are left out. */
  readonly more: number;
}

/**
 * The first findings of each kind, in their order; the last one of a kind says how many more there are. Findings of a kind are of one
 * rule, about elements of one list.
 *
 * @param groupOf what tells kinds apart besides, such as the file
 */
export function fewOfEach<F extends Finding>(
  findings: readonly F[],
  groupOf: (finding: F) => string = () => '',
): FewFindings<F>[] {
  const kinds = new Map<string, number>();
  const kindOf = (finding: F): string =>
    [groupOf(finding), finding.ruleId, finding.severity, listOf(finding)].join('\n');
  const numbered = findings.map((finding) => {
    const kind = kindOf(finding);
    const number = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, number);
    return { finding, kind, number };
  });
  return numbered
    .filter(({ number }) => number <= SHOWN)
    .map(({ finding, kind, number }) => ({ finding, more: number < SHOWN ? 0 : (kinds.get(kind) ?? 0) - SHOWN }));
}

/** A text for the findings that are left out after one; none where none is. */
export function restOf({ finding, more }: FewFindings<Finding>): string[] {
  return more === 0 ? [] : [`${listOf(finding)}: … and ${more} more`];
}

/** The field of a finding without its numbers and keys, such as `input[…].name`. A key may have brackets of its own. */
function listOf({ field }: Finding): string {
  const [start, end] = [field.indexOf('['), field.lastIndexOf(']')];
  return start < 0 || end < start ? field : `${field.slice(0, start)}[…]${field.slice(end + 1)}`;
}
