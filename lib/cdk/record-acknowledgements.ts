import { AspectPriority, Aspects, CfnResource, IAspect } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';

/** Context key that turns off the acknowledgements of the library, so cdk-nag reports all findings. */
const REPORT_ALL = 'cdk-sagemaker-triton:reportAllComplianceFindings';

/**
 * Acknowledges rules for a construct and its descendants, for cdk-nag 3 and cdk-nag 2.
 *
 * cdk-nag 3 reads metadata of constructs. `Validations.acknowledge` of newer versions of aws-cdk-lib adds the same metadata, but captures a
 * stack trace for each rule, which would take a fifth of the synthesis time of an endpoint. Older versions do not have this method.
 *
 * @param reasons reasons by rule ID. An ID can end with one finding of the rule in brackets, such as `AwsSolutions-IAM5[Resource::*]`
 */
export function recordAcknowledgements(scope: IConstruct, reasons: Record<string, string>): void {
  if (scope.node.tryGetContext(REPORT_ALL)) return;
  scope.node.addMetadata('aws:cdk:acknowledged-rules', reasons);
  const aspects = Aspects.of(scope);
  let suppressions = aspects.all.find((aspect) => aspect instanceof CdkNag2Suppressions);
  if (!suppressions) {
    suppressions = new CdkNag2Suppressions(scope);
    aspects.add(suppressions, { priority: AspectPriority.MUTATING }); // before cdk-nag 2, which is a read-only aspect
  }
  suppressions.add(reasons);
}

/**
 * Adds suppressions for cdk-nag 2 to the `Metadata` of resources. The suppressions are part of the template. Apps without cdk-nag 2 are not
 * changed.
 */
class CdkNag2Suppressions implements IAspect {
  private readonly reasons: [id: string, reason: string][] = [];
  private usesCdkNag2: boolean | undefined;

  constructor(private readonly scope: IConstruct) {}

  public add(reasons: Record<string, string>): void {
    this.reasons.push(...Object.entries(reasons));
  }

  public visit(node: IConstruct): void {
    if (!CfnResource.isCfnResource(node)) return;
    this.usesCdkNag2 ??= isCheckedByCdkNag2(this.scope);
    if (!this.usesCdkNag2) return;
    const existing = (node.getMetadata('cdk_nag')?.rules_to_suppress ?? []) as unknown[];
    node.addMetadata('cdk_nag', { rules_to_suppress: [...existing, ...this.reasons.map(suppressionOf)] });
  }
}

/** Whether the scope or one of its parents has a rule pack of cdk-nag 2, which is an aspect. */
function isCheckedByCdkNag2(scope: IConstruct): boolean {
  return scope.node.scopes.some((each) => Aspects.of(each).all.some((aspect) => 'readPackName' in aspect));
}

/** Separates the finding from the rule ID, because cdk-nag 2 throws an error if the ID contains a finding. */
function suppressionOf([id, reason]: [string, string]): object {
  const start = id.indexOf('[');
  if (start < 0) return { id, reason };
  return { id: id.slice(0, start), reason, applies_to: [id.slice(start + 1, -1)] };
}
