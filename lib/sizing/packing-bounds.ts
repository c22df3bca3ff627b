import { copiesThatFit, CopyCounts, freeAfter, PackingProblem } from './packing-problem';
import { solve } from './packing-equations';

/** Weights of a copy of each kind, in integers. */
export interface Weighting {
  readonly weights: readonly number[];
  /** The copies on one instance never weigh more. So the weight of all copies divided by the limit is a lower bound of the number of instances. */
  readonly limit: number;
}

const MAX_ROUNDS = 200;
const MAX_STEPS = 100_000;
const ONE = 1e6;

/** Returns weightings with large lower bounds: the units of each resource, and the weighting with the largest lower bound of all. */
export function strongWeightingsOf(problem: PackingProblem): Weighting[] {
  const { kinds, capacity } = problem;
  const resources = capacity
    .map((limit, resource) => ({ weights: kinds.map(({ size }) => size[resource]), limit }))
    .filter(({ limit }) => limit > 0);
  return [...resources, ...strongestWeightingsOf(problem)];
}

/**
 * Finds the weighting with the largest lower bound by column generation, the simplex method for cutting and packing (Gilmore and Gomory
 * 1961, with the lower bound of Farley 1990). `columns` are contents of instances. The weights are the prices of the copies at which the contents of each column
 * cost 1. If other contents cost more than 1, a combination with fewer instances exists, and these contents replace a column.
 */
function strongestWeightingsOf(problem: PackingProblem): Weighting[] {
  const counts = problem.kinds.map(({ count }) => count);
  const columns = problem.kinds.map(({ size, count }, kind) =>
    counts.map((_, each) => (each === kind ? Math.min(count, copiesThatFit(problem.capacity, size)) : 0)),
  );
  let best: Weighting | undefined;
  const boundOf = ({ weights, limit }: Weighting) => sumOfProducts(weights, counts) / limit;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const prices = solve(
      columns,
      columns.map(() => 1),
    );
    const weights = prices.map((price) => Math.max(0, Math.floor(price * ONE)));
    const heaviest = heaviestContent(problem, weights);
    const limit = heaviest ? sumOfProducts(weights, heaviest) : 0;
    if (!heaviest || limit === 0) break;
    if (!best || boundOf({ weights, limit }) > boundOf(best)) best = { weights, limit };
    if (limit <= ONE) break;
    const rows = counts.map((_, kind) => columns.map((column) => column[kind]));
    const instances = solve(rows, counts);
    const replaced = solve(rows, heaviest);
    const ratios = replaced.map((share, column) => (share > 1e-9 ? instances[column] / share : Infinity));
    columns[ratios.indexOf(Math.min(...ratios))] = [...heaviest];
  }
  return best ? [best] : [];
}

/** Returns the heaviest content of an instance, without copies of weight 0. Undefined if the search takes too many steps. */
function heaviestContent({ kinds, capacity }: PackingProblem, weights: readonly number[]): CopyCounts | undefined {
  let best: CopyCounts = kinds.map(() => 0);
  let bestWeight = 0;
  let steps = 0;
  // For each resource, the largest weight per unit of a kind and the kinds after it.
  const densities = kinds.map((_, first) =>
    capacity.map((__, resource) =>
      Math.max(
        ...kinds
          .slice(first)
          .map(({ size }, offset) => (weights[first + offset] ? weights[first + offset] / size[resource] : 0)),
      ),
    ),
  );
  const search = (free: readonly number[], content: CopyCounts, weight: number): void => {
    if (steps++ > MAX_STEPS) return;
    const kind = content.length;
    if (kind === kinds.length) {
      if (weight > bestWeight) [best, bestWeight] = [content, weight];
      return;
    }
    const gain = Math.min(
      ...densities[kind].map((density, resource) => (density === Infinity ? density : density * free[resource])),
    );
    // Weights are integers, so a heavier content weighs at least 1 more. 0.5 compensates for rounding.
    if (weight + gain < bestWeight + 0.5) return;
    const { size, count } = kinds[kind];
    const most = weights[kind] ? Math.min(count, copiesThatFit(free, size)) : 0;
    for (let copies = most; copies >= 0; copies--)
      search(freeAfter(free, size, copies), [...content, copies], weight + copies * weights[kind]);
  };
  search(capacity, [], 0);
  return steps > MAX_STEPS ? undefined : best;
}

function sumOfProducts(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * b[index], 0);
}
