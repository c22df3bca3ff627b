import { Finding, Severity } from '../model-config';

/** What Triton or SageMaker would refuse. */
export function error(ruleId: string, field: string, message: string): Finding {
  return { ruleId, field, message, severity: Severity.ERROR };
}

/** Advice, which a user may acknowledge. */
export function warning(ruleId: string, field: string, message: string): Finding {
  return { ruleId, field, message, severity: Severity.WARNING };
}
