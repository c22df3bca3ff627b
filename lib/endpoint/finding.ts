import { Finding, Severity } from '../model-config';

/** What Triton or SageMaker would refuse. */
export function error(ruleId: string, field: string, message: string): Finding {
  return { ruleId, field, message, severity: Severity.ERROR };
}

/** Advice, which a user may acknowledge. */
export function warning(ruleId: string, field: string, message: string): Finding {
  return { ruleId, field, message, severity: Severity.WARNING };
}

/** The findings of a part, told from the whole: `weight` becomes `variants[1].weight`. */
export function within(part: string, findings: Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, field: `${part}.${finding.field}` }));
}

/** Each finding once. */
export function distinct(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
