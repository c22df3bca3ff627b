import { InstanceType } from '../platform';

/** Description of the fleet (the instances) of an endpoint with inference components. */
export interface MonitoredFleet {
  /** Name of the endpoint. */
  readonly endpointName: string;

  /**
   * Name of the variant.
   *
   * @default 'AllTraffic'
   */
  readonly variantName?: string;

  /**
   * Instance type. The price of the type determines the cost. For a type without GPUs, the GPU graphs are omitted.
   *
   * @default - not known, and no cost
   */
  readonly instanceType?: InstanceType;

  /**
   * Minimum number of instances.
   *
   * @default - not known, and no line on the dashboard
   */
  readonly minInstanceCount?: number;

  /**
   * Maximum number of instances.
   *
   * @default - not known, and no line on the dashboard
   */
  readonly maxInstanceCount?: number;
}
