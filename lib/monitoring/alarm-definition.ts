import { AlarmProps, ComparisonOperator, IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { AlarmKind, AlarmOverride } from './alarm-options';
import { AlarmTiming } from './time-to-fire';
import { isUnresolved } from '../findings/is-unresolved';

/** An alarm before its construct is created. */
export interface AlarmDefinition {
  readonly kind: AlarmKind;
  /** Creates the metric. Called only when the alarm is created, because CDK throws an error if a name is invalid. */
  readonly metric: () => IMetric;
  /** Threshold in the unit that `description` names. */
  readonly threshold: number;
  /** Factor that converts the threshold to the unit of the metric, such as 1000 from milliseconds to microseconds. */
  readonly scale?: number;
  /** By default, a value above the threshold breaches it. */
  readonly comparison?: ComparisonOperator;
  /** Evaluation periods of one minute. */
  readonly evaluationPeriods: number;
  /** Datapoints within the evaluation periods that must breach the threshold. */
  readonly datapointsToAlarm: number;
  /** Number of evaluation periods that is sufficient during the baking period, when the metric is published more often. */
  readonly periodsWhileBaking?: number;
  /** By default not breaching, because SageMaker might publish no data in a minute without requests. */
  readonly missingData?: TreatMissingData;
  /** Description of the condition. The threshold replaces `{}`. */
  readonly description: string;
  /** Whether the condition affects users immediately. Such alarms are part of the composite alarm. */
  readonly isSymptom?: boolean;
  /** Whether a deployment rolls back when the alarm fires. */
  readonly rollback?: boolean;
}

export const AT_LEAST = ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD;
export const BELOW = ComparisonOperator.LESS_THAN_THRESHOLD;

/** 3 datapoints within 5 minutes, for conditions that require a fast reaction. */
export const THREE_OF_FIVE = { evaluationPeriods: 5, datapointsToAlarm: 3 };
/** 1 datapoint within 5 minutes, for events that are errors even if they occur once. */
export const ONE_OF_FIVE = { evaluationPeriods: 5, datapointsToAlarm: 1 };
/** 10 datapoints within 15 minutes, for conditions that do not require a fast reaction. */
export const TEN_OF_FIFTEEN = { evaluationPeriods: 15, datapointsToAlarm: 10 };
/** 15 datapoints within 15 minutes, for states that are a problem only if they persist. */
export const FIFTEEN_OF_FIFTEEN = { evaluationPeriods: 15, datapointsToAlarm: 15 };

/** Returns the properties of an alarm, with overrides applied. */
export function alarmSettings(definition: AlarmDefinition, override: AlarmOverride = {}): Omit<AlarmProps, 'metric'> {
  const { description, scale = 1, comparison = ComparisonOperator.GREATER_THAN_THRESHOLD } = definition;
  const { missingData = TreatMissingData.NOT_BREACHING } = definition;
  const { threshold = definition.threshold } = override;
  return {
    alarmDescription: description.replace('{}', isUnresolved(threshold) ? 'its limit' : `${threshold}`),
    threshold: threshold * scale,
    comparisonOperator: comparison,
    ...alarmTiming(definition, override),
    treatMissingData: override.treatMissingData ?? missingData,
  };
}

/** Returns the evaluation periods of an alarm, with overrides applied. */
export function alarmTiming(definition: AlarmDefinition, override: AlarmOverride = {}): AlarmTiming {
  const { evaluationPeriods = definition.evaluationPeriods } = override;
  const { datapointsToAlarm = Math.min(definition.datapointsToAlarm, evaluationPeriods) } = override;
  return { evaluationPeriods, datapointsToAlarm };
}
