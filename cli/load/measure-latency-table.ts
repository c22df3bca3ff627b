import { renderLatencyTable, THIS_HOST } from '../../lib/capacity/sizing/latency-table';
import { measureBatches } from '../latency-table/measure-batches';
import { LatencyTableOptions } from '../latency-table/options';
import { print, printNote } from '../output/print';
import { renderTable } from '../output/table';
import { writeText } from '../output/write-text';
import { RequestFile } from './request-file';
import { LoadTarget } from './target';

/** The options of `load` that also apply to a latency table. */
export interface LoadTableOptions extends LatencyTableOptions {
  readonly maxBatchSize?: number;
  readonly targetModel?: string;
  readonly targetVariant?: string;
  readonly inferenceComponent?: string;
  readonly stream: boolean;
  readonly requests: number;
  readonly seconds: number;
  readonly warmup: number;
}

/**
 * Measures the latency of the request by batch size, and writes the table to a file.
 *
 * @throws if a required option is missing, or if no batch size could be measured
 */
export async function measureLatencyTable(
  target: LoadTarget,
  { bodyOf, contentType }: RequestFile,
  { file, ...options }: LoadTableOptions & { readonly file: string },
  signal: AbortSignal,
): Promise<void> {
  const { maxBatchSize, targetModel, targetVariant, inferenceComponent, stream: isStream } = options;
  const instanceType = options.instanceType ?? (target.isThisHost ? THIS_HOST : undefined);
  if (maxBatchSize === undefined)
    throw new Error('--latency-table requires --max-batch-size, because an endpoint does not return max_batch_size');
  if (instanceType === undefined)
    throw new Error(`--latency-table requires --instance-type, the instance type of ${target.endpointName}`);
  const { times, notMeasured } = await measureBatches(
    { body: bodyOf(0), contentType },
    maxBatchSize,
    (request) => target.send({ ...request, targetModel, targetVariant, inferenceComponent, isStream }, signal),
    { ...options, signal },
  );
  if (times.length === 0) throw new Error(`${file} is not written: ${notMeasured}`);
  const measuredOn = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const rows = times.map((time) => ({ instanceType, configuration: targetModel, ...time, measuredOn }));
  writeText(file, renderLatencyTable(rows));
  const itemsPerSecond = rows.map(({ batch, milliseconds }) => ((1000 * batch) / milliseconds).toFixed(1));
  print(
    renderTable(
      ['batch', 'median ms', 'items per second'],
      rows.map(({ batch, milliseconds }, index) => [batch, milliseconds.toFixed(2), itemsPerSecond[index]]),
    ),
  );
  if (notMeasured !== undefined) printNote(`note: not measured: ${notMeasured}`);
}
