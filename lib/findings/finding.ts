import { abridged } from './abridged';

/** The severity of a finding. */
export enum Severity {
  /** Triton or SageMaker would reject the configuration, so it must be fixed. */
  ERROR = 'error',
  /** The configuration is valid but probably not as intended. A warning can be acknowledged by its rule ID. */
  WARNING = 'warning',
}

/** A violation of a rule. */
export interface Finding {
  /** Stable ID of the rule, such as `dyn.preferred-max`. */
  readonly ruleId: string;
  /** Path of the field in config.pbtxt, such as `dynamic_batching.preferred_batch_size[0]` or `input[1].dims`. */
  readonly field: string;
  /** Actual value, allowed values and how to fix the violation. */
  readonly message: string;
  /** Severity of the finding. */
  readonly severity: Severity;
  /**
   * Name of the model whose configuration must change.
   *
   * @default - the validated model. `ModelConfig.validateRepository` sets the name
   */
  readonly model?: string;
}

/** A value in a file of somebody else may have megabytes. */
const LONGEST = { field: 1000, message: 4000 };

/** A finding that fits on a screen. */
export function finding({ field, message, ...rest }: Finding): Finding {
  return { ...rest, field: abridged(field, LONGEST.field), message: abridged(message, LONGEST.message) };
}

/** What Triton or SageMaker would refuse. */
export function error(ruleId: string, field: string, message: string): Finding {
  return finding({ ruleId, field, message, severity: Severity.ERROR });
}

/** Advice, which a user may acknowledge. */
export function warning(ruleId: string, field: string, message: string): Finding {
  return finding({ ruleId, field, message, severity: Severity.WARNING });
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
