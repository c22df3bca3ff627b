import { Finding, finding, Severity } from './finding';

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
  for (const rule of rules) {
    for (const { field, message, severity } of rule.check(subject, context)) {
      findings.push(
        finding({ ruleId: rule.id, field, message, severity: severity ?? rule.severity ?? Severity.ERROR }),
      );
    }
  }
  return findings;
}
