import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/** A construct that each stack has at most once, such as a function that all endpoints of the stack share. The first use creates it. */
export function stackSingleton<T extends Construct>(scope: Construct, id: string, create: (stack: Stack) => T): T {
  const stack = Stack.of(scope);
  return (stack.node.tryFindChild(id) as T | undefined) ?? create(stack);
}
