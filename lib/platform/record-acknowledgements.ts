import { AspectPriority, Aspects, CfnResource, IAspect } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';

/** Context of an app whose team judges the findings of rule packs for itself: the library acknowledges none of them. */
const REPORT_ALL = 'cdk-sagemaker-triton:reportAllComplianceFindings';

/**
 * Records a reason for each rule, for a construct and those below it, where cdk-nag 3 and cdk-nag 2 look for it.
 *
 * cdk-nag 3 reads metadata of constructs. This is what `Validations.acknowledge` of newer versions of aws-cdk-lib does, but once for all
 * rules: it takes a stack trace for each, which would be a fifth of an endpoint's time to synthesize. Older versions, which do not have it,
 * take metadata of any key.
 *
 * @param reasons by the ID of the rule, with the finding in brackets where a rule has several
 */
export function recordAcknowledgements(scope: IConstruct, reasons: Record<string, string>): void {
  if (scope.node.tryGetContext(REPORT_ALL)) return;
  scope.node.addMetadata('aws:cdk:acknowledged-rules', reasons);
  const aspects = Aspects.of(scope);
  let suppressions = aspects.all.find((aspect) => aspect instanceof CdkNag2Suppressions);
  if (!suppressions) {
    suppressions = new CdkNag2Suppressions(scope);
    aspects.add(suppressions, { priority: AspectPriority.MUTATING }); // before cdk-nag 2, which only reads
  }
  suppressions.add(reasons);
}

/**
 * cdk-nag 2 is an aspect, which reads suppressions from the `Metadata` of a resource and leaves them in the template. Templates of apps
 * without it stay as they are.
 */
class CdkNag2Suppressions implements IAspect {
  private readonly reasons: [id: string, reason: string][] = [];
  private applies: boolean | undefined;

  constructor(private readonly scope: IConstruct) {}

  public add(reasons: Record<string, string>): void {
    this.reasons.push(...Object.entries(reasons));
  }

  public visit(node: IConstruct): void {
    if (!CfnResource.isCfnResource(node)) return;
    this.applies ??= isCheckedByCdkNag2(this.scope);
    if (!this.applies) return;
    const others = (node.getMetadata('cdk_nag')?.rules_to_suppress ?? []) as unknown[];
    node.addMetadata('cdk_nag', { rules_to_suppress: [...others, ...this.reasons.map(suppressionOf)] });
  }
}

/** A rule pack of cdk-nag 2, also one of the user's own, is an aspect of the app, or of a stage, a stack or a construct in it. */
function isCheckedByCdkNag2(scope: IConstruct): boolean {
  return scope.node.scopes.some((each) => Aspects.of(each).all.some((aspect) => 'readPackName' in aspect));
}

/** cdk-nag 2 takes the finding apart from the rule, and throws if it is in the ID. */
function suppressionOf([id, reason]: [string, string]): object {
  const start = id.indexOf('[');
  if (start < 0) return { id, reason };
  return { id: id.slice(0, start), reason, applies_to: [id.slice(start + 1, -1)] };
}
