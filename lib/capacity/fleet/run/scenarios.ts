import { LoopAssumptions } from '../control-loop/assumptions';
import { RandomStream } from '../../../measurements/random-stream';

/** A range of seconds. */
export interface SecondsRange {
  readonly shortest: number;
  readonly usual: number;
  readonly longest: number;
}

/** The ranges over which the runs of a simulation vary. */
export interface AssumedRanges {
  readonly instanceStart: SecondsRange;
  readonly metricDelay: SecondsRange;
}

/** Measured on ml.g5.xlarge: 68 seconds (aws-samples/sample-kokoro-tts-for-ai-agents, 8a6a254c, read 2026-11-26). */
const SETTLE_SECONDS = 60;

/** The part of the delay of one-minute metrics with which metrics of 10 seconds arrive. */
const HIGH_RESOLUTION_SHARE = 1 / 3;
const HIGH_RESOLUTION_SECONDS = 10;

/**
 * The values of each run. The first run is the usual run. In the others, the fleet follows the load fastest or slowest, and keeps the most or
 * the fewest instances.
 */
export function scenarios({ instanceStart, metricDelay }: AssumedRanges, seed: number): LoopAssumptions[] {
  const usual: LoopAssumptions = {
    startSecondsOf: triangular(instanceStart, seed),
    settleSeconds: SETTLE_SECONDS,
    metricDelaySecondsOf: delayOf(metricDelay.usual),
    publishesPeaks: true,
    scalesInProportionally: true,
    publishesZeros: true,
  };
  const fast = {
    startSecondsOf: () => instanceStart.shortest,
    metricDelaySecondsOf: delayOf(metricDelay.shortest),
  };
  const slow = { startSecondsOf: () => instanceStart.longest, metricDelaySecondsOf: delayOf(metricDelay.longest) };
  const keepsMost = { scalesInProportionally: false, publishesZeros: false };
  return [
    usual,
    { ...usual, ...fast, publishesPeaks: false },
    { ...usual, ...fast, ...keepsMost },
    { ...usual, ...slow, publishesPeaks: false },
    { ...usual, ...slow, ...keepsMost },
  ];
}

function delayOf(seconds: number): (periodSeconds: number) => number {
  return (periodSeconds) => (periodSeconds <= HIGH_RESOLUTION_SECONDS ? seconds * HIGH_RESOLUTION_SHARE : seconds);
}

/** Random durations with a triangular distribution. Each activity has the same duration in all runs with this seed. */
function triangular({ shortest, usual, longest }: SecondsRange, seed: number): (activity: number) => number {
  return (activity) => {
    const random = new RandomStream(seed, 1000 + activity).uniform();
    const width = longest - shortest;
    if (width === 0) return shortest;
    const mode = (usual - shortest) / width;
    return random < mode
      ? shortest + Math.sqrt(random * mode) * width
      : longest - Math.sqrt((1 - random) * (1 - mode)) * width;
  };
}
