import { Construct } from 'constructs';
import { ITritonEndpoint, TritonRealtimeEndpoint } from '..';
import { AlphaEndpoint } from './shapes';

/**
 * Converts an endpoint of the alpha module to an endpoint with the grants and metrics of this library. No resources are created. The
 * opposite conversion is not required, because each `ITritonEndpoint` is an `IEndpoint` of the alpha module.
 *
 * The alpha module does not know the variants of an imported endpoint. Such an endpoint has one variant, `AllTraffic`. To specify different
 * variants, use `TritonRealtimeEndpoint.fromEndpointAttributes`.
 */
export function fromEndpoint(scope: Construct, id: string, endpoint: AlphaEndpoint): ITritonEndpoint {
  const { endpointName, endpointArn, instanceProductionVariants } = endpoint;
  return TritonRealtimeEndpoint.fromEndpointAttributes(scope, id, {
    endpointName,
    endpointArn,
    variantNames: instanceProductionVariants?.map(({ variantName }) => variantName),
  });
}
