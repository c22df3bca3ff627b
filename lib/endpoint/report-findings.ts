import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Finding, Severity } from '../model-config';

/** Each rule has a page there. */
const RULES = 'https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules';

/**
 * Throws all errors at once, each with the property, what was given and is allowed, and its rule id; turns warnings into
 * annotations that can be acknowledged by their id, `cdk-sagemaker-triton:<rule id>`.
 */
export function reportFindings(scope: Construct, findings: Finding[]): void {
  for (const warning of findings.filter(({ severity }) => severity === Severity.WARNING)) {
    Annotations.of(scope).addWarningV2(
      `cdk-sagemaker-triton:${warning.ruleId}`,
      `${warning.field}: ${warning.message} (${RULES}/${warning.ruleId})`,
    );
  }
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length === 0) return;
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`;
  const lines = errors.map(({ field, message, ruleId }) => `  - ${field}: ${message} [${ruleId}]`);
  throw new Error(
    [
      `${scope.node.path}: ${count} that Triton or SageMaker would refuse at deploy time`,
      ...lines,
      `See ${RULES}/<rule id>`,
    ].join('\n'),
  );
}
