/**
 * Maximum length to compare, above the length of real model and field names. The time for a comparison grows with the square of the length.
 */
const MAX_COMPARED_LENGTH = 100;

/**
 * Returns the most similar of the names; undefined if in each name more letters are missing, added, changed or swapped than `maxLetters`.
 */
export function nearestName(unknownName: string, names: string[], maxLetters = 2): string | undefined {
  if (unknownName.length > MAX_COMPARED_LENGTH) return undefined;
  const candidates = names.filter((name) => Math.abs(name.length - unknownName.length) <= maxLetters);
  const ranked = candidates.map((name) => ({ name, distance: distance(unknownName, name) }));
  return ranked.filter((each) => each.distance <= maxLetters).sort((a, b) => a.distance - b.distance)[0]?.name;
}

/** From this length, a name that contains the other one is similar, such as `initialInstanceCount` for `instanceCount`. */
const LONG_NAME = 12;

/** Returns the property that a name probably means. Case, `_` and `-` do not count. */
export function similarName(name: string, properties: string[]): string | undefined {
  const plain = (text: string): string => text.replace(/[_-]/g, '').toLowerCase();
  const nearest = nearestName(plain(name), properties.map(plain), name.length < 8 ? 1 : 2);
  const isPart = (part: string, whole: string): boolean => part.length >= LONG_NAME && whole.includes(part);
  const isSimilar = (each: string): boolean => isPart(each, plain(name)) || isPart(plain(name), each);
  return properties.find((each) => (nearest === undefined ? isSimilar(plain(each)) : plain(each) === nearest));
}

/** Optimal string alignment distance: the minimum number of letters to remove, add, change or swap. */
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
