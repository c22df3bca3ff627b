import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/** Returns a construct that all constructs in a stack share, such as a function. The first call creates it. */
export function stackSingleton<T extends Construct>(scope: Construct, id: string, create: (stack: Stack) => T): T {
  const stack = Stack.of(scope);
  return (stack.node.tryFindChild(id) as T | undefined) ?? create(stack);
}
