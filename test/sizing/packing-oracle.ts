/** A packing problem in integers: the size of one copy and the number of copies of each component, and the capacity of an instance. */
export interface SmallProblem {
  readonly components: { readonly size: number[]; readonly copies: number }[];
  readonly capacity: number[];
}

/**
 * Returns the fewest instances by exhaustive search: for all numbers of copies of each component, tries each content of one
 * instance and adds the fewest instances of the remaining copies.
 */
export function fewestByExhaustiveSearch({ components, capacity }: SmallProblem): number {
  const contents = allCounts(components.map(({ copies }) => copies)).filter(
    (content) => content.some((copies) => copies > 0) && fits(components, content, capacity),
  );
  const known = new Map<string, number>();
  const fewest = (remaining: number[]): number => {
    if (remaining.every((copies) => copies === 0)) return 0;
    const key = remaining.join();
    if (!known.has(key)) {
      const possible = contents.filter((content) => content.every((copies, index) => copies <= remaining[index]));
      const rests = possible.map((content) => remaining.map((copies, index) => copies - content[index]));
      known.set(key, 1 + Math.min(...rests.map(fewest)));
    }
    return known.get(key) ?? NaN;
  };
  return fewest(components.map(({ copies }) => copies));
}

/** Returns the most instances that can result from any order of the copies and any choice of an instance on which the next copy fits. */
export function mostByExhaustiveSearch({ components, capacity }: SmallProblem): number {
  const known = new Map<string, number>();
  const most = (instances: number[][], remaining: number[]): number => {
    const key = `${instances
      .map((content) => content.join())
      .sort()
      .join(' ')}|${remaining.join()}`;
    if (!known.has(key)) known.set(key, Math.max(instances.length, ...nextStates(instances, remaining)));
    return known.get(key) ?? NaN;
  };
  const nextStates = (instances: number[][], remaining: number[]): number[] =>
    components.flatMap((_, component) => {
      if (remaining[component] === 0) return [];
      const oneMore = (content: number[]) => content.map((copies, index) => copies + (index === component ? 1 : 0));
      const rest = remaining.map((copies, index) => copies - (index === component ? 1 : 0));
      const choices = instances.flatMap((content, index) =>
        fits(components, oneMore(content), capacity)
          ? [instances.map((each, at) => (at === index ? oneMore(content) : each))]
          : [],
      );
      return (choices.length ? choices : [[...instances, oneMore(components.map(() => 0))]]).map((next) =>
        most(next, rest),
      );
    });
  return most(
    [],
    components.map(({ copies }) => copies),
  );
}

function allCounts(limits: number[]): number[][] {
  return limits.reduce<number[][]>(
    (counts, limit) => counts.flatMap((first) => Array.from({ length: limit + 1 }, (_, copies) => [...first, copies])),
    [[]],
  );
}

function fits(components: SmallProblem['components'], content: number[], capacity: number[]): boolean {
  return capacity.every(
    (limit, resource) =>
      components.reduce((sum, { size }, component) => sum + content[component] * size[resource], 0) <= limit,
  );
}
