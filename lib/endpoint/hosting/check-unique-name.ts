import { Stack } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';
import { error, Finding } from '../../findings/finding';
import { isUnresolved } from '../../findings/is-unresolved';

/** The endpoints of each app, by account, Region, kind of name, and name. */
const ENDPOINTS_BY_APP = new WeakMap<IConstruct, Map<string, IConstruct>>();

/** Rejects a name that a different endpoint of the app has in the same account and Region. */
export function checkUniqueName(scope: IConstruct, endpointName: string): Finding[] {
  const existing = findNamesake(scope, 'endpoint', endpointName);
  if (!existing) return [];
  const message = `got '${endpointName}', which ${existing.node.path} already has; allowed: a name that is unique in the account and Region, or no name`;
  return [error('sm.endpoint-name', 'endpointName', message)];
}

/**
 * Returns a different endpoint of the app with the same name, or with an inference component with the same name, in the same account and
 * Region. An endpoint in a stack whose account or Region is known only at deployment is compared only with endpoints in the same stack, because
 * stacks can be deployed to different accounts or Regions.
 */
export function findNamesake(
  scope: IConstruct,
  kind: 'endpoint' | 'inferenceComponent',
  name: string,
): IConstruct | undefined {
  if (isUnresolved(name)) return undefined;
  const { root } = scope.node;
  const stack = Stack.of(scope);
  const location = [stack.account, stack.region].some((part) => isUnresolved(part)) ? stack.node.path : stack.region;
  const account = isUnresolved(stack.account) ? '' : stack.account;
  const key = [account, location, kind, name.toLowerCase()].join('\n');
  const endpoints = ENDPOINTS_BY_APP.get(root) ?? new Map<string, IConstruct>();
  ENDPOINTS_BY_APP.set(root, endpoints);
  const existing = endpoints.get(key);
  if (existing !== undefined && isInTree(existing)) return existing === scope ? undefined : existing;
  endpoints.set(key, scope);
  return undefined;
}

/** Whether a construct is still in the tree of its app. */
function isInTree({ node }: IConstruct): boolean {
  return node.scope === undefined || (node.scope.node.tryFindChild(node.id) !== undefined && isInTree(node.scope));
}
