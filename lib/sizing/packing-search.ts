import { strongWeightingsOf } from './packing-bounds';
import { copiesThatFit, CopyCounts, freeAfter, PackingProblem } from './packing-problem';

/** Number of partly filled instances that the search examines for each number of instances. Limits the search to about a second. */
const MAX_STEPS = 500_000;

/** Copies on each instance. */
interface Solution {
  readonly contents: CopyCounts[];
  readonly isExact: boolean;
}

/**
 * Returns the fewest instances for all copies. Branch and bound: tries each number of instances from the lower bound up to the number
 * of `firstFitDecreasing`. If the search for a number of instances takes too many steps, it continues with the next number, and the solution is not exact.
 */
export function fewestInstances(problem: PackingProblem): Solution {
  const upperBound = firstFitDecreasing(problem);
  const search = new PackingSearch(problem);
  let isExact = true;
  for (let count = search.lowerBound; count < upperBound.length; count++) {
    const contents = search.pack(count);
    if (contents === 'unknown') isExact = false;
    else if (contents !== 'impossible') return { contents, isExact };
  }
  return { contents: upperBound, isExact };
}

/** Places each copy, the largest first, on the first instance on which it fits. */
function firstFitDecreasing({ kinds, capacity }: PackingProblem): CopyCounts[] {
  const instances: { free: readonly number[]; content: number[] }[] = [];
  kinds.forEach(({ size, count }, kind) => {
    let remaining = count;
    for (let index = 0; remaining > 0; index++) {
      const instance = (instances[index] ??= { free: capacity, content: kinds.map(() => 0) });
      const placed = Math.min(remaining, copiesThatFit(instance.free, size));
      instance.content[kind] = placed;
      instance.free = freeAfter(instance.free, size, placed);
      remaining -= placed;
    }
  });
  return instances.map(({ content }) => content);
}

class PackingSearch {
  readonly lowerBound: number;
  private readonly counts: CopyCounts;
  private readonly weightings;
  /** For remaining copies, the largest number of instances that was found to be insufficient. */
  private readonly insufficient = new Map<string, number>();
  private steps = 0;

  constructor(private readonly problem: PackingProblem) {
    this.counts = problem.kinds.map(({ count }) => count);
    this.weightings = strongWeightingsOf(problem);
    this.lowerBound = this.lowerBoundOf(this.counts);
  }

  pack(instanceCount: number): CopyCounts[] | 'impossible' | 'unknown' {
    this.steps = 0;
    return this.packRemaining(this.counts, instanceCount);
  }

  /**
   * Fills one instance in each possible way, and packs the remaining copies on the other instances. Two rules skip equivalent solutions:
   * the instance to fill contains a copy of the first kind that remains, because one of the instances must, and no other
   * remaining copy fits on it, because such a copy could be moved to it from a different instance.
   */
  private packRemaining(remaining: CopyCounts, instanceCount: number): CopyCounts[] | 'impossible' | 'unknown' {
    if (remaining.every((count) => count === 0)) return [];
    if (this.lowerBoundOf(remaining) > instanceCount) return 'impossible';
    const key = remaining.join();
    if ((this.insufficient.get(key) ?? 0) >= instanceCount) return 'impossible';
    for (const content of this.fullContents(remaining, this.problem.capacity, [])) {
      const rest = remaining.map((count, kind) => count - content[kind]);
      const others = this.packRemaining(rest, instanceCount - 1);
      if (others === 'unknown') return 'unknown';
      if (others !== 'impossible') return [content, ...others];
    }
    if (this.steps > MAX_STEPS) return 'unknown';
    this.insufficient.set(key, instanceCount);
    return 'impossible';
  }

  /** Generates the contents of a full instance that begin with the content, those with the most copies of the first kinds first. */
  private *fullContents(remaining: CopyCounts, free: readonly number[], content: CopyCounts): Generator<CopyCounts> {
    if (this.steps++ > MAX_STEPS) return;
    const { kinds } = this.problem;
    const kind = content.length;
    if (kind === kinds.length) {
      const isFull = kinds.every(({ size }, each) => remaining[each] === content[each] || !copiesThatFit(free, size));
      if (isFull) yield content;
      return;
    }
    const { size } = kinds[kind];
    const isFirst = remaining[kind] > 0 && content.every((copies) => copies === 0);
    const most = Math.min(remaining[kind], copiesThatFit(free, size));
    for (let copies = most; copies >= (isFirst ? 1 : 0); copies--)
      yield* this.fullContents(remaining, freeAfter(free, size, copies), [...content, copies]);
  }

  private lowerBoundOf(remaining: CopyCounts): number {
    return this.weightings.reduce((bound, { weights, limit }) => {
      const total = weights.reduce((sum, weight, kind) => sum + weight * remaining[kind], 0);
      return Math.max(bound, Math.ceil(total / limit));
    }, 1);
  }
}
