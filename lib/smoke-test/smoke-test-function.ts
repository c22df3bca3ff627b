import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { LibraryFunction } from '../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { stackSingleton } from '../cdk/stack-singleton';
import { MEMORY_OF_ONE_VCPU } from './invoke-permissions';

const ID = 'TritonSmokeTest';

/** Time of one invocation. */
export const SMOKE_TEST_TIMEOUT = Duration.minutes(15);

/** The Lambda function that runs the smoke tests of all endpoints of a stack. */
export class SmokeTestFunction extends Construct {
  /** Returns the function of the stack. */
  public static of(scope: Construct): LibraryFunction {
    return stackSingleton(scope, ID, (stack) => new SmokeTestFunction(stack)).libraryFunction;
  }

  private readonly libraryFunction: LibraryFunction;

  private constructor(stack: Stack) {
    super(stack, ID);
    this.libraryFunction = new LibraryFunction(this, {
      handler: 'smoke-test',
      description: 'Sends test requests to the endpoints of a deployment',
      timeout: SMOKE_TEST_TIMEOUT,
      memorySize: MEMORY_OF_ONE_VCPU,
      reasons: FUNCTION_REASONS.smokeTest,
      wildcards: WILDCARD_REASONS.tests,
    });
    this.libraryFunction.allow(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
    );
  }
}
