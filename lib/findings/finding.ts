import { abridged } from './abridged';
import { mostOf } from './limits';

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

/** A finding that fits on a screen, although a value in a file of somebody else may have megabytes. */
export function finding({ field, message, ...rest }: Finding): Finding {
  const most = mostOf('textLength');
  return { ...rest, field: abridged(field, most), message: abridged(message, most) };
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
