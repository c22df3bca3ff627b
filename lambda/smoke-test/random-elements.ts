const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const STRING_LENGTH = 8;
/** Small enough for a token of any vocabulary and for every integer type. */
const INTEGERS = 100;

/** Elements of a data type: floats in [0, 1), integers in [0, 100), strings of eight letters. Equal seeds and names give equal ones. */
export function randomElements(dataType: string, count: number, seed: number, name: string): unknown[] {
  const next = generator([...name].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), seed));
  const integer = (below: number): number => Math.floor(next() * below);
  const element = (): unknown => {
    if (dataType === 'BOOL') return next() < 0.5;
    if (dataType === 'BYTES')
      return Array.from({ length: STRING_LENGTH }, () => LETTERS[integer(LETTERS.length)]).join('');
    return /^U?INT/.test(dataType) ? integer(INTEGERS) : Math.fround(next());
  };
  return Array.from({ length: count }, element);
}

/** Mulberry32 (Tommy Ettinger, public domain): numbers in [0, 1) that depend on nothing but the seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
