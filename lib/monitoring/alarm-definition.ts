import { Token } from 'aws-cdk-lib';
import { AlarmProps, ComparisonOperator, IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { AlarmKind, AlarmOverride } from './alarm-options';
import { AlarmTiming } from './time-to-fire';

/** Everything about an alarm but its construct. */
export interface AlarmDefinition {
  readonly kind: AlarmKind;
  /** Made only with the alarm: it throws at names that SageMaker would refuse, too. */
  readonly metric: () => IMetric;
  /** In the unit that people read, see `scale`. */
  readonly threshold: number;
  /** The metric's unit in terms of the threshold's: 1000 for a threshold in milliseconds on a metric in microseconds. */
  readonly scale?: number;
  readonly comparison: ComparisonOperator;
  /** Minutes that it looks back. */
  readonly minutes: number;
  /** Minutes among them that must breach. */
  readonly breaching: number;
  /** Minutes that it needs while a deployment bakes, where its metric comes more often then. */
  readonly minutesWhileBaking?: number;
  readonly missing: TreatMissingData;
  /** Says what is wrong; `{}` stands for the threshold. */
  readonly description: string;
  /** Whether users suffer at once: part of "unhealthy". */
  readonly symptom?: boolean;
  /** Whether a deployment rolls back on it. */
  readonly rollback?: boolean;
}

export const ABOVE = ComparisonOperator.GREATER_THAN_THRESHOLD;
export const AT_LEAST = ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD;
export const BELOW = ComparisonOperator.LESS_THAN_THRESHOLD;

/** One slow minute is no alarm, three of five are. */
export const SOON = { minutes: 5, breaching: 3 };
/** For what is wrong whenever it happens. */
export const ONCE = { minutes: 5, breaching: 1 };
/** For what needs somebody's attention, but not at once. */
export const LASTING = { minutes: 15, breaching: 10 };
/** For a state, which is either so or not. */
export const ALWAYS = { minutes: 15, breaching: 15 };

/** Quiet minutes publish nothing and are good. */
export const QUIET_IS_GOOD = TreatMissingData.NOT_BREACHING;

/** The settings of an alarm, with those that users override. */
export function alarmSettings(definition: AlarmDefinition, override: AlarmOverride = {}): Omit<AlarmProps, 'metric'> {
  const { description, scale = 1, comparison, missing } = definition;
  const { threshold = definition.threshold } = override;
  return {
    alarmDescription: description.replace('{}', Token.isUnresolved(threshold) ? 'its limit' : `${threshold}`),
    threshold: threshold * scale,
    comparisonOperator: comparison,
    ...alarmTiming(definition, override),
    treatMissingData: override.treatMissingData ?? missing,
  };
}

/** Of how many minutes an alarm needs how many, with those that users override. */
export function alarmTiming({ minutes, breaching }: AlarmDefinition, override: AlarmOverride = {}): AlarmTiming {
  const { evaluationPeriods = minutes } = override;
  return { evaluationPeriods, datapointsToAlarm: override.datapointsToAlarm ?? Math.min(breaching, evaluationPeriods) };
}
