import { rulePageUrl } from '../../../lib/findings/rule-page';
import { CheckResult } from '../finding';

/** For programs. */
export function renderJson({ findings, notes, failures, models, assemblies }: CheckResult): string {
  const described = findings.map(({ file, line, column, severity, ruleId, field, message }) => ({
    file,
    line,
    column,
    severity,
    ruleId,
    field,
    message,
    page: rulePageUrl(ruleId),
  }));
  return JSON.stringify({ models, assemblies, findings: described, notes, failures }, undefined, 2);
}
