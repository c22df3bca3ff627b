import { Stack } from 'aws-cdk-lib';
import { CfnRole, Policy, PolicyDocument, Role } from 'aws-cdk-lib/aws-iam';
import { rulePage } from '../findings/rule-page';
import { replaceTokens } from './pseudo-parameters';
import { withoutReferences } from './reference-text';

/** Maximum characters of all inline policies of a role, without white space (IAM quotas, read 2026-11-22). */
export const MAX_INLINE_POLICY_CHARACTERS = 10_240;

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

/**
 * Policies of a role that are replaced and never edited. During an update, the role has both the old and the new version of the policies that
 * change.
 */
export interface VersionedPolicies {
  /** Policies that can all change in one update. */
  readonly together: readonly Policy[];
  /** Groups of policies. An update is assumed to change the policies of one group, in addition to those in `together`. */
  readonly separately?: readonly (readonly Policy[])[];
}

/** Advice for roles whose policies can be too large only because of grants by the user. */
export const GRANT_LESS_ADVICE = 'attach a managed policy to the role instead of granting more to it';

/**
 * Reports an error at synthesis if the policies of a role exceed IAM's limit.
 *
 * @param role role to check at synthesis, including permissions that were granted to it
 * @param advice how to reduce the policies of this role, as the end of a sentence
 * @param versionedPolicies policies of the role that are replaced and never edited
 */
export function checkRoleSize(
  role: Role,
  advice: string,
  versionedPolicies: VersionedPolicies = { together: [] },
): void {
  role.node.addValidation({ validate: () => problemsOf(role, advice, versionedPolicies) });
}

function problemsOf(role: Role, advice: string, versionedPolicies: VersionedPolicies): string[] {
  // Resolving references is slow, and most roles are far below the limit, so first check an upper bound.
  const { policies = [] } = role.node.defaultChild as CfnRole;
  const upperBound =
    sum([policies, grantsPolicyOf(role)?.document ?? {}].map(maxLength)) +
    charactersDuringUpdate(versionedPolicies, maxLength);
  if (upperBound <= MAX_INLINE_POLICY_CHARACTERS) return [];
  const characters =
    inlinePolicyCharacters(role) +
    charactersDuringUpdate(versionedPolicies, (document) => documentCharacters(role, document));
  if (characters <= MAX_INLINE_POLICY_CHARACTERS) return [];
  return [
    `got inline policies of about ${characters} characters; allowed: ${MAX_INLINE_POLICY_CHARACTERS} in a role, so ${advice} ${rulePage('iam.role-size')}`,
  ];
}

/** Length of the old and the new versions of the policies in the largest update. */
function charactersDuringUpdate(
  { together, separately = [] }: VersionedPolicies,
  lengthOf: (document: PolicyDocument) => number,
): number {
  const lengthOfAll = (policies: readonly Policy[]): number => sum(policies.map(({ document }) => lengthOf(document)));
  const groups = separately.map(lengthOfAll);
  return 2 * lengthOfAll(together) + sum(groups) + Math.max(0, ...groups);
}

/** Maximum length of a value as JSON, for any values of its references. */
export function maxLength(value: object): number {
  // An empty policy document is undefined in JSON.
  const json = (JSON.stringify(value) as string | undefined) ?? '';
  const text = replaceTokens(json, (_, name) => 'x'.repeat(name ? MAX_LENGTHS[name] : MAX_REFERENCE_LENGTH));
  return text.length;
}

/** The policy with permissions that were granted to the role. */
function grantsPolicyOf(role: Role): Policy | undefined {
  return role.node.tryFindChild('DefaultPolicy') as Policy | undefined;
}

/** Length of the inline policies of a role, including the policy with granted permissions. */
function inlinePolicyCharacters(role: Role): number {
  const { policies = [] } = role.node.defaultChild as CfnRole;
  const granted = grantsPolicyOf(role);
  const inline = Stack.of(role).resolve(policies) as { policyDocument: object }[];
  return sum(
    [...inline.map(({ policyDocument }) => policyDocument), ...(granted ? [granted.document] : [])].map((each) =>
      documentCharacters(role, each),
    ),
  );
}

/** Length of a document without white space, with usual lengths of references. 0 if CDK has moved all statements to managed policies. */
function documentCharacters(role: Role, document: object): number {
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
