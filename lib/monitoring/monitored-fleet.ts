import { Duration } from 'aws-cdk-lib';
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
   * @default - not known. If the price is not set, there is no cost
   */
  readonly instanceType?: InstanceType;

  /**
   * Price of an instance in USD per hour.
   *
   * @default - the On-Demand price in `PriceList.builtIn()`, if it contains the instance type
   */
  readonly usdPerInstanceHour?: number;

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

  /**
   * Interval at which SageMaker publishes the hardware metrics. The number of instances is the number of their datapoints in an interval.
   *
   * @default Duration.minutes(1)
   */
  readonly metricPublishFrequency?: Duration;
}
