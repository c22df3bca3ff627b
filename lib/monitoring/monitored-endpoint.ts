import { Duration } from 'aws-cdk-lib';
import { InstanceType, LatencyObjective } from '../platform';
import { PlannedPerformance } from '../sizing';

/** An endpoint to watch. Names and numbers only, so that it may be one from elsewhere. */
export interface MonitoredEndpoint {
  /** Name of the endpoint. */
  readonly endpointName: string;

  /**
   * Name of the variant that is watched.
   *
   * @default 'AllTraffic'
   */
  readonly variantName?: string;

  /**
   * Further variants, which the dashboard's selector offers.
   *
   * @default - none, and no selector
   */
  readonly otherVariantNames?: string[];

  /** The latency that the endpoint has to keep: the limit of the latency alarm and the line on the dashboard. */
  readonly latencyObjective: LatencyObjective;

  /**
   * Instance type: its number of GPUs and vCPUs scale the axes and the saturation alarm, its price the cost. Without a GPU the alarm is
   * on the CPUs, and there are no graphs of GPUs.
   *
   * @default - unknown: no saturation alarm and, without a price, no cost
   */
  readonly instanceType?: InstanceType;

  /**
   * Price of an instance in USD per hour.
   *
   * @default - the library's price table (on demand, mostly us-east-1, read between April 2025 and November 2026), where it has the instance type
   */
  readonly usdPerInstanceHour?: number;

  /**
   * Fewest instances that scaling keeps.
   *
   * @default - unknown: no alarm on missing instances
   */
  readonly minInstanceCount?: number;

  /**
   * Most instances that scaling adds.
   *
   * @default - unknown: no alarm on exhausted capacity
   */
  readonly maxInstanceCount?: number;

  /**
   * Requests per minute and instance that scaling aims at.
   *
   * @default - none, no line
   */
  readonly targetInvocationsPerInstance?: number;

  /**
   * Requests in flight per instance that scaling aims at.
   *
   * @default - none, no line
   */
  readonly targetConcurrentRequests?: number;

  /**
   * Requests in the queue of an asynchronous endpoint per instance that scaling aims at.
   *
   * @default - none, no line, and no alarm on the size of the queue
   */
  readonly targetBacklogPerInstance?: number;

  /**
   * Requests per minute below which something in front of the endpoint must be broken.
   *
   * @default - quiet minutes are normal: no alarm
   */
  readonly expectedInvocationsPerMinute?: number;

  /**
   * Whether it is a multi-model endpoint.
   *
   * @default false
   */
  readonly multiModel?: boolean;

  /**
   * Whether it is an asynchronous endpoint. Such an endpoint publishes neither Invocations nor OverheadLatency.
   *
   * @default false
   */
  readonly asynchronous?: boolean;

  /**
   * Whether its responses are streams (`InferenceType.GENERATE_STREAM`): there are graphs of their first parts, and an alarm on streams
   * that break off.
   *
   * @default false
   */
  readonly streaming?: boolean;

  /**
   * The time to the first part of a stream that an endpoint with `streaming` has to keep: the limit of an alarm and a line on the dashboard.
   *
   * @default - no alarm on the first part, and no line
   */
  readonly firstChunkObjective?: LatencyObjective;

  /**
   * Time between the requests of this library's probe.
   *
   * @default - no probe
   */
  readonly probeInterval?: Duration;

  /**
   * The end-to-end latency that the probe compares with.
   *
   * @default - it publishes no drift, so there is no alarm on it
   */
  readonly plannedEndToEndLatency?: Duration;

  /**
   * Whether metric filters count in its log, as they do for endpoints of this library.
   *
   * @default false
   */
  readonly serverLog?: boolean;

  /**
   * What was planned, such as the `pick` of a `CapacityPlan`, to be drawn beside what is measured.
   *
   * @default - no plan
   */
  readonly plan?: PlannedPerformance;
}
