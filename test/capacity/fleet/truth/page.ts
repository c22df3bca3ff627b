import * as fs from 'node:fs';
import * as path from 'node:path';

export const PAGE = path.join(__dirname, '..', '..', '..', '..', 'docs', 'simulation-accuracy.md');

/** Rows of a Markdown table, each with a line break at its end. */
export function tableRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** A Markdown table with a header. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return tableRows([header, header.map(() => '---')]) + tableRows(rows);
}

/** A deviation in percent, with its sign. */
export function percent(fraction: number): string {
  const rounded = (100 * fraction).toFixed(1);
  return `${Number(rounded) > 0 ? '+' : ''}${Number(rounded) === 0 ? '0.0' : rounded} %`;
}

/** The text between the marker comments of a table on the page. */
export function tableOfPage(name: string): string {
  const [, table] = patternOf(name).exec(fs.readFileSync(PAGE, 'utf8')) ?? [];
  if (table === undefined) throw new Error(`${PAGE} has no table ${name}`);
  return table;
}

/** Replaces tables between the marker comments of the page. */
export function withTables(page: string, tables: Record<string, string>): string {
  return Object.entries(tables).reduce(
    (text, [name, table]) =>
      text.replace(patternOf(name), () => `<!-- ${name}:start -->\n${table}<!-- ${name}:end -->`),
    page,
  );
}

function patternOf(name: string): RegExp {
  return new RegExp(`<!-- ${name}:start -->\n([^]*?)<!-- ${name}:end -->`);
}
