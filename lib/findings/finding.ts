/** How bad a finding is. */
export enum Severity {
  /** Triton or SageMaker would refuse the model: it must be fixed. */
  ERROR = 'error',
  /** It loads, but probably not as meant: advice that can be acknowledged by its rule id. */
  WARNING = 'warning',
}

/** One thing that a rule has to say about a model configuration. */
export interface Finding {
  /** Stable id of the rule, e.g. `dyn.preferred-max`. */
  readonly ruleId: string;
  /** Path of the field in config.pbtxt, e.g. `dynamic_batching.preferred_batch_size[0]` or `input[1].dims`. */
  readonly field: string;
  /** What was given, what is allowed, and how to fix it. */
  readonly message: string;
  /** Whether the model would be refused, or is only advised against. */
  readonly severity: Severity;
  /**
   * Name of the model whose configuration has to change.
   *
   * @default - the model that was validated; `ModelConfig.validateRepository` sets it
   */
  readonly model?: string;
}

/** What Triton or SageMaker would refuse. */
export function error(ruleId: string, field: string, message: string): Finding {
  return { ruleId, field, message, severity: Severity.ERROR };
}

/** Advice, which a user may acknowledge. */
export function warning(ruleId: string, field: string, message: string): Finding {
  return { ruleId, field, message, severity: Severity.WARNING };
}

/** The findings of a part, told from the whole: `weight` becomes `variants[1].weight`. A part without a name is the whole. */
export function within(part: string, findings: Finding[]): Finding[] {
  if (part === '') return findings;
  return findings.map((finding) => ({ ...finding, field: `${part}.${finding.field}` }));
}

/** Each finding once. */
export function distinct(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
