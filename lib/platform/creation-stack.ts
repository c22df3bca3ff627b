import { CfnCondition, CfnElement } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/** Names of aws-cdk-lib's context and metadata, which its oldest supported version does not have. */
const WITHOUT_TRACES = 'aws:cdk:disable-creation-stack-traces';
const CREATION_STACK = 'aws:cdk:creationStack';

/**
 * Traces every resource of a construct to where users made the construct. aws-cdk-lib would capture a stack trace for each resource: that
 * takes a twelfth of the time to synthesize an endpoint, and of the ten frames of a trace all may be inside this library.
 *
 * @param scope has no children yet; what is made below it from now on has no trace of its own
 * @returns adds the trace to the resources that were made
 */
export function traceToCaller(scope: Construct): () => void {
  const first = new CfnCondition(scope, CREATION_STACK);
  const trace = first.node.metadata.find(({ type }) => type === CREATION_STACK)?.data;
  scope.node.tryRemoveChild(CREATION_STACK);
  scope.node.setContext(WITHOUT_TRACES, true);
  return () => {
    if (trace === undefined) return; // the app has none, or aws-cdk-lib is older
    for (const element of scope.node.findAll().filter(CfnElement.isCfnElement)) {
      element.node.addMetadata(CREATION_STACK, trace);
    }
  };
}
