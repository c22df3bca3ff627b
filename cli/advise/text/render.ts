import type { Language } from '../../app/code';
import { renderTable } from '../../output/table';
import { formatCount } from '../../output/words';
import { Advice, AdvisedModel } from '../advise';
import { SimulatedModel } from '../model/advise-model';
import { latencyRangeOf, Outcomes, rangeOf } from '../model/ends';
import { Source } from '../read-source';
import { adviceCode } from './code';
import { formatEnds, formatMilliseconds, formatNumber, formatPercentRange, formatRange } from './format';
import { isUnadvised } from './sentences';

const CAVEAT =
  'Latencies are those in the server: ModelLatency also contains the connection to the container. Simulated requests arrive independently of each other. ' +
  'The ranges are between the ends of the execution times and of the random arrivals.';

/** Maximum number of models without advice that are printed. A log can name any number of models. */
const MAX_UNADVISED = 20;

/** The advice as text: for each model, the sentences, the table of the deployed and the advised settings, and the code. */
export function renderAdvice({ models }: Advice, { minutes }: Source, language: Language): string {
  const omitted = new Set(models.filter(({ advice }) => isUnadvised(advice)).slice(MAX_UNADVISED));
  return [
    ...models
      .filter((model) => !omitted.has(model))
      .flatMap((model) => renderModel(model, minutes.get(model.name)?.length ?? 0, language)),
    ...(omitted.size > 0 ? [`and ${omitted.size} more without advice, which --json lists`] : []),
    CAVEAT,
  ].join('\n\n');
}

function renderModel({ name, advice, sentences }: AdvisedModel, minutes: number, language: Language): string[] {
  const head = `${name}: ${formatCount(minutes, 'complete minute')}`;
  if (isUnadvised(advice)) return [head, ...sentences];
  const code = adviceCode(name, advice, language);
  return [head, ...sentences, settingsTable(advice), ...(code === '' ? [] : [code])];
}

/** The deployed settings, measured and simulated, and the advised settings. */
function settingsTable({ measured, deployed, batching, fleet, percentile }: SimulatedModel): string {
  const { queueTime, computeTime, meanBatch } = measured;
  const row = (label: string, outcomes: Outcomes): string[] => [
    label,
    formatRange(latencyRangeOf(outcomes)),
    formatRange(rangeOf(outcomes, (outcome) => outcome.meanLatency)),
    formatRange(rangeOf(outcomes, (outcome) => outcome.meanQueueTime)),
    formatEnds(
      rangeOf(outcomes, (outcome) => outcome.meanBatch),
      (batch) => batch.toFixed(1),
    ),
    formatPercentRange(...rangeOf(outcomes, (outcome) => outcome.utilization)),
  ];
  const change = fleet.change ?? batching.change;
  return renderTable(
    ['setting', `p${percentile} latency`, 'mean latency', 'mean queue time', 'mean batch', 'utilization'],
    [
      [
        'deployed, measured',
        '',
        formatMilliseconds(queueTime + computeTime),
        formatMilliseconds(queueTime),
        formatNumber(meanBatch),
        '',
      ],
      row('deployed, simulated', deployed),
      ...(change ? [row('advised, simulated', change.outcomes)] : []),
    ],
  );
}
