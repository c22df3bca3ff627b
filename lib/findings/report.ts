import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Finding, Severity } from './finding';
import { lineOf } from './rule-page';

/**
 * Throws all errors at once, each with the property, what was given and is allowed, and the page of its rule; turns warnings
 * into annotations that can be acknowledged by their id, `cdk-sagemaker-triton:<rule id>`.
 */
export function reportFindings(scope: Construct, findings: Finding[]): void {
  for (const warning of findings.filter(({ severity }) => severity === Severity.WARNING)) {
    Annotations.of(scope).addWarningV2(`cdk-sagemaker-triton:${warning.ruleId}`, lineOf(warning));
  }
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length === 0) return;
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`;
  const lines = errors.map((finding) => `  - ${lineOf(finding)}`);
  throw new Error(
    [`${scope.node.path}: ${count} that Triton or SageMaker would refuse at deploy time`, ...lines].join('\n'),
  );
}
