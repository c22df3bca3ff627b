import { Stack, Token } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { IConstruct } from 'constructs';
import { BucketReasons } from './nag-reasons';
import { replaceTokens } from './pseudo-parameters';

const PACKS = ['NIST.800.53.R5', 'HIPAA.Security', 'PCI.DSS.321'];

/** Tells cdk-nag why what its packs miss of a construct, and of those below it, is as it is: a sentence for each rule. */
export function acknowledge(scope: IConstruct, reasons: Record<string, string>): void {
  const rules = Object.entries(reasons);
  record(
    scope,
    PACKS.flatMap((pack) => rules.map(([rule, reason]) => [`${pack}-${rule}`, reason])),
  );
}

/** Tells cdk-nag why a bucket is as it is. */
export function acknowledgeBucket(bucket: Bucket, reasons: BucketReasons): void {
  acknowledgeRule(bucket, { id: 'AwsSolutions-S1', reason: reasons.logging });
  acknowledge(bucket, {
    S3BucketLoggingEnabled: reasons.logging,
    S3BucketReplicationEnabled: reasons.replication,
    ...(reasons.versioning && { S3BucketVersioningEnabled: reasons.versioning }),
    S3DefaultEncryptionKMS: reasons.encryption,
  });
}

/**
 * Tells cdk-nag why policies below a construct name resources with a wildcard.
 *
 * @param reasons a sentence for each service that the statements speak of, such as `s3`; of others nothing is said
 */
export function acknowledgeWildcards(
  scope: IConstruct,
  statements: PolicyStatement[],
  reasons: Record<string, string>,
): void {
  const stack = Stack.of(scope);
  const wildcards = statements.flatMap(({ actions, resources }) => {
    const reason = reasons[actions[0].split(':')[0]];
    if (reason === undefined) return [];
    return resources
      .filter((resource) => resource.includes('*'))
      .map((resource) => [`AwsSolutions-IAM5[Resource::${written(resource, stack)}]`, reason]);
  });
  if (wildcards.length > 0) record(scope, wildcards);
}

/** Tells cdk-nag why one of its rules does not hold for a construct, and those below it. */
export function acknowledgeRule(
  scope: IConstruct,
  { id, reason }: { readonly id: string; readonly reason: string },
): void {
  record(scope, [[id, reason]]);
}

/**
 * What `Validations.acknowledge` of newer versions of aws-cdk-lib does, but once for all rules: it takes a stack trace for each, which would
 * be a fifth of an endpoint's time to synthesize. Older versions, which do not have it, take metadata of any key.
 */
function record(scope: IConstruct, reasons: string[][]): void {
  scope.node.addMetadata('aws:cdk:acknowledged-rules', Object.fromEntries(reasons));
}

/** A text as cdk-nag writes it; resolved only where it has to be, which takes long. */
function written(text: string, stack: Stack): string {
  const known = replaceTokens(text, (token, pseudoParameter) => (pseudoParameter ? `<${pseudoParameter}>` : token));
  return Token.isUnresolved(known) ? flatten(stack.resolve(text)) : known;
}

/** A resolved value as cdk-nag writes it into the id of a finding: `<LogicalId>` for a reference, `<LogicalId.Attribute>` for an attribute. */
function flatten(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\$\{/g, '<').replace(/\}/g, '>');
  const [[intrinsic, argument]] = Object.entries(value as Record<string, string & string[]>);
  switch (intrinsic) {
    case 'Ref':
      return `<${argument}>`;
    case 'Fn::GetAtt':
      return `<${argument.join('.')}>`;
    case 'Fn::Join':
      return [...argument[1]].map(flatten).join(argument[0]);
    case 'Fn::Sub':
    case 'Fn::ImportValue':
      return flatten(argument);
    default:
      return JSON.stringify(value);
  }
}
