import { Finding, createFinding, Severity } from './finding';
import { LIMIT_RULE, limitOf, LimitExceededError } from './limits';

/** A finding without the rule ID. If the finding has no severity, the severity of the rule applies. */
export type RuleFinding = Omit<Finding, 'ruleId' | 'severity'> & Partial<Pick<Finding, 'severity'>>;

/** A check with a stable ID. */
export interface Rule<Subject, Context> {
  readonly id: string;
  /** The default is `Severity.ERROR`. */
  readonly severity?: Severity;
  check(subject: Subject, context: Context): Iterable<RuleFinding>;
}

/** Returns the findings of all rules about a subject, in the order of the rules. */
export function applyRules<Subject, Context>(
  rules: readonly Rule<Subject, Context>[],
  subject: Subject,
  context: Context,
): Finding[] {
  const findings: Finding[] = [];
  const limitMessages = new Set<string>();
  for (const rule of rules) {
    try {
      for (const found of findingsOf(rule, subject, context)) findings.push(found);
    } catch (problem) {
      if (!(problem instanceof LimitExceededError)) throw problem;
      limitMessages.add(problem.reason);
    }
  }
  const severity = Severity.WARNING;
  return [
    ...findings,
    ...[...limitMessages].map((message) => ({ ruleId: LIMIT_RULE, field: 'files', message, severity })),
  ];
}

/**
 * Yields a limited number of findings for each severity, and then the number of omitted findings. A list of all findings could exhaust the
 * memory.
 */
function* findingsOf<Subject, Context>(
  rule: Rule<Subject, Context>,
  subject: Subject,
  context: Context,
): Iterable<Finding> {
  const counts = new Map<Severity, number>();
  const limit = limitOf('ruleFindings');
  for (const { field, message, severity = rule.severity ?? Severity.ERROR } of rule.check(subject, context)) {
    const count = (counts.get(severity) ?? 0) + 1;
    counts.set(severity, count);
    if (count <= limit) yield createFinding({ ruleId: rule.id, field, message, severity });
  }
  for (const [severity, count] of counts) {
    if (count > limit)
      yield { ruleId: rule.id, field: '', message: `${count - limit} more findings are not listed`, severity };
  }
}
