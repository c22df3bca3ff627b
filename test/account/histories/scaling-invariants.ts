import { LoggedCall } from '../account';
import { Call } from '../call';
import { Simulation } from '../simulation';
import type { Report } from './invariants';
import { Declared } from './state';

const SCALE = 'UpdateEndpointWeightsAndCapacities';
/** While these last, SageMaker rejects any other change of the endpoint. */
const CHANGES = ['CreateEndpoint', 'UpdateEndpoint', 'DeleteEndpoint', SCALE];

/** Whether what is registered for scaling is what the stack declares. */
export async function checkScaling(aws: Simulation, declared: Declared, report: Report): Promise<void> {
  const complain = (message: string): void => report('scaling is as declared', message);
  const call = async (operation: string, input: Record<string, unknown>): Promise<Record<string, unknown>> =>
    aws.account.call({ principal: 'deployer', service: 'application-autoscaling', operation, input });
  const common = { ServiceNamespace: 'sagemaker', ScalableDimension: 'sagemaker:variant:DesiredInstanceCount' };
  for (const { id, MinCapacity, MaxCapacity } of declared.targets) {
    const { ScalableTargets } = await call('DescribeScalableTargets', { ...common, ResourceIds: [id] });
    const [target] = ScalableTargets as { MinCapacity: number; MaxCapacity: number; SuspendedState?: object }[];
    if (!target) {
      complain(`${id} is not registered`);
      continue;
    }
    if (target.MinCapacity !== MinCapacity || target.MaxCapacity !== MaxCapacity) {
      complain(
        `${id} scales from ${target.MinCapacity} to ${target.MaxCapacity}, declared ${MinCapacity} to ${MaxCapacity}`,
      );
    }
    if (Object.values(target.SuspendedState ?? {}).some(Boolean)) complain(`${id} is suspended`);
    const names = declared.policies.filter((policy) => policy.id === id).map(({ name }) => name);
    const { ScalingPolicies } = await call('DescribeScalingPolicies', { ...common, ResourceId: id });
    const found = (ScalingPolicies as { PolicyName: string }[]).map(({ PolicyName }) => PolicyName);
    for (const name of names.filter((each) => !found.includes(each))) complain(`policy ${name} of ${id} is not there`);
    for (const name of found.filter((each) => !names.includes(each)))
      complain(`policy ${name} of ${id} is there, and not declared`);
  }
  await checkAlarms(aws, complain);
}

/** Whether each alarm that is to scale calls a policy that is there: CloudWatch calls the others, too, and nothing happens. */
async function checkAlarms({ account }: Simulation, complain: (message: string) => void): Promise<void> {
  const call = async (service: string, operation: string, input: object): Promise<Record<string, unknown>> =>
    account.call({ principal: 'deployer', service, operation, input: { ...input } });
  const ofSageMaker = { ServiceNamespace: 'sagemaker' };
  const { ScalingPolicies } = await call('application-autoscaling', 'DescribeScalingPolicies', ofSageMaker);
  const policies = (ScalingPolicies as { PolicyARN: string }[]).map(({ PolicyARN }) => PolicyARN);
  const { MetricAlarms } = await call('cloudwatch', 'DescribeAlarms', {});
  for (const { AlarmName, AlarmActions = [] } of MetricAlarms as { AlarmName: string; AlarmActions?: string[] }[]) {
    const dead = AlarmActions.filter((arn) => arn.includes(':scalingPolicy:') && !policies.includes(arn));
    for (const arn of dead) complain(`the alarm ${AlarmName} calls ${arn}, which is not there`);
  }
}

/** Whether Application Auto Scaling has left endpoints alone while they were updated: before and after it may scale. */
export function checkScalingRests({ account }: Simulation, since: number, report: Report): void {
  for (const [index, call] of account.log.entries()) {
    if (call.at < since || call.error === undefined || !isScaling(call)) continue;
    const change = changeInProgress(account.log.slice(0, index), call);
    // SageMaker changes one variant's capacity at a time: of two that scale in the same minute, it rejects one.
    if (change && (isScaling(change) || isPlayed(change))) continue;
    report('nothing scales while the endpoint is updated', `at ${new Date(call.at).toISOString()}: ${call.error}`);
  }
}

/** Functions of the library send this request, too, to try permissions and to set counts. */
function isScaling({ operation, principal }: Call): boolean {
  return operation === SCALE && principal !== 'deployer' && principal.service !== 'lambda.amazonaws.com';
}

/** Some histories say when scaling changes the count, and send the request themselves. */
function isPlayed({ operation, principal }: Call): boolean {
  return operation === SCALE && principal === 'deployer';
}

/** The last accepted request that changes the endpoint of another request. */
function changeInProgress(earlier: readonly LoggedCall[], { input }: Call): Call | undefined {
  return earlier
    .filter(({ error, operation }) => error === undefined && CHANGES.includes(operation))
    .filter((call) => call.input.EndpointName === input.EndpointName)
    .at(-1);
}
