import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceTime } from '../../../lib/measurements';
import { BatchingSimulationOptions } from '../../../lib/capacity';
import { Estimate, estimateMean } from '../../../lib/capacity/sizing/simulation/estimates';
import { scenarioOf } from '../../../lib/capacity/sizing/simulation/scenario';
import { simulate } from '../../../lib/capacity/sizing/simulation/simulate';
import { CsvTable } from '../../../lib/measurements/readers/csv-table';
import { ABOVE_ZERO, COUNT } from '../../../lib/measurements/readers/measured-value';

const dataFile = (name: string) => join(__dirname, 'data', name);

export const readData = (name: string) => JSON.parse(readFileSync(dataFile(name), 'utf8'));

/** Returns the execution times `base + perItem × batch` of all batch sizes up to the largest. */
export function linearTimes(base: number, perItem: number, largest: number): ServiceTime[] {
  return Array.from({ length: largest }, (_, i) => ({ batch: i + 1, milliseconds: base + perItem * (i + 1) }));
}

export const constantTime = (milliseconds: number, largest = 1): ServiceTime[] => linearTimes(milliseconds, 0, largest);

export type BaseOptions = Omit<BatchingSimulationOptions, 'arrivals'>;

/** Options of a simulation of one instance with an execution time of 10 ms for batch sizes up to 8. */
export const baseOptions: BaseOptions = {
  serviceTimes: constantTime(10, 8),
  instances: 1,
  maxBatchSize: 8,
  requests: 20_000,
  seed: 1,
};

/** The mean latency of a simulation after its warm-up, with its confidence interval. */
export function meanOf(options: BatchingSimulationOptions): Estimate {
  const { latencies } = simulate(scenarioOf(options));
  return estimateMean(latencies.subarray(options.warmupRequests ?? 0));
}

export interface TutorialRow {
  readonly configuration: string;
  readonly concurrency: number;
  readonly requestBatch: number;
  readonly throughput: number;
}

export function tutorialRows(): TutorialRow[] {
  return new CsvTable(dataFile('triton-tutorial-perf-analyzer.csv'), ['configuration']).read((row) => ({
    configuration: row.requiredText('configuration'),
    concurrency: row.requiredNumber('concurrency', COUNT),
    requestBatch: row.requiredNumber('request_batch', COUNT),
    throughput: row.requiredNumber('throughput_infer_per_s', ABOVE_ZERO),
  }));
}
