import { Stack, Token } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IConstruct } from 'constructs';
import { replaceTokens } from './pseudo-parameters';
import { recordAcknowledgements } from './record-acknowledgements';

const PACKS = ['NIST.800.53.R5', 'HIPAA.Security', 'PCI.DSS.321'];

/** Tells cdk-nag why what its packs miss of a construct, and of those below it, is as it is: a sentence for each rule. */
export function acknowledge(scope: IConstruct, reasons: Record<string, string>): void {
  const rules = Object.entries(reasons);
  const inPacks = PACKS.flatMap((pack) => rules.map(([rule, reason]) => [`${pack}-${rule}`, reason]));
  recordAcknowledgements(scope, Object.fromEntries(inPacks));
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
  const found: Record<string, string> = {};
  for (const { actions, resources } of statements) {
    const reason = reasons[actions[0].split(':')[0]];
    if (reason === undefined) continue;
    for (const resource of resources.filter((each) => each.includes('*'))) {
      const id = `AwsSolutions-IAM5[Resource::${written(resource, stack)}]`;
      found[id] = withSentence(found[id], reason);
    }
  }
  if (Object.keys(found).length > 0) recordAcknowledgements(scope, found);
}

/** Statements of several services can have one wildcard, which is one finding. */
function withSentence(text: string | undefined, sentence: string): string {
  if (text === undefined) return sentence;
  return text.includes(sentence) ? text : `${text}. ${sentence}`;
}

/** Tells cdk-nag why one of its rules does not hold for a construct, and those below it. */
export function acknowledgeRule(
  scope: IConstruct,
  { id, reason }: { readonly id: string; readonly reason: string },
): void {
  recordAcknowledgements(scope, { [id]: reason });
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
