const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const STRING_LENGTH = 8;
/** Integers below this limit are valid tokens of any vocabulary, and fit into every integer type. */
const INTEGER_LIMIT = 100;

/**
 * Elements of a data type: floats in [0, 1), integers in [0, 100), strings of eight letters. The elements depend only on the arguments.
 */
export function randomElements(dataType: string, count: number, seed: number, name: string): unknown[] {
  const nextRandom = createGenerator(
    [...name].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), seed),
  );
  const randomInteger = (limit: number): number => Math.floor(nextRandom() * limit);
  const randomElement = (): unknown => {
    if (dataType === 'BOOL') return nextRandom() < 0.5;
    if (dataType === 'BYTES')
      return Array.from({ length: STRING_LENGTH }, () => LETTERS[randomInteger(LETTERS.length)]).join('');
    return /^U?INT/.test(dataType) ? randomInteger(INTEGER_LIMIT) : Math.fround(nextRandom());
  };
  return Array.from({ length: count }, randomElement);
}

/** Mulberry32 (Tommy Ettinger, public domain): numbers in [0, 1) that depend only on the seed. */
function createGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
