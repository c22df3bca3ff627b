import { Finding, finding, Severity } from './finding';
import { LIMIT_RULE, mostOf, OverLimit } from './limits';

/** What a rule has found; the rule says which one it is and, where it leaves that open, how bad. */
export type RuleFinding = Omit<Finding, 'ruleId' | 'severity'> & Partial<Pick<Finding, 'severity'>>;

/** One check with a stable id. */
export interface Rule<Subject, Context> {
  readonly id: string;
  /** `Severity.ERROR` when absent. */
  readonly severity?: Severity;
  check(subject: Subject, context: Context): Iterable<RuleFinding>;
}

/** All findings of some rules about a subject, in the order of the rules. */
export function applyRules<Subject, Context>(
  rules: readonly Rule<Subject, Context>[],
  subject: Subject,
  context: Context,
): Finding[] {
  const findings: Finding[] = [];
  const unchecked = new Set<string>();
  for (const rule of rules) {
    try {
      for (const found of findingsOf(rule, subject, context)) findings.push(found);
    } catch (problem) {
      if (!(problem instanceof OverLimit)) throw problem;
      unchecked.add(problem.reason);
    }
  }
  const severity = Severity.WARNING;
  return [...findings, ...[...unchecked].map((message) => ({ ruleId: LIMIT_RULE, field: 'files', message, severity }))];
}

/** The first findings of each severity, and how many more there are: all of them could fill the memory. */
function* findingsOf<Subject, Context>(
  rule: Rule<Subject, Context>,
  subject: Subject,
  context: Context,
): Iterable<Finding> {
  const counts = new Map<Severity, number>();
  const most = mostOf('ruleFindings');
  for (const { field, message, severity = rule.severity ?? Severity.ERROR } of rule.check(subject, context)) {
    const count = (counts.get(severity) ?? 0) + 1;
    counts.set(severity, count);
    if (count <= most) yield finding({ ruleId: rule.id, field, message, severity });
  }
  for (const [severity, count] of counts) {
    if (count > most)
      yield { ruleId: rule.id, field: '', message: `${count - most} more findings are not listed`, severity };
  }
}
