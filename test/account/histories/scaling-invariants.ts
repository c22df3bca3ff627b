import { SCALABLE_DIMENSIONS } from '../../../lib/contracts/scaling-registration-properties';
import { LoggedCall } from '../simulated-account';
import { Call } from '../call';
import { Simulation } from '../simulation';
import type { ReportViolation } from './invariant';
import { DeclaredEndpoint } from './declared-endpoint';

const SCALE_OPERATION = 'UpdateEndpointWeightsAndCapacities';
/** Operations during which SageMaker rejects all other changes of the endpoint. */
const CHANGE_OPERATIONS = ['CreateEndpoint', 'UpdateEndpoint', 'DeleteEndpoint', SCALE_OPERATION];

/** Checks that scalable targets and policies match the template. */
export async function checkScaling(
  aws: Simulation,
  declared: Pick<DeclaredEndpoint, 'targets' | 'policies'>,
  report: ReportViolation,
): Promise<void> {
  const reportViolation = (message: string): void => report('scaling matches the template', message);
  const call = async (operation: string, input: Record<string, unknown>): Promise<Record<string, unknown>> =>
    aws.account.call({ principal: 'deployer', service: 'application-autoscaling', operation, input });
  for (const { id, MinCapacity, MaxCapacity } of declared.targets) {
    const { component, variant } = SCALABLE_DIMENSIONS;
    const ScalableDimension = id.startsWith('inference-component/') ? component : variant;
    const commonInput = { ServiceNamespace: 'sagemaker', ScalableDimension };
    const { ScalableTargets } = await call('DescribeScalableTargets', { ...commonInput, ResourceIds: [id] });
    const [target] = ScalableTargets as { MinCapacity: number; MaxCapacity: number; SuspendedState?: object }[];
    if (!target) {
      reportViolation(`${id} is not registered`);
      continue;
    }
    if (target.MinCapacity !== MinCapacity || target.MaxCapacity !== MaxCapacity) {
      reportViolation(
        `${id} scales from ${target.MinCapacity} to ${target.MaxCapacity}, declared ${MinCapacity} to ${MaxCapacity}`,
      );
    }
    if (Object.values(target.SuspendedState ?? {}).some(Boolean)) reportViolation(`${id} is suspended`);
    const declaredNames = declared.policies.filter((policy) => policy.id === id).map(({ name }) => name);
    const { ScalingPolicies } = await call('DescribeScalingPolicies', { ...commonInput, ResourceId: id });
    const existingNames = (ScalingPolicies as { PolicyName: string }[]).map(({ PolicyName }) => PolicyName);
    for (const name of declaredNames.filter((name) => !existingNames.includes(name)))
      reportViolation(`policy ${name} of ${id} does not exist`);
    for (const name of existingNames.filter((name) => !declaredNames.includes(name)))
      reportViolation(`policy ${name} of ${id} exists, and is not declared`);
  }
  await checkAlarms(aws, reportViolation);
}

/** Checks that each scaling alarm invokes an existing policy, because alarm actions for deleted policies have no effect. */
async function checkAlarms({ account }: Simulation, reportViolation: (message: string) => void): Promise<void> {
  const call = async (service: string, operation: string, input: object): Promise<Record<string, unknown>> =>
    account.call({ principal: 'deployer', service, operation, input: { ...input } });
  const sageMakerNamespace = { ServiceNamespace: 'sagemaker' };
  const { ScalingPolicies } = await call('application-autoscaling', 'DescribeScalingPolicies', sageMakerNamespace);
  const policies = (ScalingPolicies as { PolicyARN: string }[]).map(({ PolicyARN }) => PolicyARN);
  const { MetricAlarms } = await call('cloudwatch', 'DescribeAlarms', {});
  for (const { AlarmName, AlarmActions = [] } of MetricAlarms as { AlarmName: string; AlarmActions?: string[] }[]) {
    const missingArns = AlarmActions.filter((arn) => arn.includes(':scalingPolicy:') && !policies.includes(arn));
    for (const arn of missingArns) reportViolation(`the alarm ${AlarmName} invokes ${arn}, which does not exist`);
  }
}

/** Checks that Application Auto Scaling sends no requests that SageMaker rejects because the endpoint is being updated. */
export function checkScalingPauses({ account }: Simulation, startTime: number, report: ReportViolation): void {
  for (const [index, call] of account.log.entries()) {
    if (call.time < startTime || call.error === undefined || !isScaling(call)) continue;
    const change = changeInProgress(account.log.slice(0, index), call);
    // Not a violation: SageMaker changes the capacity of one variant at a time, so if two variants scale in the same minute, SageMaker
    // rejects one request.
    if (change && (isScaling(change) || isFromHistory(change))) continue;
    // Not a violation: SageMaker checks quotas only if the endpoint is not being updated.
    if (call.error.startsWith('ResourceLimitExceeded')) continue;
    report('scaling pauses during updates', `at ${new Date(call.time).toISOString()}: ${call.error}`);
  }
}

/**
 * Whether Application Auto Scaling sends the request. Functions of the library send the same operation to check permissions and to set
 * counts.
 */
function isScaling({ operation, principal }: Call): boolean {
  return operation === SCALE_OPERATION && principal !== 'deployer' && principal.service !== 'lambda.amazonaws.com';
}

/** Whether the request simulates scaling, as a step or incident of the history. */
function isFromHistory({ operation, principal }: Call): boolean {
  return operation === SCALE_OPERATION && principal === 'deployer';
}

/** The last accepted request that changes the same endpoint as the given request. */
function changeInProgress(earlierCalls: readonly LoggedCall[], { input }: Call): Call | undefined {
  return earlierCalls
    .filter(({ error, operation }) => error === undefined && CHANGE_OPERATIONS.includes(operation))
    .filter((call) => call.input.EndpointName === input.EndpointName)
    .at(-1);
}
