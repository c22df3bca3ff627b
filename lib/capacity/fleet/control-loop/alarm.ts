/** The state of a CloudWatch alarm. */
export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

/** A CloudWatch alarm that invokes a scaling policy. The properties have the meaning of PutMetricAlarm. */
export interface AlarmRule {
  readonly metric: string;
  readonly statistic: string;
  readonly periodSeconds: number;
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly comparison: string;
  readonly threshold: number;
  readonly treatMissingData: string;
}

const IS_BREACHING: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

/** Whether alarms with this comparison operator can be simulated. */
export function isComparison(operator: string): boolean {
  return operator in IS_BREACHING;
}

/**
 * Number of datapoints that CloudWatch retrieves in addition to the evaluated datapoints: it uses them in place of missing datapoints.
 * CloudWatch user guide, "Configuring how CloudWatch alarms treat missing data", read 2026-11-21.
 */
const EXTRA_PERIODS = 2;

/** An alarm, its state and the datapoints of its metric. */
export class Alarm {
  public state: AlarmState = 'INSUFFICIENT_DATA';
  /** The latest existing datapoint. Undefined if the evaluation range has none. */
  public value?: number;
  /** The instances that served when this datapoint was measured. */
  public instances = 0;
  private readonly datapoints: (number | undefined)[] = [];
  private readonly instancesByPeriod: number[] = [];
  private instancesAtStart = Infinity;
  /** For each period, the number of breaching datapoints in a row up to this period. */
  private readonly breachingInARow: number[] = [];

  constructor(public readonly rule: AlarmRule) {}

  /**
   * Adds the datapoint of a period that has ended.
   *
   * @param value undefined if the metric has no datapoint
   * @param instances instances that served at the end of the period
   * @param instancesNow instances that serve from now on
   */
  public record(value: number | undefined, instances: number, instancesNow: number): void {
    const { comparison, threshold } = this.rule;
    const isBreaching = value !== undefined && IS_BREACHING[comparison](value, threshold);
    const previous = this.breachingInARow[this.breachingInARow.length - 1] ?? 0;
    this.datapoints.push(value);
    // If instances were added in the period, its metric is partly that of the instances before.
    this.instancesByPeriod.push(Math.min(this.instancesAtStart, instances));
    this.instancesAtStart = instancesNow;
    this.breachingInARow.push(isBreaching ? previous + 1 : 0);
  }

  /** Evaluates the alarm with the datapoints of the first periods, up to a number of periods. */
  public evaluate(periods: number): void {
    const { evaluationPeriods, datapointsToAlarm, comparison, threshold } = this.rule;
    // Most of the time of a simulation would be spent on alarms that stay in ALARM for hours.
    if (this.breachingInARow[periods - 1] >= evaluationPeriods) {
      this.value = this.datapoints[periods - 1];
      this.instances = this.instancesByPeriod[periods - 1];
      this.state = 'ALARM';
      return;
    }
    const isBreaching = IS_BREACHING[comparison];
    const oldest = Math.max(0, periods - evaluationPeriods - EXTRA_PERIODS);
    this.value = undefined;
    let existing = 0;
    let breaching = 0;
    let ageOfOldestBreach = 0; // 1 for the latest period
    for (let period = periods - 1; period >= oldest && existing < evaluationPeriods; period--) {
      const value = this.datapoints[period];
      if (value === undefined) continue;
      if (existing++ === 0) {
        this.value = value;
        this.instances = this.instancesByPeriod[period];
      }
      if (isBreaching(value, threshold)) {
        breaching++;
        ageOfOldestBreach = periods - period;
      } else if (existing - breaching > evaluationPeriods - datapointsToAlarm) {
        break; // no further datapoint can lead to ALARM
      }
    }
    this.state = this.nextState(existing, breaching, ageOfOldestBreach);
  }

  /**
   * The tables of "Configuring how CloudWatch alarms treat missing data" in the CloudWatch user guide, read 2026-11-21, and "Avoiding premature
   * transitions to alarm state", read 2026-11-27: if only breaching datapoints exist, but too few, the oldest of them must be at least as old
   * as the number of datapoints to alarm.
   */
  private nextState(existing: number, breaching: number, ageOfOldestBreach: number): AlarmState {
    const { evaluationPeriods, datapointsToAlarm, treatMissingData } = this.rule;
    const missing = evaluationPeriods - existing;
    if (breaching >= datapointsToAlarm) return 'ALARM';
    if (missing === 0 || treatMissingData === 'notBreaching') return 'OK';
    if (treatMissingData === 'breaching') return breaching + missing >= datapointsToAlarm ? 'ALARM' : 'OK';
    if (breaching < existing) return 'OK';
    if (existing === 0) return treatMissingData === 'ignore' ? this.state : 'INSUFFICIENT_DATA';
    const isPremature = ageOfOldestBreach < datapointsToAlarm;
    return treatMissingData === 'ignore' || isPremature ? this.state : 'ALARM';
  }
}
