import { ConfiguredModel } from '../deployed/configured-model';
import { BatchingCandidate, batchingCandidates } from './candidates';
import { Outcomes, RangeSimulator, ratiosOf } from './ends';
import { Outcome } from './replay';

/** A change of the batching, and its simulations. */
export interface BatchingChange extends BatchingCandidate {
  readonly outcomes: Outcomes;
}

/** The best change of the batching of a model. */
export interface BatchingAdvice {
  /** The change that is better at both ends. */
  readonly change?: BatchingChange;
  /** A change that is better at one end only. */
  readonly undecided?: BatchingChange;
}

/** Smallest improvement of the latency for which a change is worth a deployment. */
export const MARGIN = 0.1;
/** Largest increase of the mean latency by a change that improves the percentile. */
const TOLERANCE = 0.02;
/** Changes whose improvements differ by less are equally good, and the smaller change is selected. */
const EQUALLY_GOOD = 0.05;

const latency = (outcome: Outcome): number => outcome.latency;
const meanLatency = (outcome: Outcome): number => outcome.meanLatency;

interface RatedChange extends BatchingChange {
  /** Latency at the worse end and at the better end, relative to that of the deployed configuration. */
  readonly worst: number;
  readonly best: number;
  readonly worstMean: number;
}

/** Simulates changes of the batching. A change counts as better only if it is better at both ends of the execution times. */
export function adviseBatching(
  model: ConfiguredModel,
  executionMilliseconds: number,
  simulator: RangeSimulator,
  deployed: Outcomes,
): BatchingAdvice {
  const rated = batchingCandidates(model, executionMilliseconds).map((candidate): RatedChange => {
    const outcomes = simulator.simulate({ dynamicBatching: candidate.dynamicBatching });
    const ratios = ratiosOf(outcomes, deployed, latency);
    return {
      ...candidate,
      outcomes,
      worst: Math.max(...ratios),
      best: Math.min(...ratios),
      worstMean: Math.max(...ratiosOf(outcomes, deployed, meanLatency)),
    };
  });
  const better = rated.filter(({ worst, worstMean }) => worst <= 1 - MARGIN && worstMean <= 1 + TOLERANCE);
  const least = Math.min(...better.map(({ worst }) => worst));
  const [change] = better
    .filter(({ worst }) => worst <= least + EQUALLY_GOOD)
    .sort((one, other) => one.changes - other.changes || one.worst - other.worst);
  const [undecided] = rated.filter(({ best }) => best <= 1 - MARGIN).sort((one, other) => one.best - other.best);
  return change ? { change } : { undecided };
}
