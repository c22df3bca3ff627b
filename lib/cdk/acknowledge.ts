import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IConstruct } from 'constructs';
import { replaceTokens } from './pseudo-parameters';
import { isUnresolved } from '../findings/is-unresolved';

/** Context key that turns off the acknowledgements of the library, so cdk-nag reports all findings. */
const REPORT_ALL = 'cdk-sagemaker-triton:reportAllComplianceFindings';

/** Compliance packs of cdk-nag whose rules the library acknowledges. */
const PACKS = ['NIST.800.53.R5', 'HIPAA.Security', 'PCI.DSS.321'];

/** Acknowledges rules of cdk-nag's compliance packs for a construct and its descendants, with a reason for each rule. */
export function acknowledge(scope: IConstruct, reasons: Record<string, string>): void {
  const rules = Object.entries(reasons);
  const packReasons = PACKS.flatMap((pack) => rules.map(([rule, reason]) => [`${pack}-${rule}`, reason]));
  recordAcknowledgements(scope, Object.fromEntries(packReasons));
}

/**
 * Acknowledges wildcards in the resources of policies below a construct.
 *
 * @param reasons reason for each service in the statements, such as `s3`. Wildcards of other services are not acknowledged
 */
export function acknowledgeWildcards(
  scope: IConstruct,
  statements: PolicyStatement[],
  reasons: Record<string, string>,
): void {
  const stack = Stack.of(scope);
  const reasonsById: Record<string, string> = {};
  for (const { actions, resources } of statements) {
    const reason = reasons[actions[0].split(':')[0]];
    if (reason === undefined) continue;
    for (const resource of resources.filter((each) => each.includes('*'))) {
      const id = `AwsSolutions-IAM5[Resource::${formatResource(resource, stack)}]`;
      reasonsById[id] = addReason(reasonsById[id], reason);
    }
  }
  if (Object.keys(reasonsById).length > 0) recordAcknowledgements(scope, reasonsById);
}

/**
 * Combines the reasons for one wildcard. Statements of several services can contain the same wildcard, but cdk-nag reports only one finding
 * for it.
 */
function addReason(reasons: string | undefined, reason: string): string {
  if (reasons === undefined) return reason;
  return reasons.includes(reason) ? reasons : `${reasons}. ${reason}`;
}

/**
 * Acknowledges rules for a construct and its descendants: cdk-nag reads metadata of constructs. `Validations.acknowledge` of newer versions of
 * aws-cdk-lib adds the same metadata, but captures a stack trace for each rule, which would take a fifth of the synthesis time of an endpoint.
 * Older versions do not have this method.
 *
 * @param reasons reasons by rule ID. An ID can end with one finding of the rule in brackets, such as `AwsSolutions-IAM5[Resource::*]`
 */
function recordAcknowledgements(scope: IConstruct, reasons: Record<string, string>): void {
  if (!scope.node.tryGetContext(REPORT_ALL)) scope.node.addMetadata('aws:cdk:acknowledged-rules', reasons);
}

/** Acknowledges a rule of cdk-nag for a construct and its descendants. */
export function acknowledgeRule(
  scope: IConstruct,
  { id, reason }: { readonly id: string; readonly reason: string },
): void {
  recordAcknowledgements(scope, { [id]: reason });
}

/** Formats a resource as cdk-nag does in finding IDs. Resolving tokens is slow, so pseudo parameters are replaced directly. */
function formatResource(text: string, stack: Stack): string {
  const formatted = replaceTokens(text, (token, pseudoParameter) => (pseudoParameter ? `<${pseudoParameter}>` : token));
  return isUnresolved(formatted) ? formatResolved(stack.resolve(text)) : formatted;
}

/** Formats a resolved value as cdk-nag does in finding IDs: `<LogicalId>` for a reference, `<LogicalId.Attribute>` for an attribute. */
function formatResolved(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\$\{/g, '<').replace(/\}/g, '>');
  const [[intrinsic, argument]] = Object.entries(value as Record<string, string & string[]>);
  switch (intrinsic) {
    case 'Ref':
      return `<${argument}>`;
    case 'Fn::GetAtt':
      return `<${argument.join('.')}>`;
    case 'Fn::Join':
      return [...argument[1]].map(formatResolved).join(argument[0]);
    case 'Fn::Sub':
    case 'Fn::ImportValue':
      return formatResolved(argument);
    default:
      return JSON.stringify(value);
  }
}
