import type { World } from '../world';

export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** So many samples of one value, at one moment. */
interface Sample {
  readonly at: number;
  /** From when on CloudWatch has it in its statistics. */
  readonly arrives: number;
  readonly value: number;
  readonly count: number;
}

const KEPT = 24 * 60 * 60 * 1000;
/** The longest that data may take to be in the statistics. */
const LATE = 2 * 60 * 1000;

/** What was published. A metric is its namespace, name and exact set of dimensions: other sets are other metrics. */
export class Metrics {
  private readonly samples = new Map<string, Sample[]>();

  constructor(private readonly world: Pick<World, 'now' | 'assumes'>) {}

  record(metric: Metric, at: number, value: number, count = 1): void {
    if (count <= 0) return;
    const key = keyOf(metric);
    const samples = this.samples.get(key) ?? [];
    const delay = this.world.assumes('cloudwatch.metrics-arrive-without-delay') ? 0 : LATE;
    samples.push({ at, arrives: this.world.now() + delay, value, count });
    while (samples[0].at < at - KEPT) samples.shift();
    this.samples.set(key, samples);
  }

  /** The statistic of what was published after `from`, up to `to`, and has arrived; undefined if nothing has. */
  statistic(metric: Metric, statistic: string, from: number, to: number): number | undefined {
    const samples = (this.samples.get(keyOf(metric)) ?? []).filter(
      ({ at, arrives }) => at > from && at <= to && arrives <= this.world.now(),
    );
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

  /** The metrics that anything was published of. */
  published(): Metric[] {
    return [...this.samples.keys()].map((key) => {
      const [namespace, name, dimensions] = JSON.parse(key) as [string, string, [string, string][]];
      return { namespace, name, dimensions: Object.fromEntries(dimensions) };
    });
  }
}

function keyOf({ namespace, name, dimensions }: Metric): string {
  return JSON.stringify([namespace, name, Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function percentileOf(samples: readonly Sample[], rank: number): number {
  let seen = 0;
  for (const { value, count } of [...samples].sort((a, b) => a.value - b.value)) {
    seen += count;
    if (seen >= rank) return value;
  }
  return Math.max(...samples.map(({ value }) => value));
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
