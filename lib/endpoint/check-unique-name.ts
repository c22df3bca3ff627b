import { Stack, Token } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';
import { error, Finding } from '../findings/finding';

/** The endpoints of an app, by account, region and name. */
const ENDPOINTS = new WeakMap<IConstruct, Map<string, IConstruct>>();

/**
 * A name that another endpoint of the app has in the same account and region. Stacks whose account or region is only known at deployment may
 * go to different ones, so that nothing is said of two of them.
 */
export function checkUniqueName(scope: IConstruct, endpointName: string): Finding[] {
  if (Token.isUnresolved(endpointName)) return [];
  const { root } = scope.node;
  const stack = Stack.of(scope);
  const place = [stack.account, stack.region].some((part) => Token.isUnresolved(part)) ? stack.node.path : stack.region;
  const account = Token.isUnresolved(stack.account) ? '' : stack.account;
  const key = [account, place, endpointName.toLowerCase()].join('\n');
  const endpoints = ENDPOINTS.get(root) ?? new Map<string, IConstruct>();
  ENDPOINTS.set(root, endpoints);
  const other = endpoints.get(key);
  if (other === undefined || !isInTree(other)) {
    endpoints.set(key, scope);
    return [];
  }
  const message = `got '${endpointName}', which ${other.node.path} already has; allowed: a name that is unique in the account and Region, or no name`;
  return [error('sm.endpoint-name', 'endpointName', message)];
}

/** A construct may have been removed again. */
function isInTree({ node }: IConstruct): boolean {
  return node.scope === undefined || (node.scope.node.tryFindChild(node.id) !== undefined && isInTree(node.scope));
}
