import Table from 'cli-table3';

/** Number of rows that a table shows. */
const MAX_ROWS = 50;

/** Minimum width of a column whose text is wrapped, with its padding. */
const MIN_COLUMN = 12;

/**
 * Renders a table with a header. If it is wider than the terminal, the texts of its widest columns are wrapped. A file and a pipe have no width, so
 * that programs find each row in one line.
 */
export function renderTable(
  head: string[],
  rows: (string | number)[][],
  terminalWidth: number | undefined = process.stdout.columns,
): string {
  const colWidths = columnWidths([head, ...rows], terminalWidth ?? Infinity);
  const table = new Table({ head, style: { head: [], border: [], compact: true }, wordWrap: true, colWidths });
  table.push(...rows);
  return table.toString();
}

/** The width of each column with its padding, such that the table is at most as wide as the terminal. */
function columnWidths(rows: (string | number)[][], terminalWidth: number): number[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => `${row[column]}`.length)) + 2);
  const tableWidth = (): number => widths.reduce((sum, width) => sum + width + 1, 1);
  while (tableWidth() > terminalWidth && Math.max(...widths) > MIN_COLUMN)
    widths[widths.indexOf(Math.max(...widths))] -= 1;
  return widths;
}

/** Renders a table with a label and a value in each row. Long values are wrapped. */
export function renderLabeledRows(
  rows: [label: string, value: string][],
  widths: [label: number, value: number],
): string {
  const table = new Table({ style: { head: [], border: [] }, wordWrap: true, colWidths: widths });
  table.push(...rows);
  return table.toString();
}

/** The first rows of a long list, and the pick (the recommended row), even if it is further down. */
export function limitRows<T>(rows: readonly T[], pick?: T): T[] {
  return rows.filter((row, index) => index < MAX_ROWS || row === pick);
}
