import { LatencyProfiles } from '../../lib/capacity';
import type { LatencyProfile } from '../../lib/measurements';
import { joinNames } from '../../lib/findings/join-names';
import { print } from '../output/print';
import { writeText } from '../output/write-text';
import { NegativeResultError } from '../run-program';
import { formatCount } from '../output/words';
import { advise, Advice } from './advise';
import { languageOfApp } from '../app/language-of-app';
import { AdviseOptions, readSource, Source } from './read-source';
import { renderAdvice } from './text/render';
import { toJson } from './text/result-json';
import { isUnadvised } from './text/sentences';

/**
 * Prints the advice.
 *
 * @throws NegativeResultError if nothing can be advised about a model
 */
export async function runAdvise(source: string, options: AdviseOptions): Promise<void> {
  const metrics = await readSource(source, options);
  const advice = advise(
    metrics,
    options.latencyTable === undefined ? undefined : readTable(options.latencyTable, metrics),
  );
  print(renderAdvice(advice, metrics, languageOfApp()));
  if (options.json) writeText(options.json, `${JSON.stringify(toJson(advice), undefined, 2)}\n`);
  failIfUnadvised(advice);
}

/** The execution times of a table, which has no names of models. */
function readTable(file: string, { minutes }: Source): LatencyProfile {
  const profiles = LatencyProfiles.fromLatencyTableCsv(file);
  if (profiles.length !== 1)
    throw new Error(
      `advise: --latency-table: got ${formatCount(profiles.length, 'set')} of measurements; allowed: 1: remove the other rows`,
    );
  if (minutes.size > 1)
    throw new Error(
      `advise: --latency-table: got metrics of ${minutes.size} models; allowed: metrics of the measured model only`,
    );
  return profiles[0];
}

function failIfUnadvised({ models }: Advice): void {
  const names = models.filter(({ advice }) => isUnadvised(advice)).map(({ name }) => name);
  if (names.length > 0) throw new NegativeResultError(`nothing can be advised about ${joinNames(names)}`);
}
