import { Duration } from 'aws-cdk-lib';
import { InstanceType, LatencyObjective } from '../../platform';
import { Scaling } from '../../scaling';
import { EndpointPurpose } from '../options/endpoint-purpose';
import { TritonImage } from '../image';
import { imageForTypes } from '../image/check-cpu';
import { InstanceOptions, ServingOptions } from '../options/variant-options';
import { isUnresolved } from '../../findings/is-unresolved';

/** The settings that have the same defaults for all kinds of endpoints. The image is the one for the instance types. */
export function resolveHosting(options: ServingOptions & InstanceOptions, instanceTypes: InstanceType[]) {
  const { server, inferenceAmi, volumeSize, modelDataDownloadTimeout, containerStartupHealthCheckTimeout } = options;
  const { image = TritonImage.defaultRelease(), latencyObjective = LatencyObjective.p99(Duration.seconds(1)) } =
    options;
  return {
    image: imageForTypes(instanceTypes, image),
    ...{ server, inferenceAmi, volumeSize, latencyObjective },
    ...{ modelDataDownloadTimeout, containerStartupHealthCheckTimeout },
  };
}

/** The default scaling of a variant. Variants do not scale in development. */
export function defaultScaling(purpose: EndpointPurpose | undefined, productionScaling: Scaling): Scaling {
  return purpose === EndpointPurpose.DEVELOPMENT ? Scaling.none() : productionScaling;
}

/** The default number of instances: the minimum of the scaling, and at least this number. A minimum that is known only at deployment cannot be compared. */
export function atLeast(count: number, scaling: Scaling | undefined): number {
  const minimum = scaling?._initialCapacity ?? 1;
  return isUnresolved(minimum) ? minimum : Math.max(count, minimum);
}

/**
 * The default maximum number of instances: twice the initial number. A number that is known only at deployment cannot be doubled, and a
 * different check reports an invalid number.
 */
export function defaultMaxCapacity(instanceCount: number): number {
  if (isUnresolved(instanceCount)) return instanceCount;
  return Number.isInteger(instanceCount) ? Math.max(1, 2 * instanceCount) : 1;
}
