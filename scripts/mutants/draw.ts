import fc from 'fast-check';
import { mutationsOf, type Mutation } from './mutations';

export interface Mutant extends Mutation {
  /** Positive. */
  readonly id: number;
  readonly file: string;
  readonly room: string;
  readonly line: number;
  /** The text of the part that is mutated. */
  readonly original: string;
}

/** Each room has at least this many mutants. */
const FEWEST_OF_ROOM = 5;

/**
 * Draws mutants from source texts by path. A room has mutants in proportion to its size, and the same number of each kind if there are enough
 * of them. The order is random, so the first part of an interrupted run is a sample, too.
 */
export function drawMutants(texts: Readonly<Record<string, string>>, count: number, seed: number): Mutant[] {
  const all = Object.entries(texts).flatMap(([file, text]) =>
    mutationsOf(text).map((mutation) => ({ ...mutation, file, room: roomOf(file) })),
  );
  const [shuffled] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { seed, numRuns: 1 });
  const rooms = [...new Set(all.map(({ room }) => room))].sort();
  const fewest = Math.min(FEWEST_OF_ROOM, Math.floor(count / rooms.length));
  const drawn = new Set<Mutation>();
  let sizeOfRooms = 0;
  const proportionalCount = (size: number): number => Math.round(((count - fewest * rooms.length) * size) / all.length);
  for (const room of rooms) {
    const alternating = alternateKinds(shuffled.filter((mutation) => mutation.room === room));
    const before = proportionalCount(sizeOfRooms);
    sizeOfRooms += alternating.length;
    const countOfRoom = fewest + proportionalCount(sizeOfRooms) - before;
    for (const mutation of alternating.slice(0, countOfRoom)) drawn.add(mutation);
  }
  return shuffled
    .filter((mutation) => drawn.has(mutation))
    .map((mutation, index) => {
      const { file, start, end } = mutation;
      const line = texts[file].slice(0, start).split('\n').length;
      return { ...mutation, id: index + 1, line, original: texts[file].slice(start, end) };
    });
}

/** Sorts the mutations so that the kinds take turns. */
function alternateKinds<T extends Mutation>(mutations: readonly T[]): T[] {
  const counts: Record<string, number> = {};
  return mutations
    .map((mutation) => ({ mutation, turn: (counts[mutation.kind] = (counts[mutation.kind] ?? 0) + 1) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ mutation }) => mutation);
}

function roomOf(file: string): string {
  const [folder, room] = file.split('/');
  return folder === 'lib' ? `lib/${room}` : folder;
}
