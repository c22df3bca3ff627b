import { Stack } from 'aws-cdk-lib';
import { CfnRole, Policy, Role } from 'aws-cdk-lib/aws-iam';
import { rulePage } from '../findings/rule-page';
import { replaceTokens } from './pseudo-parameters';
import { withoutReferences } from './reference-text';

/** Characters of all inline policies of a role together; white space does not count (IAM quotas, read 2026-11-22). */
const MAX_CHARACTERS = 10_240;

/** How long values usually are that are only known at deploy time. */
const LENGTHS: Record<string, number> = {
  'AWS::Partition': 'aws'.length,
  'AWS::AccountId': 12,
  'AWS::Region': 'us-east-1'.length,
  'AWS::URLSuffix': 'amazonaws.com'.length,
};
/** Of other references and attributes: that of a short ARN. */
const REFERENCE_LENGTH = 60;
/** Longer than any text that a token of ours stands for. */
const LONGEST_REFERENCE = 300;

/**
 * Says before IAM does that the policies of a role grew too large, and how to get out.
 *
 * @param role made by this library; checked when it is synthesized, with what others have granted to it by then
 * @param versioned policies of the role that are replaced and never edited; an update has the old ones and the new ones at once
 */
export function checkRoleSize(role: Role, versioned: Policy[] = []): void {
  role.node.addValidation({ validate: () => problemsOf(role, versioned) });
}

function problemsOf(role: Role, versioned: Policy[]): string[] {
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
  const wayOut =
    'reduce the number of models, variations or alarms in one construct or stack, or pass your own role with managed policies';
  return [
    `got inline policies of about ${characters} characters; allowed: ${MAX_CHARACTERS} in a role, so ${wayOut} ${rulePage('iam.role-size')}`,
  ];
}

/** How long a value may be, whatever its references are. */
function longest(value: object): number {
  const text = replaceTokens(JSON.stringify(value), (_, name) => 'x'.repeat(name ? LENGTHS[name] : LONGEST_REFERENCE));
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

/** White space and values that are only known at deploy time aside, exact. */
function sizeOf(role: Role, document: object): number {
  return JSON.stringify(withoutReferences(Stack.of(role).resolve(document), placeholder)).replace(/\s/g, '').length;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Text of the usual length in the place of an intrinsic function. */
function placeholder(_: string, argument: unknown): string {
  return 'x'.repeat(LENGTHS[String(argument)] ?? REFERENCE_LENGTH);
}
