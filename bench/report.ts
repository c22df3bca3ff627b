import * as os from 'os';
import Table from 'cli-table3';

/** A measured value, and the reference value for comparison. */
export interface Row {
  readonly measurement: string;
  readonly unit: string;
  readonly libraryValue: number;
  /** Name of the reference. */
  readonly reference?: string;
  readonly referenceValue?: number;
  /** Target of the project. */
  readonly target?: string;
}

const COLUMNS = ['measurement', 'result', 'reference', 'result of the reference', 'ratio', 'target'];

/** Describes the host of the measurement. */
export function describeHost(): string {
  return `${os.cpus()[0].model.trim()}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node.js ${process.version}`;
}

export function print(rows: Row[]): void {
  const table = new Table({ head: COLUMNS, style: { head: [], border: [] } });
  for (const row of rows) table.push(cells(row));
  console.log(`${describeHost()}, load ${os.loadavg()[0].toFixed(1)}\n${table.toString()}`);
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function cells({ measurement, unit, libraryValue, reference = '', referenceValue, target = '' }: Row): string[] {
  const format = (value: number): string => `${value.toPrecision(3).replace(/e\+.*/, '')} ${unit}`;
  return [
    measurement,
    format(libraryValue),
    reference,
    referenceValue === undefined ? '' : format(referenceValue),
    referenceValue === undefined ? '' : (libraryValue / referenceValue).toFixed(2),
    target,
  ];
}
