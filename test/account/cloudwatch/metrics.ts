import type { Account } from '../account';

export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** One or more samples with the same value and time. */
interface Sample {
  readonly time: number;
  /** Time from which the statistics include the sample. */
  readonly visibleFrom: number;
  readonly value: number;
  readonly count: number;
}

const RETENTION = 24 * 60 * 60 * 1000;
/** Longest delay until the statistics include new data. */
const LONGEST_DELAY = 2 * 60 * 1000;

/** The number of samples up to a time. Counts from the end, because most statistics are of the last minutes. */
function countUntil(time: number, samples: readonly Sample[]): number {
  let count = samples.length;
  while (count > 0 && samples[count - 1].time > time) count--;
  return count;
}

/** The published metrics. A metric is identified by its namespace, name and exact set of dimensions. */
export class Metrics {
  /** For each metric, its samples in the order of their times. */
  private readonly published = new Map<string, { readonly metric: Metric; readonly samples: Sample[] }>();

  constructor(private readonly account: Pick<Account, 'now' | 'isSwitchedOn'>) {}

  record(metric: Metric, time: number, value: number, count = 1): void {
    if (count <= 0) return;
    const key = keyOf(metric);
    const { samples } = this.published.get(key) ?? { samples: [] };
    const delay = this.account.isSwitchedOn('cloudwatch.metrics-arrive-without-delay') ? 0 : LONGEST_DELAY;
    const sample = { time, visibleFrom: this.account.now() + delay, value, count };
    samples.splice(countUntil(time, samples), 0, sample);
    while (samples[0].time < time - RETENTION) samples.shift();
    this.published.set(key, { metric, samples });
  }

  /** The statistic of the visible samples after `from` and up to `to`, or undefined if there are none. */
  statistic(metric: Metric, statistic: string, from: number, to: number): number | undefined {
    const { samples: published } = this.published.get(keyOf(metric)) ?? { samples: [] };
    const samples = published
      .slice(countUntil(from, published), countUntil(to, published))
      .filter(({ visibleFrom }) => visibleFrom <= this.account.now());
    if (samples.length === 0) return undefined;
    const count = sum(samples.map((sample) => sample.count));
    const total = sum(samples.map((sample) => sample.value * sample.count));
    const values = samples.map(({ value }) => value);
    switch (statistic) {
      case 'Sum':
        return total;
      case 'SampleCount':
        return count;
      case 'Average':
        return total / count;
      case 'Minimum':
        return Math.min(...values);
      case 'Maximum':
        return Math.max(...values);
    }
    const percentile = /^p(\d+(?:\.\d+)?)$/.exec(statistic);
    if (!percentile) throw new Error(`The simulated CloudWatch has no statistic "${statistic}".`);
    return percentileOf(samples, count * (Number(percentile[1]) / 100));
  }

  /** Whether missing values of metrics count as 0 in expressions. */
  get missingIsZero(): boolean {
    return this.account.isSwitchedOn('cloudwatch.missing-values-are-zero');
  }

  /** All metrics that have data. */
  publishedMetrics(): Metric[] {
    return [...this.published.values()].map(({ metric }) => metric);
  }
}

/** The keys of metrics. Alarms read the same metrics every minute. */
const keys = new WeakMap<Metric, string>();

function keyOf(metric: Metric): string {
  const cached = keys.get(metric);
  if (cached !== undefined) return cached;
  const { namespace, name, dimensions } = metric;
  const names = Object.keys(dimensions).sort();
  const key = [namespace, name, ...names.flatMap((each) => [each, dimensions[each]])].join('\n'); // no name contains a line break
  keys.set(metric, key);
  return key;
}

function percentileOf(samples: readonly Sample[], rank: number): number {
  let cumulativeCount = 0;
  for (const { value, count } of [...samples].sort((a, b) => a.value - b.value)) {
    cumulativeCount += count;
    if (cumulativeCount >= rank) return value;
  }
  return Math.max(...samples.map(({ value }) => value));
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
