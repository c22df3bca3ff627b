import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

/** Adds constructs to a stack, and returns its template. */
export function templateOf(build: (stack: Stack) => void, stack = new Stack(new App(), 'Stack')): Template {
  build(stack);
  return Template.fromStack(stack);
}
