import { CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { HostedVariant } from './hosted-variant';
import { HostedPool } from './model-host';
import { startupTimeouts } from './startup-timeouts';

/** The properties of a variant in the endpoint configuration. */
export function variantProperties({
  host: variant,
  pools,
}: HostedVariant): CfnEndpointConfig.ProductionVariantProperty {
  const instanceTypes = pools.map(({ instanceType }) => instanceType);
  const timeouts = startupTimeouts(largestSize(pools));
  const { modelDataDownloadTimeout: download = timeouts.modelDataDownload } = variant;
  const { containerStartupHealthCheckTimeout: startup = timeouts.containerStartup } = variant;
  return {
    variantName: variant.variantName,
    modelName: pools[0].cfnModel.attrModelName,
    instanceType: instanceTypes.length === 1 ? instanceTypes[0].name : undefined,
    initialInstanceCount: variant.initialInstanceCount,
    initialVariantWeight: variant.weight,
    routingConfig: variant.routingStrategy && { routingStrategy: variant.routingStrategy },
    volumeSizeInGb: variant.volumeSize?.toGibibytes(),
    modelDataDownloadTimeoutInSeconds: download.toSeconds(),
    containerStartupHealthCheckTimeoutInSeconds: startup.toSeconds(),
    inferenceAmiVersion: inferenceAmiVersionOf(variant.image, instanceTypes, variant.inferenceAmi),
  };
}

/** Sets the properties that the L1 construct of the oldest supported aws-cdk-lib lacks. */
export function addPropertyOverrides(config: CfnEndpointConfig, path: string, { pools }: HostedVariant): void {
  if (pools.length > 1) config.addPropertyOverride(`${path}.InstancePools`, instancePools(pools));
}

/** The pools (instance types) in order of preference. A pool overrides the model of the variant if the pool has a different model. */
function instancePools(pools: HostedPool[]): object[] {
  return pools.map(({ instanceType, cfnModel }, index) => ({
    InstanceType: instanceType.name,
    Priority: index + 1,
    ModelNameOverride: cfnModel === pools[0].cfnModel ? undefined : cfnModel.attrModelName,
  }));
}

/** Size of the largest model, because one pair of timeouts applies to all pools of a variant. Undefined if a size is not known. */
function largestSize(pools: HostedPool[]): number | undefined {
  const sizes = pools.map(({ content }) => content.bytes);
  return sizes.includes(undefined) ? undefined : Math.max(...(sizes as number[]));
}
