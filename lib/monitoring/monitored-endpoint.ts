import { Duration } from 'aws-cdk-lib';
import { DEFAULT_VARIANT_NAME } from '../cdk/endpoint-names';
import { builtInPrice, PRICE_TABLE_LABEL } from '../facts/prices';
import { InstanceType, LatencyObjective } from '../platform';
import { PlanCandidate } from '../measurements';
import { ServerMetricsSource } from './server-metrics-source';

/** What alarms and graphs show of an endpoint, or of one of its inference components: names and numbers. */
export interface MonitoredHost {
  /** Name of the endpoint. */
  readonly endpointName: string;

  /**
   * Name of the inference component to monitor. If it is set, alarms and graphs use the metrics of this component, and copies take the place
   * of instances: capacities and scaling targets are numbers of copies, and per copy.
   *
   * @default - the variant is monitored
   */
  readonly inferenceComponentName?: string;

  /**
   * Name of the variant to monitor. For an inference component, this is its name within the endpoint (`componentName`), which the metrics of
   * the probe and the server metrics use.
   *
   * @default 'AllTraffic', and `inferenceComponentName` for an inference component
   */
  readonly variantName?: string;

  /** Latency objective of the endpoint: the threshold of the latency alarm, and a line on the dashboard. */
  readonly latencyObjective: LatencyObjective;

  /**
   * Instance type. The type's numbers of GPUs and vCPUs determine the axes of the graphs and the saturation alarm, and the price of the
   * type determines the cost. For a type without GPUs, the saturation alarm monitors the CPUs, and the GPU graphs are omitted.
   *
   * @default - not known. There is neither a saturation alarm nor a cost
   */
  readonly instanceType?: InstanceType;

  /**
   * Minimum capacity of the scaling, in instances or copies.
   *
   * @default - not known. There is no alarm on missing instances or copies, and none on requests that no copy can serve
   */
  readonly minCapacity?: number;

  /**
   * Maximum capacity of the scaling, in instances or copies.
   *
   * @default - not known. There is no alarm on the maximum capacity
   */
  readonly maxCapacity?: number;

  /**
   * Whether the endpoint is a multi-model endpoint.
   *
   * @default false
   */
  readonly multiModel?: boolean;

  /**
   * Whether the endpoint is an asynchronous endpoint. An asynchronous endpoint does not publish Invocations and OverheadLatency.
   *
   * @default false
   */
  readonly asynchronous?: boolean;

  /**
   * Name of the shadow variant to compare with the monitored production variant. If it is set, there are alarms on a shadow variant that is
   * worse, and graphs of both variants. Not used for inference components and asynchronous endpoints, which have no shadow variants.
   *
   * @default - no shadow variant, and no comparison
   */
  readonly shadowVariantName?: string;

  /**
   * Number of GPUs that each copy of the inference component reserves. For 0, the saturation alarm monitors the CPUs, and the GPU graphs are
   * omitted.
   *
   * @default - the number of GPUs of the instance type
   */
  readonly gpusPerCopy?: number;

  /**
   * Scaling target in requests per minute per instance, or per copy of the inference component.
   *
   * @default - no target, and no line on the dashboard
   */
  readonly targetInvocationsPerInstance?: number;

  /**
   * Scaling target in concurrent requests per instance, or per copy of the inference component.
   *
   * @default - no target, and no line on the dashboard
   */
  readonly targetConcurrentRequests?: number;

  /**
   * Scaling target in requests per instance in the queue of an asynchronous endpoint.
   *
   * @default - no target, no line on the dashboard, and no alarm on the size of the queue
   */
  readonly targetBacklogPerInstance?: number;

  /**
   * Minimum number of requests per minute. Fewer requests indicate a fault upstream of the endpoint.
   *
   * @default - any number of requests is valid, and there is no alarm
   */
  readonly expectedInvocationsPerMinute?: number;

  /**
   * Whether the endpoint streams its responses (`InferenceType.GENERATE_STREAM`). If it does, there are graphs of the time to the first
   * chunk, and an alarm on response streams that end with an error.
   *
   * @default false
   */
  readonly streaming?: boolean;

  /**
   * Objective for the time to the first chunk of a streamed response, for an endpoint with `streaming`. The objective is the threshold of an
   * alarm and a line on the dashboard.
   *
   * @default - no alarm on the time to the first chunk, and no line
   */
  readonly firstChunkObjective?: LatencyObjective;

  /**
   * Interval between the requests of this library's probe.
   *
   * @default - no probe
   */
  readonly probeInterval?: Duration;

  /**
   * Whether metric filters are configured on the server's log, as they are for endpoints of this library.
   *
   * @default false
   */
  readonly serverLog?: boolean;

  /**
   * Models whose own metrics the server publishes. If they are set, there are an alarm on the time in the queue and graphs of these metrics.
   *
   * @default - the server publishes no metrics
   */
  readonly serverMetrics?: ServerMetricsSource;

  /**
   * Planned performance, such as the `pick` of a `capacity.CapacityPlan`. The dashboard shows the plan next to the measured values.
   * Not used for inference components.
   *
   * @default - no plan
   */
  readonly plan?: PlanCandidate;
}

/** Returns the name of the monitored variant or component. */
export function variantNameOf({ variantName, inferenceComponentName }: MonitoredHost): string {
  return variantName ?? inferenceComponentName ?? DEFAULT_VARIANT_NAME;
}

/** Returns the number of GPUs of an instance or a copy. Undefined if it is not known. */
export function gpuCountOf({ gpusPerCopy, instanceType }: MonitoredHost): number | undefined {
  return gpusPerCopy ?? instanceType?.gpuCount;
}

/** Returns the price of an instance in USD per hour. Undefined if the price is not known. */
export function priceOf({ instanceType }: Pick<MonitoredHost, 'instanceType'>): number | undefined {
  return instanceType && builtInPrice(instanceType.name);
}

/** Returns the price of an instance as text, with its source. Empty if the price is not known. */
export function describePrice(instance: Pick<MonitoredHost, 'instanceType'>): string[] {
  const price = priceOf(instance);
  return price === undefined ? [] : [`${price} USD per instance and hour (${PRICE_TABLE_LABEL})`];
}
