import { setTimeout as sleep } from 'node:timers/promises';
import { SmokeTestProperties, TestSpec } from '../../lib/contracts/smoke-test-properties';
import { isTimeAlmostOver, POLL_MILLISECONDS, ResourceRequest, UnfinishedError } from '../shared/custom-resource';

/** Statuses of a change that has ended. */
const SETTLED = ['InService', 'Failed', 'UpdateRollbackFailed', undefined];

/**
 * Waits while SageMaker deploys the version to test. Usually, CloudFormation has waited. In express mode, it waits for custom resources only.
 *
 * @returns a sentence if SageMaker needs too much time
 * @throws UnfinishedError if a new invocation has to wait, or to run the test in the full time of an invocation
 */
export async function awaitDeployment(request: ResourceRequest<SmokeTestProperties>): Promise<string | undefined> {
  const { event, context, deadline } = request;
  if (!(await isChanging(event.ResourceProperties))) return undefined;
  do {
    if (Date.now() >= deadline) {
      return 'SageMaker has not finished the deployment within 55 minutes, in which the smoke test can wait. Deploy without express mode, in which CloudFormation waits';
    }
    if (isTimeAlmostOver(context)) throw new UnfinishedError();
    await sleep(POLL_MILLISECONDS);
  } while (await isChanging(event.ResourceProperties));
  throw new UnfinishedError();
}

/** Whether SageMaker is changing the endpoint or the component to a version. A version that serves already may be scaling. */
async function isChanging({
  EndpointName,
  EndpointConfigName,
  ModelName,
  Spec,
}: SmokeTestProperties): Promise<boolean> {
  const { inferenceComponent } = JSON.parse(Spec) as TestSpec;
  if (inferenceComponent === undefined) {
    const { describeState } = await import('./endpoint-status.js');
    const { status, configName } = (await describeState(EndpointName)) ?? {};
    return !SETTLED.includes(status) && !(configName === EndpointConfigName && status !== 'Creating');
  }
  const { describeComponentState } = await import('./component-status.js');
  const { status, modelName } = (await describeComponentState(inferenceComponent)) ?? {};
  return !SETTLED.includes(status) && !(modelName === ModelName && status !== 'Creating');
}
