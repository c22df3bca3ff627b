import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Finding, Severity } from './finding';
import { fewOfEach } from './few-of-each';
import { linesOf } from './rule-page';

/**
 * Throws all errors at once, each with the property, what was given and is allowed, and the page of its rule; turns warnings
 * into annotations that can be acknowledged by their id, `cdk-sagemaker-triton:<rule id>`.
 */
export function reportFindings(scope: Construct, findings: Finding[]): void {
  for (const each of fewOfEach(findings.filter(({ severity }) => severity === Severity.WARNING))) {
    const id = `cdk-sagemaker-triton:${each.finding.ruleId}`;
    for (const line of linesOf(each)) Annotations.of(scope).addWarningV2(id, line);
  }
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length === 0) return;
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`;
  const lines = fewOfEach(errors).flatMap((each) => linesOf(each).map((line) => `  - ${line}`));
  throw new Error(
    [`${scope.node.path}: ${count} that Triton or SageMaker would reject at deploy time`, ...lines].join('\n'),
  );
}
