import { CfnElement, Lazy } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';
import { atSynthesis, synthesisOf } from './at-synthesis';

/**
 * Works out the logical id of each resource below a construct once. aws-cdk-lib hashes a path at every reference to a resource, which is a
 * thirtieth of the time to synthesize an endpoint, and no id changes any more while the template is made.
 */
export function keepLogicalIds(scope: IConstruct): void {
  const hasBegun = synthesisOf(scope);
  for (const element of scope.node.findAll().filter(CfnElement.isCfnElement)) {
    if (hasOwnId(element)) continue;
    const current = (): string => element.stack.getLogicalId(element);
    element.overrideLogicalId(Lazy.uncachedString({ produce: atSynthesis(hasBegun, current, current) }));
  }
}

/** Whether an id is not made of the path, such as that of a versioned policy; true where aws-cdk-lib does not tell. */
function hasOwnId(element: CfnElement): boolean {
  return !Object.hasOwn(element, '_logicalIdOverride') || element['_logicalIdOverride'] !== undefined;
}
