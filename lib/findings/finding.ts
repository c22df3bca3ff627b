import { abridged } from './abridged';
import { limitOf } from './limits';

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

/** Creates a finding of limited length: values in untrusted files can be megabytes long. */
export function createFinding({ field, message, ...otherProperties }: Finding): Finding {
  const maxLength = limitOf('textLength');
  return { ...otherProperties, field: abridged(field, maxLength), message: abridged(message, maxLength) };
}

/** Creates an error, for a configuration that Triton or SageMaker would reject. */
export function error(ruleId: string, field: string, message: string): Finding {
  return createFinding({ ruleId, field, message, severity: Severity.ERROR });
}

/** An error if a condition is true, otherwise no finding. */
export function errorIf(isViolated: boolean, ruleId: string, field: string, message: string): Finding[] {
  return isViolated ? [error(ruleId, field, message)] : [];
}

/** Creates a warning, which users can acknowledge. */
export function warning(ruleId: string, field: string, message: string): Finding {
  return createFinding({ ruleId, field, message, severity: Severity.WARNING });
}

/** Prefixes the fields of findings with a path: `weight` becomes `variants[1].weight`. An empty path changes nothing. */
export function prefixFields(path: string, findings: Finding[]): Finding[] {
  if (path === '') return findings;
  return findings.map((finding) => ({ ...finding, field: `${path}.${finding.field}` }));
}

/** Removes duplicate findings. */
export function removeDuplicates(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
