import { SmokeTestProperties, TestSpec } from '../../lib/contracts/smoke-test-properties';

/**
 * Statuses of an inference component that serves requests. The test runs after the deployment of the inference component, so `Updating` means
 * that scaling starts or stops copies.
 */
const SERVING = ['InService', 'Updating'];

/**
 * Checks that the endpoint or the inference component serves the deployed version. This is needed since an endpoint or an inference component
 * that was rolled back may also respond correctly. Returns sentences that describe the problems.
 */
export async function findDeploymentProblems(
  { EndpointName, EndpointConfigName, ModelName }: SmokeTestProperties,
  { inferenceComponent }: TestSpec,
): Promise<string[]> {
  const problem =
    inferenceComponent === undefined
      ? EndpointConfigName && (await endpointProblem(EndpointName, EndpointConfigName))
      : await componentProblem(inferenceComponent, ModelName);
  return problem ? [problem] : [];
}

async function endpointProblem(endpointName: string, deployedConfigName: string): Promise<string | undefined> {
  const { describeState } = await import('./endpoint-status.js');
  const endpoint = await describeState(endpointName);
  if (!endpoint) return 'The endpoint does not exist';
  const { configName, status } = endpoint;
  if (configName === deployedConfigName) return undefined;
  return `It serves the configuration ${configName}, not ${deployedConfigName}, which this deployment created: the endpoint was rolled back (status ${status})`;
}

async function componentProblem(name: string, deployedModelName?: string): Promise<string | undefined> {
  const { describeComponentState } = await import('./component-status.js');
  const component = await describeComponentState(name);
  if (!component) return 'The inference component does not exist';
  const { status, modelName, failureReason } = component;
  if (!SERVING.includes(status)) {
    return `It is not in service (status ${status}${failureReason === undefined ? '' : `: ${failureReason}`})`;
  }
  if (deployedModelName === undefined || modelName === deployedModelName) return undefined;
  return `It serves the model ${modelName}, not ${deployedModelName}, which this deployment created: the inference component was rolled back (status ${status})`;
}
