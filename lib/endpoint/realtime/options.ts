import { EndpointOptions } from '../endpoint-options';
import { ServedModelOptions } from '../models/options';
import { ModelFleetOptions, VariantOptions } from '../variant/options';

/** Properties of `TritonRealtimeEndpoint`. */
export interface TritonRealtimeEndpointProps extends EndpointOptions, ModelFleetOptions, ServedModelOptions {
  /**
   * Several variants, up to 10, that share the traffic by their weights. Unset options, such as model, instance type and scaling,
   * inherit from the endpoint.
   *
   * @default - one variant, `AllTraffic`
   */
  readonly variants?: VariantOptions[];

  /**
   * Variants that get copies of the requests, and whose answers nobody sees. SageMaker takes one, beside one production variant.
   *
   * @default - none
   */
  readonly shadowVariants?: VariantOptions[];
}
