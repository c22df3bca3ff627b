import { AspectPriority, Aspects, Stack } from 'aws-cdk-lib';
import { CfnPolicy, IRole, Policy, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { warning } from '../findings/finding';
import { reportFindings } from '../findings/report';
import { rulePage } from '../findings/rule-page';
import { withoutReferences } from '../platform/reference-text';

/** A statement of a resolved policy, in which one value may stand for a list. */
interface Statement {
  readonly Effect: string;
  readonly Principal?: string | Record<string, unknown>;
}

/** Says at synthesis that SageMaker may not assume a role of this app. Until then, others may add to its trust policy. */
export function checkTrust(scope: Construct, role: IRole): void {
  if (!(role instanceof Role)) return;
  scope.node.addValidation({ validate: () => trustProblems(role) });
}

function trustProblems(role: Role): string[] {
  const { Statement: statements = [] } = Stack.of(role).resolve(role.assumeRolePolicy) as { Statement?: Statement[] };
  const trusted = statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Principal: principal = {} }) =>
      typeof principal === 'string' ? [principal] : Object.values(principal),
    )
    .flat();
  // Others than names are only known at deploy time; SageMaker has names for single Regions and partitions, too.
  if (trusted.some((name) => typeof name !== 'string' || name === '*' || name.startsWith('sagemaker.'))) return [];
  const allowed = "one that 'sagemaker.amazonaws.com' may assume, as new ServicePrincipal('sagemaker.amazonaws.com')";
  return [
    `role: got ${role.node.path}, which ${trusted.join(', ')} may assume; allowed: ${allowed} ${rulePage('iam.role-trust')}`,
  ];
}

/**
 * Warns of a role that takes no policies, such as an immutable one, with what it has to allow. Only when the app is complete, the policies
 * are.
 *
 * @param policies of the endpoint, which are not in the template if no role has them
 */
export function warnWithoutPolicies(scope: Construct, role: IRole, policies: readonly Policy[]): void {
  const visit = (): void => {
    const stack = Stack.of(scope);
    const missing = policies.filter(({ node }) => stack.resolve((node.defaultChild as CfnPolicy).roles) === undefined);
    if (missing.length === 0) return;
    const message =
      `got ${role.node.path}, to which the construct cannot add permissions; attach this policy to the role, unless ` +
      `the role already has these permissions: ${policyText(stack, missing)}`;
    reportFindings(scope, [warning('iam.role-policy', 'role', message)]);
  };
  Aspects.of(scope).add(
    { visit: (node) => (node === scope ? visit() : undefined) },
    { priority: AspectPriority.READONLY }, // after those that add permissions
  );
}

/** The policies as one, in JSON, with the references of the template as in `Fn::Sub`. */
function policyText(stack: Stack, policies: readonly Policy[]): string {
  const statements = policies.flatMap(({ document }) => stack.resolve(document)?.Statement ?? []);
  const write = (name: string, argument: unknown): string => {
    if (name === 'Ref') return `\${${String(argument)}}`;
    return name === 'Fn::GetAtt' && Array.isArray(argument) ? `\${${argument.join('.')}}` : `\${${name}}`;
  };
  return JSON.stringify(withoutReferences({ Version: '2012-10-17', Statement: statements }, write));
}
