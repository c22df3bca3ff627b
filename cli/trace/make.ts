import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../lib/measurements';
import type { TrafficStep } from '../../lib/measurements';
import { print } from '../output/print';
import { writeText } from '../output/write-text';
import { optionNames } from '../sizing/option-names';

interface MakeOptions {
  readonly out: string;
}

export interface DailyOptions extends MakeOptions {
  readonly days: number;
  readonly peak: number;
  readonly trough?: number;
  readonly peakHour: number;
  readonly weekendShare: number;
}

export interface BurstOptions extends MakeOptions {
  readonly base: number;
  readonly burst: number;
  readonly burstMinutes: number;
  readonly burstsPerDay: number;
  readonly days: number;
}

export interface StepOptions extends MakeOptions {
  readonly step: string[];
}

/** Replaces the names of the library in errors by the options of `trace make`. */
const withOptionNames = optionNames({
  TrafficTrace: 'trace make',
  peakRequestsPerSecond: '--peak',
  troughRequestsPerSecond: '--trough',
  peakHour: '--peak-hour',
  weekendShare: '--weekend-share',
  days: '--days',
  baseRequestsPerSecond: '--base',
  burstRequestsPerSecond: '--burst',
  burstsPerDay: '--bursts-per-day',
});

export function makeDaily({ peak, trough, out, ...options }: DailyOptions): void {
  write(out, () => TrafficTrace.daily({ ...options, peakRequestsPerSecond: peak, troughRequestsPerSecond: trough }));
}

export function makeBursts({ base, burst, burstMinutes, out, ...options }: BurstOptions): void {
  write(out, () =>
    TrafficTrace.bursts({
      ...options,
      baseRequestsPerSecond: base,
      burstRequestsPerSecond: burst,
      burstDuration: Duration.minutes(burstMinutes),
    }),
  );
}

export function makeSteps({ step, out }: StepOptions): void {
  const steps = step.map(parseStep);
  const minutes = steps.reduce((sum, { duration }) => sum + duration.toMinutes(), 0);
  // The trace has an element for each minute, so the limit is checked before the trace is created.
  if (minutes > MAX_MINUTES)
    throw new Error(`trace make: --step: got ${minutes} minutes; allowed: at most ${MAX_MINUTES}, which are 70 days`);
  write(out, () => TrafficTrace.steps(steps));
}

const MAX_MINUTES = 70 * 24 * 60;

function parseStep(text: string): TrafficStep {
  const [rate, minutes, ...others] = text.split('=').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const isValid = rate >= 0 && rate < Infinity && Number.isInteger(minutes) && minutes >= 1 && others.length === 0;
  if (!isValid)
    throw new Error(`trace make: --step: got '${text}'; allowed: <requests per second>=<whole minutes>, such as 50=60`);
  return { requestsPerSecond: rate, duration: Duration.minutes(minutes) };
}

function write(out: string, make: () => TrafficTrace): void {
  const trace = withOptionNames(make);
  writeText(out, trace.toCsv());
  print(`${out}: ${describeTrace(trace)}`);
}

/** Describes the size of a trace: its intervals, its requests and its highest rate. */
export function describeTrace({ requests, interval, peakRequestsPerSecond }: TrafficTrace): string {
  const total = requests.reduce((sum, count) => sum + count, 0);
  const rounded = (value: number): string => Number(value.toPrecision(4)).toLocaleString('en-US');
  return `${requests.length} intervals of ${interval.toSeconds()} seconds, ${rounded(total)} requests, up to ${rounded(peakRequestsPerSecond)} per second`;
}
