import { Construct } from 'constructs';
import { ITritonEndpoint, TritonRealtimeEndpoint } from '..';
import { AlphaEndpoint } from './shapes';

/**
 * An endpoint of the alpha module, with this library's grants and metrics. No resource is made. The other way needs no adapter:
 * every `ITritonEndpoint` is an `IEndpoint` of the alpha module.
 *
 * The variants of an imported endpoint are not known to the alpha module: it has one, `AllTraffic`, unless
 * `TritonRealtimeEndpoint.fromEndpointAttributes` says otherwise.
 */
export function fromEndpoint(scope: Construct, id: string, endpoint: AlphaEndpoint): ITritonEndpoint {
  const { endpointName, endpointArn, instanceProductionVariants } = endpoint;
  return TritonRealtimeEndpoint.fromEndpointAttributes(scope, id, {
    endpointName,
    endpointArn,
    variantNames: instanceProductionVariants?.map(({ variantName }) => variantName),
  });
}
