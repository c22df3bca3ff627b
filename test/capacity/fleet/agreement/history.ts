import { AlarmProperties, PolicyProperties } from '../../../../lib/capacity/fleet/control-loop/inputs';

/** The load of one minute. */
export interface MinuteOfLoad {
  readonly requests: number;
  /** The value of a metric of the user. Undefined for a minute without a datapoint. */
  readonly users?: number;
}

/** A scaling policy with its name. A step scaling policy has an alarm. */
export interface NamedPolicy {
  readonly name: string;
  readonly policy: PolicyProperties & { readonly PolicyType: string };
  readonly alarm?: AlarmProperties;
}

/** A change of the capacity limits at the end of a minute. */
export interface LimitChange {
  readonly minute: number;
  readonly minCapacity?: number;
  readonly maxCapacity?: number;
}

/** Traffic of an endpoint with one instance, and its scaling. */
export interface History {
  readonly load: readonly MinuteOfLoad[];
  readonly maxCapacity: number;
  readonly policies: readonly NamedPolicy[];
  readonly changes: readonly LimitChange[];
}

/** A metric on which policies scale: that of SageMaker, or that of the user. */
export interface ScalingMetric {
  readonly MetricName: string;
  readonly Statistic: string;
}
export const INVOCATIONS: ScalingMetric = { MetricName: 'InvocationsPerInstance', Statistic: 'Sum' };
export const USERS: ScalingMetric = { MetricName: 'Users', Statistic: 'Average' };
