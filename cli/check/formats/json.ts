import { rulePageUrl } from '../../../lib/findings/rule-page';
import { CheckResult } from '../result';

/** Renders the result as JSON, for other programs. */
export function renderJson({ findings, notes, failures, models, assemblies, release }: CheckResult): string {
  const items = findings.map(({ file, line, column, severity, ruleId, field, message }) => ({
    file,
    line,
    column,
    severity,
    ruleId,
    field,
    message,
    page: rulePageUrl(ruleId),
  }));
  return JSON.stringify({ models, assemblies, release, findings: items, notes, failures }, undefined, 2);
}
