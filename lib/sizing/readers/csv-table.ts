import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { rulePage } from '../../findings/rule-page';

/** A CSV file whose columns are found by their header, in any order, whatever the case and punctuation. */
export class CsvTable {
  /** A table that was read already. */
  public static fromText(text: string, name: string, required: string[]): CsvTable {
    return new CsvTable(name, required, text);
  }

  public readonly rows: CsvRow[];

  constructor(path: string, required: string[], text: string = readFileSync(path, 'utf8')) {
    const records: Record<string, string>[] = parse(text, {
      bom: true,
      columns: (header: string[]) => header.map(keyOf),
      skip_empty_lines: true,
      trim: true,
    });
    this.rows = records.map((record, i) => new CsvRow(`${path}, row ${i + 1}`, record));
    const missing = required.filter((column) => records.length > 0 && !(keyOf(column) in records[0]));
    if (missing.length) {
      throw new Error(
        `${path}: no column ${missing.join(', ')}; it has ${Object.keys(records[0]).join(', ')} ${rulePage('sizing.csv')}`,
      );
    }
  }
}

export class CsvRow {
  constructor(
    private readonly where: string,
    private readonly record: Record<string, string>,
  ) {}

  /** Undefined where the column is absent or empty. */
  public text(column: string): string | undefined {
    return this.record[keyOf(column)] || undefined;
  }

  public requiredText(column: string): string {
    const text = this.text(column);
    if (text === undefined)
      throw new Error(`${this.where}: ${column}: got nothing; it is required ${rulePage('sizing.csv')}`);
    return text;
  }

  /** Undefined where the column is absent or empty. */
  public number(column: string): number | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!Number.isFinite(value))
      throw new Error(`${this.where}: ${column}: got '${text}'; allowed: a number ${rulePage('sizing.csv')}`);
    return value;
  }

  /** What was measured; undefined also for NaN, which some services write for what they did not measure. */
  public metric(column: string): number | undefined {
    return /^nan$/i.test(this.text(column) ?? '') ? undefined : this.number(column);
  }

  /** Undefined where the column is absent or empty. */
  public yesNo(column: string): boolean | undefined {
    const text = this.text(column);
    return text === undefined ? undefined : text === 'yes';
  }

  public requiredNumber(column: string): number {
    this.requiredText(column);
    return this.number(column) as number;
  }
}

function keyOf(header: string): string {
  return header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
