/** Names of models and fields are shorter; the distance of long texts takes time with the square of their length. */
const LONGEST = 100;

/** The name among some that was probably meant: at most two letters left out, added, changed or swapped. */
export function nearest(given: string, names: string[]): string | undefined {
  if (given.length > LONGEST) return undefined;
  const alike = names.filter((name) => Math.abs(name.length - given.length) <= 2);
  const ranked = alike.map((name) => ({ name, distance: distance(given, name) }));
  return ranked.filter((each) => each.distance <= 2).sort((a, b) => a.distance - b.distance)[0]?.name;
}

/** The optimal string alignment distance: the fewest letters to leave out, add, change or swap. */
function distance(a: string, b: string): number {
  const rows = [...Array(a.length + 1)].map((_, i) => [...Array(b.length + 1)].map((__, j) => (i === 0 ? j : i)));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.length][b.length];
}
