import Table from 'cli-table3';

/** Number of rows that a table shows. */
const MAX_ROWS = 50;

/** Renders a table with a header. */
export function renderTable(head: string[], rows: (string | number)[][]): string {
  const table = new Table({ head, style: { head: [], border: [], compact: true } });
  table.push(...rows);
  return table.toString();
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
