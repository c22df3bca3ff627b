import { Scaling } from '../../../lib';
import { scalingTemplate } from '../../scaling/fixtures';
import { InstanceType } from '../../../lib';
import { accountWithEndpoint } from '../sagemaker/fixtures';

type Options = Parameters<typeof accountWithEndpoint>[0];
type Resource = { readonly Type: string; readonly Properties: Record<string, unknown> };

/** The environment of a container with the metrics exporter. */
export const withServerMetrics = (variantName = 'AllTraffic'): Record<string, string> => ({
  SERVER_METRICS_ENDPOINT_NAME: 'faces',
  SERVER_METRICS_VARIANT_NAME: variantName,
});

/** An account with an endpoint whose servers complete 600 requests per minute and instance, and which scales with a strategy. */
export async function accountWithQueues(scaling: Scaling, options: Options = {}) {
  const aws = await accountWithEndpoint({ environment: withServerMetrics(), ...options });
  aws.sagemaker.hooks.quality = () => ({ capacityPerMinute: 600 });
  const names = (options.variants as { VariantName: string }[] | undefined)?.map(({ VariantName }) => VariantName);
  for (const name of names ?? ['AllTraffic']) await deployScaling(aws, scaling, name, options.count ?? 1);
  return {
    ...aws,
    /** Number of instances that Application Auto Scaling has requested. */
    count: async (variantName = 'AllTraffic'): Promise<number> => {
      const { ProductionVariants } = await aws.describe();
      const variants = ProductionVariants as { VariantName: string; DesiredInstanceCount: number }[];
      return variants.find(({ VariantName }) => VariantName === variantName)?.DesiredInstanceCount ?? NaN;
    },
  };
}

/** Sends the requests with which CloudFormation creates the resources of a strategy. */
async function deployScaling(
  aws: Awaited<ReturnType<typeof accountWithEndpoint>>,
  scaling: Scaling,
  variantName: string,
  initialInstanceCount: number,
): Promise<void> {
  const variant = {
    ...{ variantName, initialInstanceCount, serverMetrics: true, endpointName: 'faces' },
    instanceTypes: [InstanceType.G5_XLARGE],
  };
  const resources = Object.entries(scalingTemplate(scaling, variant).toJSON().Resources as Record<string, Resource>);
  const ofType = (type: string): [string, Record<string, unknown>][] =>
    resources.filter(([, { Type }]) => Type === type).map(([id, { Properties }]) => [id, Properties]);
  const [[, target]] = ofType('AWS::ApplicationAutoScaling::ScalableTarget');
  const { ServiceNamespace, ScalableDimension, MinCapacity, MaxCapacity } = target;
  const id = { ServiceNamespace, ScalableDimension, ResourceId: `endpoint/faces/variant/${variantName}` };
  await aws.callAutoScaling('RegisterScalableTarget', { ...id, MinCapacity, MaxCapacity });
  const arns = new Map<string, unknown>();
  for (const [logicalId, { ScalingTargetId: _, ...policy }] of ofType('AWS::ApplicationAutoScaling::ScalingPolicy')) {
    const { PolicyARN } = await aws.callAutoScaling('PutScalingPolicy', { ...id, ...policy });
    arns.set(logicalId, PolicyARN);
  }
  for (const [, { AlarmActions, ...alarm }] of ofType('AWS::CloudWatch::Alarm')) {
    const actions = (AlarmActions as { Ref: string }[]).map(({ Ref }) => arns.get(Ref));
    await aws.callCloudWatch('PutMetricAlarm', { ...alarm, AlarmActions: actions });
  }
}
