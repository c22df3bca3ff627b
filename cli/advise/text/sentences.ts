import { formatCount } from '../../output/words';
import { DeployedVariant } from '../deployed/deployment';
import { NoAdvice, ModelAdvice, SimulatedModel } from '../model/advise-model';
import { MARGIN } from '../model/batching-advice';
import { latencyRangeOf, ratiosOf } from '../model/ends';
import { TRAFFIC_MARGIN } from '../model/fleet-advice';
import { formatMilliseconds, formatPercentRange, formatRange } from './format';

export function isUnadvised(advice: ModelAdvice): advice is NoAdvice {
  return 'reason' in advice;
}

/** The sentences about the batching of a model and about the number of instances. */
export function adviceSentences(advice: ModelAdvice, { objective }: DeployedVariant): string[] {
  if (isUnadvised(advice)) return [`No advice. ${advice.reason}`];
  const limit = objective && `p${objective.percentile} within ${formatMilliseconds(objective.milliseconds)}`;
  if (objective && advice.times.single[0] > objective.milliseconds)
    return [
      `No batching and no fleet meets the objective of ${limit}: an execution of one item takes ${formatRange(advice.times.single)}. ` +
        'Use a faster model or instance type, or a longer objective.',
      ...batchingSentences(advice),
    ];
  return [...batchingSentences(advice), ...fleetSentences(advice, limit)];
}

function batchingSentences({
  batching: { change, undecided },
  deployed,
  percentile,
  times,
  fleet,
}: SimulatedModel): string[] {
  const from = `the p${percentile} latency in the server`;
  if (change) {
    const ratios = ratiosOf(change.outcomes, deployed, ({ latency }) => latency);
    return [
      `${capitalized(change.action)}. In the simulation, ${from} falls from ${formatRange(latencyRangeOf(deployed))} to ` +
        `${formatRange(latencyRangeOf(change.outcomes))}, by ${formatPercentRange(1 - Math.max(...ratios), 1 - Math.min(...ratios))}.`,
    ];
  }
  if (undecided && !times.isKnown && !fleet.meetsObjective)
    return [
      `Whether to ${undecided.action} cannot be decided: ${from}, now ${formatRange(latencyRangeOf(deployed))}, would be ` +
        `${formatRange(latencyRangeOf(undecided.outcomes))}, because the metrics do not show how the execution time grows with the batch. ` +
        "Run 'local cdk.out --latency-table latency.csv', and set --latency-table.",
    ];
  const [waiting] = deployed.map(({ meanQueueTime, meanLatency }) => meanQueueTime / meanLatency);
  return [
    `The batching needs no change: no simulated change shortens ${from} (${formatRange(latencyRangeOf(deployed))}) by ${100 * MARGIN} %. ` +
      `Requests wait in the queue for ${Math.round(100 * waiting)} % of their latency.`,
  ];
}

function fleetSentences({ fleet: { change, meetsObjective, note } }: SimulatedModel, limit = ''): string[] {
  const sentences: string[] = [];
  const margin = `also with ${Math.round(100 * TRAFFIC_MARGIN)} % more requests`;
  if (change && change.to < change.from)
    sentences.push(
      `Reduce the number of instances from ${change.from} to ${change.to}, which saves ${Math.round(100 * (1 - change.to / change.from))} % of the cost. ` +
        `The objective of ${limit} is still met in the busiest minutes, ${margin}: ${formatRange(latencyRangeOf(change.outcomes))} over all minutes.` +
        (change.to === 1 ? ' A single instance is not available while it is replaced after a failure.' : ''),
    );
  else if (change)
    sentences.push(
      `Increase the number of instances from ${change.from} to ${change.to}. The objective of ${limit} is violated in the busiest minutes, and with ` +
        `${formatCount(change.to, 'instance')}, it is met, ${margin}: ${formatRange(latencyRangeOf(change.outcomes))} over all minutes.`,
    );
  else if (meetsObjective)
    sentences.push(`The number of instances needs no change: it meets the objective of ${limit}.`);
  return note === undefined ? sentences : [...sentences, note];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
