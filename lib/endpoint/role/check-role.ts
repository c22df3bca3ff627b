import { AspectPriority, Stack } from 'aws-cdk-lib';
import { CfnPolicy, CfnRole, IRole, Policy, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { warning } from '../../findings/finding';
import { joinNames } from '../../findings/join-names';
import { reportFindings } from '../../findings/report';
import { rulePage } from '../../findings/rule-page';
import { whenAspectsRun } from '../../cdk/at-synthesis';
import { withoutReferences } from '../../cdk/reference-text';

/** A statement of a policy after CDK has resolved it. A list with one element becomes a single value. */
interface Statement {
  readonly Effect: string;
  readonly Principal?: string | Record<string, unknown>;
}

/**
 * Rejects a role of this app that SageMaker may not assume. The check runs at synthesis, because constructs can change the trust policy
 * before synthesis.
 */
export function checkTrust(scope: Construct, role: IRole): void {
  if (!(role instanceof Role)) return;
  scope.node.addValidation({ validate: () => trustProblems(role) });
}

function trustProblems(role: Role): string[] {
  const { Statement: statements = [] } = Stack.of(role).resolve(role.assumeRolePolicy) as { Statement?: Statement[] };
  const trustedPrincipals = statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Principal: principal = {} }) =>
      typeof principal === 'string' ? [principal] : Object.values(principal),
    )
    .flat();
  // A principal that is not a string is known only at deployment. Some of SageMaker's principals are for one Region or partition.
  if (trustedPrincipals.some((name) => typeof name !== 'string' || name === '*' || name.startsWith('sagemaker.')))
    return [];
  const allowed = "one that 'sagemaker.amazonaws.com' may assume, as new ServicePrincipal('sagemaker.amazonaws.com')";
  return [
    `role: got ${role.node.path}, which ${trustedPrincipals.join(', ')} may assume; allowed: ${allowed} ${rulePage('iam.role-trust')}`,
  ];
}

/**
 * Warns about a role to which policies cannot be attached, such as an immutable role, and lists the required permissions. An aspect checks
 * the role when the policies are complete.
 *
 * @param policies the policies of the endpoint. A policy that is attached to no role is not in the template
 */
export function warnWithoutPolicies(scope: Construct, role: IRole, policies: readonly Policy[]): void {
  atEndOfSynthesis(scope, () => {
    const stack = Stack.of(scope);
    const unattachedPolicies = policies.filter(
      ({ node }) => stack.resolve((node.defaultChild as CfnPolicy).roles) === undefined,
    );
    if (unattachedPolicies.length === 0) return;
    const message =
      `got ${role.node.path}, to which the construct cannot add permissions; attach this policy to the role, unless ` +
      `the role already has these permissions: ${policyText(stack, unattachedPolicies)}`;
    reportFindings(scope, [warning('iam.role-policy', 'role', message)]);
  });
}

/** Managed policies that allow logs:CreateLogGroup on all log groups (AWS managed policy reference, read 2026-11-29). */
const POLICIES_OF_LOG_GROUPS =
  /:policy\/(AdministratorAccess|PowerUserAccess|AmazonSageMakerFullAccess|CloudWatchFullAccess|CloudWatchFullAccessV2|CloudWatchLogsFullAccess)"/g;

/**
 * Warns about a role of this app that may create log groups. The library leaves this permission out, because the last lines of a deleted
 * endpoint would create its log group again.
 */
export function warnAboutLogGroups(scope: Construct, role: IRole): void {
  if (!(role instanceof Role)) return;
  atEndOfSynthesis(scope, () => {
    const { managedPolicyArns } = role.node.defaultChild as CfnRole;
    const text = JSON.stringify(Stack.of(role).resolve(managedPolicyArns) ?? []);
    const names = [...text.matchAll(POLICIES_OF_LOG_GROUPS)].map(([, name]) => name);
    if (names.length === 0) return;
    const message =
      `got ${role.node.path} with ${joinNames(names)}, which allows logs:CreateLogGroup, so the last log lines of a deleted endpoint create its log ` +
      'group again, and the next deployment of an endpoint with the same name fails; allowed: a role without this managed policy: the construct ' +
      'adds the permissions that the endpoint requires, and policies of your own can add others';
    reportFindings(scope, [warning('iam.role-log-groups', 'role', message)]);
  });
}

/** Runs a check after aspects that add permissions. */
function atEndOfSynthesis(scope: Construct, check: () => void): void {
  whenAspectsRun(scope, check, AspectPriority.READONLY);
}

/** Returns all statements of the policies as one policy, in JSON, with references in the syntax of `Fn::Sub`. */
function policyText(stack: Stack, policies: readonly Policy[]): string {
  const statements = policies.flatMap(({ document }) => stack.resolve(document)?.Statement ?? []);
  const formatReference = (name: string, argument: unknown): string => {
    if (name === 'Ref') return `\${${String(argument)}}`;
    return name === 'Fn::GetAtt' && Array.isArray(argument) ? `\${${argument.join('.')}}` : `\${${name}}`;
  };
  return JSON.stringify(withoutReferences({ Version: '2012-10-17', Statement: statements }, formatReference));
}
