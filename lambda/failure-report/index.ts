import { FailureReportProperties } from '../../lib/contracts/failure-report-properties';
import {
  nameAndMessage,
  createHandler,
  currentPhysicalId,
  ResourceEvent,
  ResourceRequest,
} from '../shared/custom-resource';
import { Outcome } from '../shared/respond';
import { isRollingBack } from '../shared/stack-status';
import { targetOf } from './choose-target';
import { Progress, watch } from './watch';

/** An event from CloudFormation. Later invocations for the same event also receive the progress of the earlier invocations. */
type Event = ResourceEvent<FailureReportProperties> & { readonly progress?: Progress };

/**
 * The custom resource `Custom::TritonFailureReport`: watches the deployment of an endpoint or of an inference component, and fails with a
 * likely cause when the deployment fails. It depends on the same resources as its target, so that CloudFormation creates both at the same
 * time. Errors of this handler itself do not make the deployment fail.
 */
export const handler = createHandler<FailureReportProperties, Event>({
  run: watchDeployment,
  afterError: (error, { event }) => ({
    status: 'SUCCESS',
    reason: `The ${targetOf(event.ResourceProperties).kind} was not watched: ${nameAndMessage(error)}`,
  }),
  physicalId: (event) => currentPhysicalId(event, `failure-report-${targetOf(event.ResourceProperties).name}`),
});

async function watchDeployment({ event, context }: ResourceRequest<FailureReportProperties, Event>): Promise<Outcome> {
  const { progress = { since: Date.now(), started: false } } = event;
  if (event.RequestType === 'Delete') return { status: 'SUCCESS', reason: 'Nothing to delete' };
  if (event.RequestType === 'Update' && !progress.started && (await isRollingBack(event.StackId))) {
    return { status: 'SUCCESS', reason: 'Not watched: the stack is rolling back' };
  }
  return watch(event.ResourceProperties, event.StackId, progress, context);
}
