import { EndpointOptions } from '../endpoint-options';
import { ServedModelOptions } from '../models/options';
import { ModelFleetOptions, VariantOptions } from '../variant/options';

/** Properties of `TritonRealtimeEndpoint`. */
export interface TritonRealtimeEndpointProps extends EndpointOptions, ModelFleetOptions, ServedModelOptions {
  /**
   * Production variants of the endpoint, up to 10. Their weights determine their shares of the traffic. Options that a variant does not
   * set, such as model, instance type and scaling, are inherited from the endpoint.
   *
   * @default - one variant named `AllTraffic`
   */
  readonly variants?: VariantOptions[];

  /**
   * Shadow variants, which receive copies of the requests. Their responses are not returned to the caller. SageMaker supports one shadow
   * variant, in addition to one production variant.
   *
   * @default - no shadow variant
   */
  readonly shadowVariants?: VariantOptions[];
}
