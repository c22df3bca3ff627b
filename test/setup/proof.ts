import * as path from 'node:path';

const ROOT = path.join(__dirname, '../..');

/**
 * The seed of all random draws of the proofs. Without `SEED`, a proof draws the same cases in each run and on each host, so that a change is
 * not blocked by a fault that it did not cause. A new seed searches for faults in other cases.
 */
export const SEED = wholeNumber('SEED', 20261123);

function wholeNumber(variable: string, fallback: number): number {
  const value = Number(process.env[variable] ?? fallback);
  if (!Number.isInteger(value)) throw new Error(`${variable}: got ${process.env[variable]}; allowed: a whole number`);
  return value;
}

/** Whether all cases of the proofs run. Otherwise only a slice of each proof runs, because all cases take too long for each change. */
export const RUNS_ALL = process.env.PROOFS === 'all';

/** The number of random cases to draw: of all cases, or of the slice. `RUNS` replaces both numbers. */
export function runs(all: number, slice: number): number {
  return wholeNumber('RUNS', RUNS_ALL ? all : slice);
}

/**
 * All cases of a fixed list, or a slice of this many cases. The cases of the slice are spread evenly over the list, because similar cases are
 * next to each other. The seed selects the first case, so that slices with different seeds also run different cases.
 */
export function sample<T>(cases: readonly T[], slice: number): T[] {
  const { length } = cases;
  if (RUNS_ALL || slice >= length) return [...cases];
  const indices = Array.from(
    { length: slice },
    (_, index) => (Math.abs(SEED) + Math.floor((index * length) / slice)) % length,
  );
  return cases.filter((_, index) => indices.includes(index));
}

/** The command that runs the same cases of a proof again. */
export function repetition(file: string): string {
  const { RUNS } = process.env;
  const variables = [
    `SEED=${SEED}`,
    ...(RUNS_ALL ? ['PROOFS=all'] : []),
    ...(RUNS === undefined ? [] : [`RUNS=${RUNS}`]),
  ];
  return [...variables, 'npx jest', path.relative(ROOT, file), '--selectProjects proofs'].join(' ');
}
