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

/** A rule as data: what is wrong with a part of a subject, such as with an input of a model. */
export interface PartRule<Part, Subject, Context> extends Pick<Rule<Subject, Context>, 'id'> {
  /** The default is `Severity.ERROR`. */
  readonly severity?: Severity | ((part: Part, context: Context, subject: Subject) => Severity | undefined);
  /** Whether the part violates the rule: any value that counts as true. */
  readonly when: (part: Part, context: Context, subject: Subject) => unknown;
  /** The end of the path of the finding's field, after the path of the part. */
  readonly at?: string | ((part: Part) => string);
  readonly message: string | ((part: Part, context: Context, subject: Subject) => string);
}

/** Creates rules that check each part of a subject. `field` of a part is its path. */
export function rulesForEach<Part extends { readonly field: string }, Subject, Context>(
  partsOf: (subject: Subject, context: Context) => readonly Part[],
  rules: readonly PartRule<Part, Subject, Context>[],
): Rule<Subject, Context>[] {
  return rules.map(({ id, severity, when, at = '', message }) => ({
    id,
    severity: typeof severity === 'function' ? undefined : severity,
    *check(subject, context) {
      for (const part of partsOf(subject, context)) {
        if (!when(part, context, subject)) continue;
        yield {
          field: part.field + (typeof at === 'function' ? at(part) : at),
          message: typeof message === 'function' ? message(part, context, subject) : message,
          ...(typeof severity === 'function' && { severity: severity(part, context, subject) }),
        };
      }
    },
  }));
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
