/** What a consequence is about. A list of consequences is in this order: most important first. */
export const SUBJECTS = [
  'failure',
  'endpoint',
  'variants',
  'fleet',
  'requests',
  'data',
  'instances',
  'waiting',
  'countsAndWeights',
  'scaling',
  'models',
  'modelData',
  'rollback',
  'permissions',
  'otherResources',
] as const;

export type Subject = (typeof SUBJECTS)[number];

/** One thing that a deployment does. */
export interface Consequence {
  readonly about: Subject;
  /** Name of the endpoint; undefined for what belongs to the whole stack. */
  readonly endpoint?: string;
  readonly sentence: string;
  /** The same as data; its keys depend on the subject. */
  readonly facts?: Record<string, unknown>;
}

/** `a, b and c` */
export function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `1 alarm`, `2 alarms` */
export function counted(count: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}${noun.endsWith('ch') ? 'es' : 's'}`;
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `10 minutes`, `90 seconds` */
export function duration(seconds: number): string {
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
}

/** `138.8 kB` */
export function size(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  const power = Math.min(3, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${['', 'kB', 'MB', 'GB'][power]}`;
}
