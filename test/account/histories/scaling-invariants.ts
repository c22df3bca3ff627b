import { isDeepStrictEqual } from 'node:util';
import { SCALABLE_DIMENSIONS } from '../../../lib/contracts/scaling-registration-properties';
import { STACK_TAGS } from '../cloudformation/stack';
import { Simulation } from '../simulation';
import type { ReportViolation } from './invariant';
import { DeclaredEndpoint } from './declared-endpoint';

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
    const { tags } = [...aws.autoScaling['state'].targets.values()].find((each) => each.id.ResourceId === id) ?? {};
    const stackTags = Object.fromEntries(STACK_TAGS.map(({ Key, Value }) => [Key, Value]));
    if (!isDeepStrictEqual(tags, stackTags)) reportViolation(`${id} has the tags ${JSON.stringify(tags)}`);
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
