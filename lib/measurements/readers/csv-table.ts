import { CsvError, parse } from 'csv-parse/sync';
import { error, Finding } from '../../findings/finding';
import { rulePage } from '../../findings/rule-page';
import { Allowed, checkMeasured } from './measured-value';
import { readMeasurementFile } from './measurement-file';
import { reportProblems } from './report-problems';

/** This limit is far above the number of measurements of any plan. */
const DEFAULT_MAX_ROWS = 20_000;

/** A CSV file with a header. Columns can be in any order. Case and punctuation of the header are ignored. */
export class CsvTable {
  private readonly rows: CsvRow[];
  /** Normalized column names. Undefined if the table has no rows. */
  private readonly columns?: string[];

  constructor(
    private readonly path: string,
    required: string[],
    text: string = readMeasurementFile(path),
    maxRows = DEFAULT_MAX_ROWS,
  ) {
    const records = parseRecords(text, path, maxRows);
    if (records.length > maxRows) {
      throw new Error(`${path}: got more than ${maxRows} rows; allowed: at most ${maxRows} ${rulePage('sizing.csv')}`);
    }
    this.rows = records.map(({ record, info }) => new CsvRow(`line ${info.lines}`, record));
    this.columns = records.length > 0 ? Object.keys(records[0].record) : undefined;
    this.require(required);
  }

  /** @throws an error if a table with rows lacks one of the columns */
  public require(required: string[]): void {
    const { path, columns } = this;
    const missingColumns = required.filter((column) => columns && !columns.includes(normalizeName(column)));
    if (missingColumns.length) {
      throw new Error(
        `${path}: no column ${missingColumns.join(', ')}; it has ${columns?.join(', ')} ${rulePage('sizing.csv')}`,
      );
    }
  }

  /**
   * Converts the rows.
   *
   * @throws an error that lists the findings of all rows
   */
  public read<T>(readRow: (row: CsvRow) => T): T[] {
    const values = this.rows.map(readRow);
    reportProblems(this.path, this.rows);
    return values;
  }
}

/** A row of a table. Methods that read a column add invalid values to `findings` instead of throwing errors. */
class CsvRow {
  public readonly findings: Finding[] = [];

  constructor(
    public readonly where: string,
    private readonly record: Record<string, string>,
  ) {}

  /** Returns the text of a column. Undefined if the column is missing or empty. */
  public text(column: string): string | undefined {
    return this.record[normalizeName(column)] || undefined;
  }

  public requiredText(column: string): string {
    const text = this.text(column);
    if (text === undefined) this.findings.push(error('sizing.csv', column, 'got nothing; it is required'));
    return text ?? '';
  }

  /** Returns the number in a column. Undefined if the column is missing or empty. */
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

  /** Returns a measured number. Also undefined for NaN, which some services write for metrics without measurements. */
  public metric(column: string, allowed: Allowed): number | undefined {
    return /^nan$/i.test(this.text(column) ?? '') ? undefined : this.number(column, allowed);
  }

  /** Returns whether a column contains `yes`. Undefined if the column is missing or empty. */
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

function parseRecords(text: string, path: string, maxRows: number): LocatedRecord[] {
  try {
    const records: unknown = parse(text, {
      bom: true,
      columns: (header: string[]) => header.map(normalizeName),
      info: true,
      to: maxRows + 1,
      skip_empty_lines: true,
      trim: true,
    });
    return records as LocatedRecord[]; // the types of csv-parse do not include `info`
  } catch (problem) {
    if (problem instanceof CsvError) throw new Error(`${path}: ${problem.message} ${rulePage('sizing.csv')}`);
    throw problem;
  }
}

function normalizeName(header: string): string {
  return header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
