import { CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Variant } from '../endpoint';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { startupTimeouts } from './startup-timeouts';

/** What one of a variant's instance types serves. */
export interface ServedModel {
  /** Size of the unpacked files; undefined where nobody knows it. */
  readonly bytes?: number;
  readonly model?: CfnModel;
}

/** A variant in the configuration of its endpoint. */
export function configureVariant(variant: Variant, pools: ServedModel[]): CfnEndpointConfig.ProductionVariantProperty {
  const timeouts = startupTimeouts(largestOf(pools));
  const { modelDataDownloadTimeout: download = timeouts.modelDataDownload } = variant;
  const { containerStartupHealthCheckTimeout: startup = timeouts.containerStartup } = variant;
  return {
    variantName: variant.variantName,
    modelName: pools[0].model?.attrModelName,
    instanceType: variant.instanceTypes.length === 1 ? variant.instanceTypes[0].name : undefined,
    initialInstanceCount: variant.initialInstanceCount,
    initialVariantWeight: variant.weight,
    routingConfig: variant.routingStrategy && { routingStrategy: variant.routingStrategy },
    volumeSizeInGb: variant.volumeSize?.toGibibytes(),
    modelDataDownloadTimeoutInSeconds: download.toSeconds(),
    containerStartupHealthCheckTimeoutInSeconds: startup.toSeconds(),
    enableSsmAccess: variant.ssmAccess,
    inferenceAmiVersion: inferenceAmiVersionOf(variant.image, variant.instanceTypes, variant.inferenceAmi),
  };
}

/** What is not a property of the L1 of the oldest aws-cdk-lib: pools, the time to find instances, the reservation. */
export function completeVariant(
  config: CfnEndpointConfig,
  place: string,
  variant: Variant,
  pools: ServedModel[],
): void {
  const set = (property: string, value: unknown): void => {
    if (value !== undefined) config.addPropertyOverride(`${place}.${property}`, value);
  };
  set('InstancePools', instancePools(variant, pools));
  set('VariantInstanceProvisionTimeoutInSeconds', variant.instanceProvisionTimeout?.toSeconds());
  set('CapacityReservationConfig', capacityReservation(variant));
}

/** In the order of preference, with the models of those that do not serve the variant's. */
function instancePools({ instanceTypes }: Variant, pools: ServedModel[]): object[] | undefined {
  if (instanceTypes.length === 1) return undefined;
  return instanceTypes.map(({ name }, index) => ({
    InstanceType: name,
    Priority: index + 1,
    ModelNameOverride: pools[index].model === pools[0].model ? undefined : pools[index].model?.attrModelName,
  }));
}

/** The only preference that the API has: no instance starts outside of the reservation. */
const RESERVED_ONLY = 'capacity-reservations-only';

function capacityReservation({ mlReservationArn }: Variant): object | undefined {
  if (mlReservationArn === undefined) return undefined;
  return { MlReservationArn: mlReservationArn, CapacityReservationPreference: RESERVED_ONLY };
}

/** The timeouts are the variant's, so the largest model counts; unknown when one is. */
function largestOf(pools: ServedModel[]): number | undefined {
  const sizes = pools.map(({ bytes }) => bytes);
  return sizes.includes(undefined) ? undefined : Math.max(...(sizes as number[]));
}
