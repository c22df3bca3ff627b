const MOST_ROWS = 50;

/** The first rows of a long list, and the pick wherever it stands. */
export function shortened<T>(rows: readonly T[], pick?: T): T[] {
  return rows.filter((row, i) => i < MOST_ROWS || row === pick);
}
