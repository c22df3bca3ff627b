import { solve } from './packing-equations';
import { copiesThatFit, CopyCounts, freeAfter, PackingProblem } from './packing-problem';

/** A weight of each copy, in integers. */
export interface Weighting {
  /** Weight of one copy of each kind. */
  readonly weights: readonly number[];
  /** The copies on one instance never weigh more. So the weight of all copies divided by the limit is a lower bound of the number of instances. */
  readonly limit: number;
}

/** The packing problem without the condition that the number of instances with the same contents is an integer. */
export interface Relaxation {
  /** The weightings with the largest lower bounds: the units of each resource, and the prices of the copies. */
  readonly weightings: Weighting[];
  /** Contents of instances in the best solution, with each number of instances with the same contents rounded down to an integer. */
  readonly contents: CopyCounts[];
}

const MAX_ROUNDS = 200;
const MAX_STEPS = 100_000;
/** The price of an instance. Prices are rounded down to integers, so the sums of prices are exact. */
const INSTANCE_PRICE = 1e6;
const ROUNDING_ERROR = 1e-9;

/**
 * Solves the relaxation by column generation, the simplex method for cutting and packing (Gilmore and Gomory 1961). Each column is
 * the content of an instance, and the prices of the copies are chosen so that each column costs as much as one instance. If different contents cost more,
 * they replace a column, and fewer instances are required. The prices are weights with a valid lower bound in each round (Farley 1990).
 */
export function relax(problem: PackingProblem): Relaxation {
  const counts = problem.kinds.map(({ count }) => count);
  // Initially, each column contains the copies of one kind.
  const columns = problem.kinds.map(({ size, count }, kind) =>
    counts.map((_, each) => (each === kind ? Math.min(count, copiesThatFit(problem.capacity, size)) : 0)),
  );
  const rowsOfColumns = () => counts.map((_, kind) => columns.map((column) => column[kind]));
  let best: Weighting | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const prices = solve(columns, Array(columns.length).fill(INSTANCE_PRICE));
    const weights = prices.map((price) => Math.max(0, Math.floor(price)));
    const heaviest = heaviestContent(problem, weights);
    if (!heaviest) break;
    const weighting = { weights, limit: weigh(heaviest, weights) };
    if (!best || weigh(counts, weights) / weighting.limit > weigh(counts, best.weights) / best.limit) best = weighting;
    if (weighting.limit <= INSTANCE_PRICE) break;
    const instances = solve(rowsOfColumns(), counts);
    const replaced = solve(rowsOfColumns(), heaviest);
    const ratios = replaced.map((share, column) => (share > ROUNDING_ERROR ? instances[column] / share : Infinity));
    columns[ratios.indexOf(Math.min(...ratios))] = [...heaviest];
  }
  const instances = solve(rowsOfColumns(), counts).map((count) => Math.max(0, Math.floor(count + ROUNDING_ERROR)));
  return {
    weightings: [...resourceWeightingsOf(problem), ...(best ? [best] : [])],
    contents: columns.flatMap((column, index) => Array(instances[index]).fill(column)),
  };
}

function resourceWeightingsOf({ kinds, capacity }: PackingProblem): Weighting[] {
  return capacity
    .map((limit, resource) => ({ weights: kinds.map(({ size }) => size[resource]), limit }))
    .filter(({ limit }) => limit > 0);
}

/**
 * Returns the heaviest content of an instance, without copies of weight 0. Undefined if all copies have weight 0, or if the search takes too
 * many steps.
 */
function heaviestContent({ kinds, capacity }: PackingProblem, weights: readonly number[]): CopyCounts | undefined {
  let heaviest: CopyCounts | undefined;
  let largestWeight = 0;
  let steps = 0;
  // For each kind and resource, the largest weight per unit of this kind and the kinds after it.
  const densities = kinds.map((_, first) =>
    capacity.map((__, resource) =>
      Math.max(...kinds.map(({ size }, kind) => (kind >= first && weights[kind] ? weights[kind] / size[resource] : 0))),
    ),
  );
  const search = (free: readonly number[], content: CopyCounts, weight: number): void => {
    if (steps++ > MAX_STEPS) return;
    const kind = content.length;
    if (kind === kinds.length) {
      if (weight > largestWeight) [heaviest, largestWeight] = [content, weight];
      return;
    }
    // A density is infinite if a kind does not reserve the resource.
    const gains = densities[kind].map((density, resource) =>
      density === Infinity ? density : density * free[resource],
    );
    // The weights are integers, so a heavier content weighs at least 1 more. 0.5 compensates for rounding.
    if (weight + Math.min(...gains) < largestWeight + 0.5) return;
    const { size, count } = kinds[kind];
    const most = weights[kind] ? Math.min(count, copiesThatFit(free, size)) : 0;
    for (let copies = most; copies >= 0; copies--)
      search(freeAfter(free, size, copies), [...content, copies], weight + copies * weights[kind]);
  };
  search(capacity, [], 0);
  return steps > MAX_STEPS ? undefined : heaviest;
}

function weigh(counts: CopyCounts, weights: readonly number[]): number {
  return counts.reduce((sum, count, kind) => sum + count * weights[kind], 0);
}
