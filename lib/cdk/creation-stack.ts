import { CfnCondition, CfnElement } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/** Context key and metadata type of aws-cdk-lib. The oldest version of aws-cdk-lib that this library supports does not have them. */
const DISABLE_STACK_TRACES = 'aws:cdk:disable-creation-stack-traces';
const CREATION_STACK = 'aws:cdk:creationStack';

/**
 * Captures one stack trace for all resources of a construct. aws-cdk-lib would capture a stack trace for each resource, which takes 5 % of the
 * synthesis time of an endpoint, and the ten frames of such a trace can all be inside this library.
 *
 * @param scope construct without children. No stack traces are captured for descendants that are added later
 * @returns function that adds the stack trace to all resources in the scope
 */
export function captureCreationStack(scope: Construct): () => void {
  // CDK captures the stack trace when an element is created.
  const temporaryElement = new CfnCondition(scope, CREATION_STACK);
  const trace = temporaryElement.node.metadata.find(({ type }) => type === CREATION_STACK)?.data;
  scope.node.tryRemoveChild(CREATION_STACK);
  scope.node.setContext(DISABLE_STACK_TRACES, true);
  return () => {
    if (trace === undefined) return; // the app disables stack traces, or this version of aws-cdk-lib does not support them
    for (const element of scope.node.findAll().filter(CfnElement.isCfnElement)) {
      element.node.addMetadata(CREATION_STACK, trace);
    }
  };
}
