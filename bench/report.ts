import * as os from 'os';
import Table from 'cli-table3';

/** A number that was measured, beside one that it is held against. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** What it is held against. */
  readonly reference?: string;
  readonly theirs?: number;
  /** What the project wants. */
  readonly target?: string;
  /** Whether the README has it, too: three rows have. */
  readonly headline?: boolean;
}

const ROW_HEAD = ['what', 'ours', 'reference', 'theirs', 'ours / theirs', 'wanted'];

/** The machine that measured. */
export function machine(): string {
  return `${os.cpus()[0].model.trim()}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node.js ${process.version}`;
}

export function print(rows: Row[]): void {
  const table = new Table({ head: ROW_HEAD, style: { head: [], border: [] } });
  for (const row of rows) table.push(cells(row));
  console.log(`${machine()}, load ${os.loadavg()[0].toFixed(1)}\n${table.toString()}`);
}

/** The same as a table of a documentation page. */
export function markdown(rows: Row[]): string {
  const line = (values: string[]): string => `| ${values.join(' | ')} |`;
  return [line(ROW_HEAD), line(ROW_HEAD.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('\n');
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function cells({ what, unit, ours, reference = '', theirs, target = '' }: Row): string[] {
  const show = (value: number): string => `${value.toPrecision(3).replace(/e\+.*/, '')} ${unit}`;
  return [
    what,
    show(ours),
    reference,
    theirs === undefined ? '' : show(theirs),
    theirs === undefined ? '' : (ours / theirs).toFixed(2),
    target,
  ];
}
