/** Joins words: `a, b and c`. */
export function joinWords(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Formats a count with its noun: `1 alarm`, `2 alarms`. */
export function formatCount(count: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}${noun.endsWith('ch') ? 'es' : 's'}`;
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Formats a duration: `10 minutes`, `90 seconds`. */
export function formatDuration(seconds: number): string {
  return seconds % 60 === 0 ? formatCount(seconds / 60, 'minute') : formatCount(seconds, 'second');
}

/** Formats a number of bytes: `138.8 kB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, 'byte');
  const power = Math.min(3, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${['', 'kB', 'MB', 'GB'][power]}`;
}
