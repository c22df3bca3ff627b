import { Arrivals } from '../../lib/capacity/sizing/arrivals';
import { componentNameOf } from '../assembly/component-names';
import { saveMeasurement } from '../assembly/measurements';
import { print } from '../output/print';
import { writeText } from '../output/write-text';
import { rejectUpgrades } from './limit-responses';
import { meetsObjective, renderLoadResult } from './load-report';
import { LoadTableOptions, measureLatencyTable } from './measure-latency-table';
import { LoadResult, sendOpenLoop } from './open-loop';
import { toPerfAnalyzerCsv } from './perf-analyzer-csv';
import { readRequest, RequestFile } from './request-file';
import { LoadTarget } from './target';

/** The options of the command. */
export interface LoadOptions extends LoadTableOptions {
  readonly request: string;
  readonly contentType?: string;
  readonly rate?: number;
  readonly arrivals: 'poisson' | 'constant';
  readonly seed: number;
  readonly objective?: number;
  readonly percentile: number;
  readonly csv?: string;
  readonly assembly?: string;
  readonly endpoint?: string;
}

/** Sends the requests. Returns whether the latency table is written or, without a latency table, whether the latency meets the objective. */
export async function runLoad(targetName: string, options: LoadOptions): Promise<boolean> {
  const target = LoadTarget.of(targetName);
  const request = readRequest(options.request, options.contentType);
  await target.requireRegion();
  const acceptUpgrades = rejectUpgrades();
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  try {
    if (options.latencyTable === undefined) return await sendLoad(target, request, options, interruption.signal);
    await measureLatencyTable(target, request, { ...options, file: options.latencyTable }, interruption.signal);
    return true;
  } finally {
    target.close();
    acceptUpgrades();
  }
}

/** Returns whether the objective is met or, without an objective, whether at least one request was completed. */
async function sendLoad(
  target: LoadTarget,
  { items, bodyOf, contentType }: RequestFile,
  options: LoadOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { targetModel, targetVariant, inferenceComponent, stream: isStream, rate } = options;
  if (rate === undefined) throw new Error('got neither --rate nor --latency-table; required: one of them');
  let sentCount = 0;
  const send = (): Promise<number[]> =>
    target.send({ body: bodyOf(sentCount++), contentType, targetModel, targetVariant, inferenceComponent, isStream });
  while (sentCount < options.warmup && !signal.aborted) {
    await send().catch((error: Error) => {
      throw new Error(`a request before the measured requests failed: ${error.message}`, { cause: error });
    });
  }
  const arrivals = Arrivals[options.arrivals](rate);
  const startedAt = new Date().toISOString();
  const result = await sendOpenLoop({ ...options, arrivals }, send, signal);
  const objective = options.objective && { milliseconds: options.objective, percentile: options.percentile };
  print(renderLoadResult(result, objective || undefined));
  if (options.csv) writeText(options.csv, toPerfAnalyzerCsv(result, items));
  if (options.assembly) saveLatencies(options.assembly, options, target, result, startedAt);
  return meetsObjective(result, objective || undefined);
}

/** Saves the latencies in the assembly, so that the `dashboard` command can show them. */
function saveLatencies(
  assembly: string,
  options: LoadOptions,
  target: LoadTarget,
  result: LoadResult,
  startedAt: string,
): void {
  const { endpoint = target.endpointName, targetVariant = 'AllTraffic', inferenceComponent, rate } = options;
  saveMeasurement(assembly, {
    endpointName: endpoint,
    variantName: inferenceComponent === undefined ? targetVariant : componentNameOf(endpoint, inferenceComponent),
    source: `load run, ${rate} requests per second`,
    at: startedAt,
    requests: result.latencies.map((milliseconds, index) => ({
      atMilliseconds: result.dueTimes[index],
      milliseconds,
    })),
  });
}
