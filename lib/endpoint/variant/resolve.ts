import { Token } from 'aws-cdk-lib';
import { InstanceType } from '../../platform';
import { Scaling } from '../../scaling';
import { EndpointPurpose } from '../options/endpoint-purpose';
import { TritonImage } from '../image';
import { imageForTypes } from '../image/check-cpu';
import { FleetOptions } from '../options/variant-options';
import { HostingSettings } from '../resolved/endpoint';

/** Selects the image for the instance types. The other settings do not change. */
export function resolveHosting(options: FleetOptions, instanceTypes: InstanceType[]): HostingSettings {
  const { server, inferenceAmi, volumeSize } = options;
  const image = imageForTypes(instanceTypes, options.image ?? TritonImage.defaultRelease());
  const { modelDataDownloadTimeout, containerStartupHealthCheckTimeout } = options;
  const timeouts = { modelDataDownloadTimeout, containerStartupHealthCheckTimeout };
  return { image, server, inferenceAmi, volumeSize, ...timeouts };
}

/** The default scaling of a variant. Variants do not scale in development. */
export function defaultScaling(purpose: EndpointPurpose | undefined, productionScaling: Scaling): Scaling {
  return purpose === EndpointPurpose.DEVELOPMENT ? Scaling.none() : productionScaling;
}

/**
 * The default maximum number of instances: twice the initial number. A number that is known only at deployment cannot be doubled, and a
 * different check reports an invalid number.
 */
export function defaultMaxCapacity(instanceCount: number): number {
  if (Token.isUnresolved(instanceCount)) return instanceCount;
  return Number.isInteger(instanceCount) ? Math.max(1, 2 * instanceCount) : 1;
}
