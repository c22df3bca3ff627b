import { Token } from 'aws-cdk-lib';
import { InstanceType } from '../../platform';
import { Scaling } from '../../scaling';
import { EndpointPurpose } from '../endpoint-purpose';
import { TritonImage } from '../image';
import { imageOn } from '../image/check-cpu';
import { FleetOptions } from './options';

/** The part of a variant that no kind of endpoint has defaults of its own for. */
export interface Host extends Pick<
  FleetOptions,
  | 'server'
  | 'inferenceAmi'
  | 'volumeSize'
  | 'modelDataDownloadTimeout'
  | 'containerStartupHealthCheckTimeout'
  | 'ssmAccess'
> {
  readonly image: TritonImage;
}

/** What runs the server on the instance types. */
export function resolveHost(options: FleetOptions, instanceTypes: InstanceType[]): Host {
  const { server, inferenceAmi, volumeSize, ssmAccess } = options;
  const image = imageOn(instanceTypes, options.image ?? TritonImage.defaultRelease());
  const { modelDataDownloadTimeout, containerStartupHealthCheckTimeout } = options;
  const timeouts = { modelDataDownloadTimeout, containerStartupHealthCheckTimeout };
  return { image, server, inferenceAmi, volumeSize, ...timeouts, ssmAccess };
}

/** The scaling of a variant whose properties name none: nothing scales in development. */
export function defaultScaling(purpose: EndpointPurpose | undefined, inProduction: Scaling): Scaling {
  return purpose === EndpointPurpose.DEVELOPMENT ? Scaling.none() : inProduction;
}

/**
 * Most instances, unless the user says otherwise: twice the fleet. A count that is only known at deployment cannot be doubled, and one that is
 * no count is refused itself.
 */
export function defaultMaxCapacity(instanceCount: number): number {
  if (Token.isUnresolved(instanceCount)) return instanceCount;
  return Number.isInteger(instanceCount) ? Math.max(1, 2 * instanceCount) : 1;
}
