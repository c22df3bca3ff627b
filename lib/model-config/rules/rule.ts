import { Finding, Severity } from '../finding';

/** What a rule has found: where, and in words what was given, what is allowed and how to mend it. */
export interface Violation {
  readonly field: string;
  readonly message: string;
  /** When it differs from the rule's. */
  readonly severity?: Severity;
}

/**
 * One check with a stable id. Rooms above write rules of their own about subjects of their own (a model with its files,
 * an endpoint) and turn them into findings with `applyRules`.
 */
export interface Rule<Subject, Context> {
  readonly id: string;
  /** `Severity.ERROR` when absent. */
  readonly severity?: Severity;
  check(subject: Subject, context: Context): Iterable<Violation>;
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
      findings.push({ ruleId: rule.id, field, message, severity: severity ?? rule.severity ?? Severity.ERROR });
    }
  }
  return findings;
}
