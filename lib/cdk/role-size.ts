import { Stack } from 'aws-cdk-lib';
import { CfnRole, IRole, Policy, Role } from 'aws-cdk-lib/aws-iam';
import { IConstruct } from 'constructs';
import { rulePage } from '../findings/rule-page';
import { replaceTokens } from './pseudo-parameters';
import { withoutReferences } from './reference-text';

/** Maximum characters of all inline policies of a role, without white space (IAM quotas, read 2026-11-22). */
const MAX_INLINE_POLICY_CHARACTERS = 10_240;

/** Usual lengths of values that are known only at deployment. */
const USUAL_LENGTHS: Record<string, number> = {
  'AWS::Partition': 'aws'.length,
  'AWS::AccountId': 12,
  'AWS::Region': 'us-east-1'.length,
  'AWS::URLSuffix': 'amazonaws.com'.length,
};
/** Maximum lengths of the same values. */
const MAX_LENGTHS: Record<string, number> = {
  'AWS::Partition': 'aws-us-gov'.length,
  'AWS::AccountId': 12,
  'AWS::Region': 'ap-southeast-1'.length,
  'AWS::URLSuffix': 'amazonaws.com.cn'.length,
};
/** Usual length of other references and attributes: the length of a short ARN. */
const REFERENCE_LENGTH = 60;
/** Maximum length of other references and attributes: longer than every value in the library's policies. */
const MAX_REFERENCE_LENGTH = 300;

/** Advice for roles whose policies can be too large only because of grants by the user. */
export const GRANT_LESS_ADVICE = 'attach a managed policy to the role instead of granting more to it';

/** Policies that are replaced and never edited, by role, in each app. Several endpoints can use one role. */
const replacedPoliciesByApp = new WeakMap<IConstruct, Map<string, Policy[]>>();

/**
 * Reports an error at synthesis if the inline policies of a role exceed IAM's limit. For an imported role, only the policies of this app are
 * known.
 *
 * @param role role to check at synthesis, including permissions that were granted to it
 * @param advice how to reduce the policies of this role, as the end of a sentence
 * @param replacedPolicy a policy of the role that is replaced and never edited. The role has its old and its new version during an update
 */
export function checkRoleSize(role: IRole, advice: string, replacedPolicy?: Policy): void {
  const known = replacedPoliciesOf(role);
  const policies = known ?? [];
  if (replacedPolicy) policies.push(replacedPolicy);
  if (known === undefined) role.node.addValidation({ validate: () => problemsOf(role, advice, policies) });
  setReplacedPolicies(role, policies);
}

function problemsOf(role: IRole, advice: string, replacedPolicies: readonly Policy[]): string[] {
  // Resolving references is slow, and most roles are far below the limit, so first check an upper bound.
  const documents = [...ownDocumentsOf(role), ...replacedPolicies.flatMap(({ document }) => [document, document])];
  if (sum(documents.map(maxLength)) <= MAX_INLINE_POLICY_CHARACTERS) return [];
  const characters = sum(documents.map((document) => documentCharacters(role, document)));
  if (characters <= MAX_INLINE_POLICY_CHARACTERS) return [];
  const duringUpdate = replacedPolicies.length > 0 ? ' during an update, which adds the new policies first' : '';
  return [
    `got inline policies of about ${characters} characters${duringUpdate}; allowed: ${MAX_INLINE_POLICY_CHARACTERS} in a role, so ${advice} ${rulePage('iam.role-size')}`,
  ];
}

/** Maximum length of a value as JSON, for any values of its references. */
function maxLength(value: object): number {
  // An empty policy document is undefined in JSON.
  const json = (JSON.stringify(value) as string | undefined) ?? '';
  const text = replaceTokens(json, (_, name) => 'x'.repeat(name ? MAX_LENGTHS[name] : MAX_REFERENCE_LENGTH));
  return text.length;
}

/** The inline policies of a role of this app, including the policy with granted permissions. */
function ownDocumentsOf(role: IRole): object[] {
  if (!(role instanceof Role)) return [];
  const { policies = [] } = role.node.defaultChild as CfnRole;
  const granted = role.node.tryFindChild('DefaultPolicy') as Policy | undefined;
  const inline = Array.isArray(policies)
    ? policies.map((each) => (each as CfnRole.PolicyProperty).policyDocument)
    : [policies];
  return [...inline, ...(granted ? [granted.document] : [])] as object[];
}

function replacedPoliciesOf(role: IRole): Policy[] | undefined {
  return replacedPoliciesByApp.get(role.node.root)?.get(keyOf(role));
}

function setReplacedPolicies(role: IRole, policies: Policy[]): void {
  const policiesByRole = replacedPoliciesByApp.get(role.node.root) ?? new Map<string, Policy[]>();
  replacedPoliciesByApp.set(role.node.root, policiesByRole.set(keyOf(role), policies));
}

/** Identifies a role. Two constructs can import the same role. */
function keyOf(role: IRole): string {
  return role instanceof Role ? role.node.path : JSON.stringify(Stack.of(role).resolve(role.roleArn));
}

/** Length of a document without white space, with usual lengths of references. 0 if CDK has moved all statements to managed policies. */
function documentCharacters(role: IRole, document: object): number {
  const text = JSON.stringify(withoutReferences(Stack.of(role).resolve(document), placeholder)) as string | undefined;
  return text?.replace(/\s/g, '').length ?? 0;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Text with the usual length of the value of an intrinsic function. */
function placeholder(_: string, argument: unknown): string {
  return 'x'.repeat(USUAL_LENGTHS[String(argument)] ?? REFERENCE_LENGTH);
}
