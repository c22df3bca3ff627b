import { Stack } from 'aws-cdk-lib';
import { CfnRole, Policy, Role } from 'aws-cdk-lib/aws-iam';
import { rulePage } from '../findings/rule-page';
import { replaceTokens } from './pseudo-parameters';
import { withoutReferences } from './reference-text';

/** Characters of all inline policies of a role together; white space does not count (IAM quotas, read 2026-11-22). */
export const MAX_CHARACTERS = 10_240;

/** How long values usually are that are only known at deploy time. */
const LENGTHS: Record<string, number> = {
  'AWS::Partition': 'aws'.length,
  'AWS::AccountId': 12,
  'AWS::Region': 'us-east-1'.length,
  'AWS::URLSuffix': 'amazonaws.com'.length,
};
/** How long they are at most. */
const LONGEST: Record<string, number> = {
  'AWS::Partition': 'aws-us-gov'.length,
  'AWS::AccountId': 12,
  'AWS::Region': 'ap-southeast-1'.length,
  'AWS::URLSuffix': 'amazonaws.com.cn'.length,
};
/** Of other references and attributes: that of a short ARN. */
const REFERENCE_LENGTH = 60;
/** Longer than any text that a token of ours stands for. */
const LONGEST_REFERENCE = 300;

/** The way out where the library itself adds so little to a role that only what others grant can be too much. */
export const GRANT_LESS = 'attach a managed policy to the role instead of granting more to it';

/**
 * Says before IAM does that the policies of a role grew too large, and how to get out.
 *
 * @param role checked when it is synthesized, with what others have granted to it by then
 * @param wayOut what makes the policies of this role smaller, as the end of a sentence
 * @param versioned policies of the role that are replaced and never edited; an update has the old ones and the new ones at once
 */
export function checkRoleSize(role: Role, wayOut: string, versioned: Policy[] = []): void {
  role.node.addValidation({ validate: () => problemsOf(role, wayOut, versioned) });
}

function problemsOf(role: Role, wayOut: string, versioned: Policy[]): string[] {
  // Most roles are far below the limit, and resolving their references takes longer than making them.
  const { policies = [] } = role.node.defaultChild as CfnRole;
  const atMost = [
    policies,
    addedTo(role)?.document ?? {},
    ...versioned.flatMap(({ document }) => [document, document]),
  ];
  if (sum(atMost.map(longest)) <= MAX_CHARACTERS) return [];
  const characters = charactersOf(role) + 2 * sum(versioned.map(({ document }) => sizeOf(role, document)));
  if (characters <= MAX_CHARACTERS) return [];
  return [
    `got inline policies of about ${characters} characters; allowed: ${MAX_CHARACTERS} in a role, so ${wayOut} ${rulePage('iam.role-size')}`,
  ];
}

/** How long a value may be, whatever its references are. */
export function longest(value: object): number {
  // An empty policy document is undefined in JSON.
  const json = (JSON.stringify(value) as string | undefined) ?? '';
  const text = replaceTokens(json, (_, name) => 'x'.repeat(name ? LONGEST[name] : LONGEST_REFERENCE));
  return text.length;
}

/** What others have granted. */
function addedTo(role: Role): Policy | undefined {
  return role.node.tryFindChild('DefaultPolicy') as Policy | undefined;
}

function charactersOf(role: Role): number {
  const { policies = [] } = role.node.defaultChild as CfnRole;
  const added = addedTo(role);
  const inside = Stack.of(role).resolve(policies) as { policyDocument: object }[];
  return sum(
    [...inside.map(({ policyDocument }) => policyDocument), ...(added ? [added.document] : [])].map((each) =>
      sizeOf(role, each),
    ),
  );
}

/** White space and values that are only known at deploy time aside, exact. CDK may have moved everything into managed policies. */
function sizeOf(role: Role, document: object): number {
  const text = JSON.stringify(withoutReferences(Stack.of(role).resolve(document), placeholder)) as string | undefined;
  return text?.replace(/\s/g, '').length ?? 0;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Text of the usual length in the place of an intrinsic function. */
function placeholder(_: string, argument: unknown): string {
  return 'x'.repeat(LENGTHS[String(argument)] ?? REFERENCE_LENGTH);
}
