import { CsvError, parse } from 'csv-parse/sync';
import { error, Finding } from '../../findings/finding';
import { rulePage } from '../../findings/rule-page';
import { Allowed, checkMeasured } from './measured-value';
import { readMeasurements } from './read-measurements';
import { reportProblems } from './report-problems';

/** More measurements than any plan compares. */
const MAXIMUM_ROWS = 20_000;

/** A CSV file whose columns are found by their header, in any order, whatever the case and punctuation. */
export class CsvTable {
  /** A table that was read already. */
  public static fromText(text: string, name: string, required: string[]): CsvTable {
    return new CsvTable(name, required, text);
  }

  private readonly rows: CsvRow[];
  /** Undefined without rows, of which nothing can be wrong. */
  private readonly columns?: string[];

  constructor(
    private readonly path: string,
    required: string[],
    text: string = readMeasurements(path),
  ) {
    const records = parseRecords(text, path);
    if (records.length > MAXIMUM_ROWS) {
      throw new Error(
        `${path}: got more than ${MAXIMUM_ROWS} rows; allowed: at most ${MAXIMUM_ROWS} ${rulePage('sizing.csv')}`,
      );
    }
    this.rows = records.map(({ record, info }) => new CsvRow(`line ${info.lines}`, record));
    this.columns = records.length > 0 ? Object.keys(records[0].record) : undefined;
    this.require(required);
  }

  /** @throws when a table with rows lacks one of the columns */
  public require(required: string[]): void {
    const { path, columns } = this;
    const missing = required.filter((column) => columns && !columns.includes(keyOf(column)));
    if (missing.length) {
      throw new Error(
        `${path}: no column ${missing.join(', ')}; it has ${columns?.join(', ')} ${rulePage('sizing.csv')}`,
      );
    }
  }

  /**
   * What is made of each row.
   *
   * @throws what is wrong with all rows, at once
   */
  public read<T>(readRow: (row: CsvRow) => T): T[] {
    const values = this.rows.map(readRow);
    reportProblems(this.path, this.rows);
    return values;
  }
}

/** Its readers note what is wrong with a value instead of throwing. */
export class CsvRow {
  public readonly findings: Finding[] = [];

  constructor(
    public readonly where: string,
    private readonly record: Record<string, string>,
  ) {}

  /** Undefined where the column is absent or empty. */
  public text(column: string): string | undefined {
    return this.record[keyOf(column)] || undefined;
  }

  public requiredText(column: string): string {
    const text = this.text(column);
    if (text === undefined) this.findings.push(error('sizing.csv', column, 'got nothing; it is required'));
    return text ?? '';
  }

  /** Undefined where the column is absent or empty. */
  public number(column: string, allowed: Allowed): number | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    const value = Number(text);
    this.findings.push(
      ...(Number.isNaN(value)
        ? [error('sizing.csv', column, `got '${text}'; allowed: a number`)]
        : checkMeasured(value, column, allowed)),
    );
    return value;
  }

  /** What was measured; undefined also for NaN, which some services write for what they did not measure. */
  public metric(column: string, allowed: Allowed): number | undefined {
    return /^nan$/i.test(this.text(column) ?? '') ? undefined : this.number(column, allowed);
  }

  /** Undefined where the column is absent or empty. */
  public yesNo(column: string): boolean | undefined {
    const text = this.text(column);
    return text === undefined ? undefined : text === 'yes';
  }

  public requiredNumber(column: string, allowed: Allowed): number {
    this.requiredText(column);
    return this.number(column, allowed) ?? NaN;
  }
}

interface LocatedRecord {
  readonly record: Record<string, string>;
  readonly info: { readonly lines: number };
}

function parseRecords(text: string, path: string): LocatedRecord[] {
  try {
    const records: unknown = parse(text, {
      bom: true,
      columns: (header: string[]) => header.map(keyOf),
      info: true,
      to: MAXIMUM_ROWS + 1,
      skip_empty_lines: true,
      trim: true,
    });
    return records as LocatedRecord[]; // the types of csv-parse do not know of `info`
  } catch (problem) {
    if (problem instanceof CsvError) throw new Error(`${path}: ${problem.message} ${rulePage('sizing.csv')}`);
    throw problem;
  }
}

function keyOf(header: string): string {
  return header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
