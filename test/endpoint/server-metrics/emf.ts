/*
 * Checks a line of a log against the rules of CloudWatch's embedded metric format.
 *
 * Source: Amazon CloudWatch user guide, "Specification: Embedded metric format" (schema and limits), and the CloudWatch API reference,
 * "Dimension" (characters of values) and "MetricDatum" (units).
 */

export interface EmfDocument {
  readonly timestamp: number;
  readonly namespace: string;
  readonly dimensions: Record<string, string>;
  readonly metrics: Record<string, number | number[]>;
}

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: string[][];
  readonly Metrics: { readonly Name: string; readonly Unit?: string }[];
}

const SIZES = ['Bytes', 'Kilobytes', 'Megabytes', 'Gigabytes', 'Terabytes', 'Bits', 'Kilobits', 'Megabits', 'Gigabits'];
const AMOUNTS = [...SIZES, 'Terabits', 'Count'];
const UNITS = [
  ...['Seconds', 'Microseconds', 'Milliseconds', 'Percent', 'None'],
  ...AMOUNTS,
  ...AMOUNTS.map((amount) => `${amount}/Second`),
];
const MAX_METRICS = 100;
const MAX_VALUES = 100;
const MAX_DIMENSIONS = 30;
const MAX_NAME_LENGTH = 1024;
/** Largest absolute value of a metric. */
const MAX_VALUE = 2 ** 360;

/** Parses a line. Throws an error if the line is not a valid document with one directive and one set of dimensions. */
export function parseEmf(line: string): EmfDocument {
  const root = JSON.parse(line) as Record<string, unknown>;
  const { Timestamp, CloudWatchMetrics } = root._aws as { Timestamp: number; CloudWatchMetrics: Directive[] };
  check(Number.isSafeInteger(Timestamp) && Timestamp >= 0, `the timestamp ${Timestamp} is not in milliseconds`);
  check(CloudWatchMetrics.length === 1, 'not one directive');
  const [{ Namespace, Dimensions, Metrics }] = CloudWatchMetrics;
  check(hasNameLength(Namespace), `the namespace ${Namespace} is invalid`);
  check(Dimensions.length === 1 && Dimensions[0].length <= MAX_DIMENSIONS, 'not one set of at most 30 dimensions');
  check(Metrics.length >= 1 && Metrics.length <= MAX_METRICS, `${Metrics.length} metrics`);
  check(new Set(Metrics.map(({ Name }) => Name)).size === Metrics.length, 'a metric is defined twice');
  return {
    timestamp: Timestamp,
    namespace: Namespace,
    dimensions: Object.fromEntries(Dimensions[0].map((name) => [name, dimensionValue(name, root[name])])),
    metrics: Object.fromEntries(Metrics.map(({ Name, Unit }) => [Name, metricValue(Name, Unit, root[Name])])),
  };
}

function dimensionValue(name: string, value: unknown): string {
  check(hasNameLength(name), `the dimension ${name} has an invalid length`);
  const isValid = typeof value === 'string' && hasNameLength(value) && /^[ -~]+$/.test(value) && /\S/.test(value);
  check(isValid, `the value ${JSON.stringify(value)} of the dimension ${name} is invalid`);
  return String(value);
}

function metricValue(name: string, unit: string | undefined, value: unknown): number | number[] {
  check(hasNameLength(name), `the metric ${name} has an invalid length`);
  check(unit === undefined || UNITS.includes(unit), `the unit ${unit} of ${name} is unknown`);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  check(values.length >= 1 && values.length <= MAX_VALUES, `${name} has ${values.length} values`);
  const areNumbers = values.every((each) => typeof each === 'number' && Math.abs(each) <= MAX_VALUE);
  check(areNumbers, `${name} has values that are not numbers, or too large`);
  return value as number | number[];
}

function hasNameLength(text: unknown): boolean {
  return typeof text === 'string' && text.length >= 1 && text.length <= MAX_NAME_LENGTH;
}

function check(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
