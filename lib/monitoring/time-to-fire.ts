/** When an alarm fires. */
export interface AlarmTiming {
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  /** @default 60 */
  readonly periodSeconds?: number;
}

const MINUTE = 60;

/**
 * Until SageMaker has seen a datapoint: two minutes in which it arrives, as long as a new metric may take, and those of a new fleet are new
 * (CloudWatch user guide, "Publish custom metrics", read 2026-11-22); one until CloudWatch has evaluated the alarm, which it does each
 * minute; and one until SageMaker has looked at the alarm, which is assumed to be as often.
 */
const UNTIL_SEEN = 4 * MINUTE;

/**
 * Seconds after which SageMaker has certainly seen an alarm in ALARM, if each datapoint of the new fleet exceeds its threshold. It is the
 * evaluation window and three minutes. Where each datapoint of the window is needed, which leaves no spare minute, it is a minute more.
 */
export function timeToFire({ evaluationPeriods, datapointsToAlarm, periodSeconds = MINUTE }: AlarmTiming): number {
  return Math.max(evaluationPeriods * periodSeconds - MINUTE, datapointsToAlarm * periodSeconds) + UNTIL_SEEN;
}

/** Of an alarm of which nothing is known: that of the shortest one. */
export const SHORTEST_TIME_TO_FIRE = timeToFire({ evaluationPeriods: 1, datapointsToAlarm: 1 });

/** Seconds that SageMaker keeps the old fleet at most (botocore 1.44.5, TerminationWaitInSeconds and WaitIntervalInSeconds). */
export const LONGEST_WAIT = 3600;
