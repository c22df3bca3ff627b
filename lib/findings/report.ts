import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Finding, Severity } from './finding';
import { formatLimited, limitPerKind } from './format-findings';
import { inLanguageOfApp } from './in-language-of-app';

/**
 * Adds the warnings as annotations, which users can acknowledge by the ID `cdk-sagemaker-triton:<rule id>`. Then throws one error that
 * lists all findings with the severity ERROR, if there are any.
 */
export function reportFindings(scope: Construct, findings: Finding[]): void {
  for (const each of limitPerKind(findings.filter(({ severity }) => severity === Severity.WARNING))) {
    const id = `cdk-sagemaker-triton:${each.finding.ruleId}`;
    for (const line of formatLimited(each)) Annotations.of(scope).addWarningV2(id, inLanguageOfApp(line));
  }
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length === 0) return;
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`;
  const lines = limitPerKind(errors).flatMap((each) =>
    formatLimited(each).map((line) => `  - ${inLanguageOfApp(line)}`),
  );
  throw new Error(
    [`${scope.node.path}: ${count} that Triton or SageMaker would reject at deploy time`, ...lines].join('\n'),
  );
}
