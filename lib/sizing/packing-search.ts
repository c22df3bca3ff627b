import { copiesThatFit, CopyCounts, freeAfter, PackingProblem } from './packing-problem';
import { relax, Relaxation } from './packing-relaxation';

/** Limit of the partial contents that a search examines, for a duration of at most about a second. */
const MAX_STEPS = 500_000;

/** The contents of each instance. `impossible`: more instances are required. `unknown`: the search took too many steps. */
type SearchResult = CopyCounts[] | 'impossible' | 'unknown';

/** The fewest instances found. */
interface Solution {
  readonly contents: CopyCounts[];
  readonly isExact: boolean;
}

/**
 * Returns the fewest instances for all copies. Searches for a solution with each number of instances, from the lower bound up to the
 * number of instances of `firstFitDecreasing`. The solution is exact if no smaller number has the result `unknown`.
 */
export function fewestInstances(problem: PackingProblem): Solution {
  const simpleSolution = firstFitDecreasing(problem);
  const search = new PackingSearch(problem);
  let isExact = true;
  for (let count = search.lowerBound; count < simpleSolution.length; count++) {
    const contents = search.pack(count);
    if (contents === 'unknown') isExact = false;
    else if (contents !== 'impossible') return { contents, isExact };
  }
  return { contents: simpleSolution, isExact };
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

/** Branch and bound. */
class PackingSearch {
  readonly lowerBound: number;
  private readonly counts: CopyCounts;
  private readonly relaxation: Relaxation;
  /** For remaining copies, the largest number of instances that was found to be insufficient. */
  private readonly insufficient = new Map<string, number>();
  private steps = 0;

  constructor(private readonly problem: PackingProblem) {
    this.counts = problem.kinds.map(({ count }) => count);
    this.relaxation = relax(problem);
    this.lowerBound = this.lowerBoundOf(this.counts);
  }

  /** Searches for a solution. Most solutions contain the instances of the relaxation, so these are tried first. */
  pack(instanceCount: number): SearchResult {
    const { contents } = this.relaxation;
    const rest = contents.reduce(without, this.counts);
    const others = this.packWithinSteps(rest, instanceCount - contents.length);
    return Array.isArray(others) ? [...contents, ...others] : this.packWithinSteps(this.counts, instanceCount);
  }

  private packWithinSteps(counts: CopyCounts, instanceCount: number): SearchResult {
    this.steps = 0;
    return this.packCounts(counts, instanceCount);
  }

  /**
   * Fills one instance in each possible way, and packs the remaining copies on the other instances. Two rules skip equivalent solutions.
   * The instance contains a copy of the first kind, because one of the instances must. None of the remaining copies fits on the instance,
   * because it could be moved to it from a different instance.
   */
  private packCounts(counts: CopyCounts, instanceCount: number): SearchResult {
    if (counts.every((count) => count === 0)) return [];
    if (this.lowerBoundOf(counts) > instanceCount) return 'impossible';
    const key = counts.join();
    if ((this.insufficient.get(key) ?? 0) >= instanceCount) return 'impossible';
    for (const content of this.fullContents(counts, this.problem.capacity, [])) {
      const others = this.packCounts(without(counts, content), instanceCount - 1);
      if (others === 'unknown') return 'unknown';
      if (others !== 'impossible') return [content, ...others];
    }
    if (this.steps > MAX_STEPS) return 'unknown';
    this.insufficient.set(key, instanceCount);
    return 'impossible';
  }

  /** Generates the contents of a full instance that begin with the given content. More copies of the first kinds are generated first. */
  private *fullContents(counts: CopyCounts, free: readonly number[], content: CopyCounts): Generator<CopyCounts> {
    if (this.steps++ > MAX_STEPS) return;
    const { kinds } = this.problem;
    const kind = content.length;
    if (kind === kinds.length) {
      const remaining = without(counts, content);
      if (kinds.every(({ size }, each) => remaining[each] === 0 || copiesThatFit(free, size) === 0)) yield content;
      return;
    }
    const { size } = kinds[kind];
    const isFirst = counts[kind] > 0 && content.every((copies) => copies === 0);
    const most = Math.min(counts[kind], copiesThatFit(free, size));
    for (let copies = most; copies >= (isFirst ? 1 : 0); copies--)
      yield* this.fullContents(counts, freeAfter(free, size, copies), [...content, copies]);
  }

  private lowerBoundOf(counts: CopyCounts): number {
    const bounds = this.relaxation.weightings.map(({ weights, limit }) =>
      Math.ceil(counts.reduce((sum, count, kind) => sum + count * weights[kind], 0) / limit),
    );
    return Math.max(counts.some((count) => count > 0) ? 1 : 0, ...bounds);
  }
}

function without(counts: CopyCounts, content: CopyCounts): CopyCounts {
  return counts.map((count, kind) => count - content[kind]);
}
