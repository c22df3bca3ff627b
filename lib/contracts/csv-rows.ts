/** A cell of a CSV file. A value that is not known is an empty cell. */
export type CsvCell = string | number | undefined;

/** Formats rows as CSV. */
export function formatCsv(rows: CsvCell[][]): string {
  return rows.map((cells) => `${cells.map(formatCell).join(',')}\n`).join('');
}

function formatCell(value: CsvCell): string {
  const text = typeof value === 'string' ? escapeFormula(value) : `${value ?? ''}`;
  return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** Prefixes text that a spreadsheet would execute as a formula with an apostrophe. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
