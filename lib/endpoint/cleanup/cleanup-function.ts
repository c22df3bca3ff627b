import { Duration, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { LibraryFunction } from '../../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../../cdk/nag-reasons';
import { stackSingleton } from '../../cdk/stack-singleton';

const ID = 'TritonEndpointCleanup';

/**
 * The Lambda function that waits until SageMaker no longer uses the resources of an endpoint. A stack has one function for all its
 * endpoints.
 */
export class CleanupFunction extends Construct {
  /** Returns the function of the stack, and creates it if necessary. */
  public static of(scope: Construct): LibraryFunction {
    return stackSingleton(scope, ID, (stack) => new CleanupFunction(stack)).libraryFunction;
  }

  private readonly libraryFunction: LibraryFunction;

  private constructor(stack: Stack) {
    super(stack, ID);
    this.libraryFunction = new LibraryFunction(this, {
      handler: 'endpoint-cleanup',
      description: 'Waits until SageMaker has removed network interfaces and grants of endpoints',
      timeout: Duration.minutes(15),
      memorySize: 256,
      reasons: FUNCTION_REASONS.cleanup,
      wildcards: WILDCARD_REASONS.cleanup,
    });
  }
}
