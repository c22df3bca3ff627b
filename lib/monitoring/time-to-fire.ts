/** The evaluation window of an alarm. */
export interface AlarmTiming {
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  /** @default 60 */
  readonly periodSeconds?: number;
}

const MINUTE_SECONDS = 60;

/**
 * Seconds until SageMaker reacts to a datapoint: the sum of 2 minutes until CloudWatch has received the datapoint of a new metric
 * (CloudWatch user guide, "Publish custom metrics", read 2026-11-22), 1 minute until CloudWatch has evaluated the alarm, and an assumed
 * 1 minute until SageMaker has read the state of the alarm.
 */
const DETECTION_DELAY_SECONDS = 4 * MINUTE_SECONDS;

/**
 * Returns the seconds after which SageMaker has detected the ALARM state, if each datapoint of the new fleet breaches the threshold: the
 * evaluation window plus 3 minutes, or plus 4 minutes if every datapoint of the window must breach the threshold.
 */
export function secondsToAlarm({
  evaluationPeriods,
  datapointsToAlarm,
  periodSeconds = MINUTE_SECONDS,
}: AlarmTiming): number {
  return (
    Math.max(evaluationPeriods * periodSeconds - MINUTE_SECONDS, datapointsToAlarm * periodSeconds) +
    DETECTION_DELAY_SECONDS
  );
}

/** Seconds until the fastest possible alarm has fired. The time of the rollback alarms is at least this long. */
export const SHORTEST_SECONDS_TO_ALARM = secondsToAlarm({ evaluationPeriods: 1, datapointsToAlarm: 1 });

/** Maximum number of seconds for which SageMaker keeps the old fleet (botocore 1.44.5, TerminationWaitInSeconds and WaitIntervalInSeconds). */
export const MAX_WAIT_SECONDS = 3600;
