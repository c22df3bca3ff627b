/**
 * What AWS does not publish about scaling. A simulation runs with several positions of each assumption, and its results are the range of
 * these runs.
 */
export interface LoopAssumptions {
  /** Seconds from a scale-out activity until the new instances serve requests. Activities are numbered from 0. */
  startSecondsOf(activity: number): number;
  /** Time from the end of a period until autoscaling reacts to its datapoint. */
  metricDelaySecondsOf(periodSeconds: number): number;
  /** Whether the maximum of the concurrent requests is their highest momentary number in 10 seconds, instead of their mean. */
  readonly publishesPeaks: boolean;
  /** Whether scale-in removes all instances that the metric does not require, instead of one instance. */
  readonly scalesInProportionally: boolean;
  /** Whether a minute without requests has datapoints with the value 0 instead of no datapoints. */
  readonly publishesZeros: boolean;
  /** Time from a change of the number of serving instances until the endpoint is in service again, and can scale again. */
  readonly settleSeconds: number;
}
