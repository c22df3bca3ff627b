/** For each logical ID, the logical IDs whose steps must be done first. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

/** Reverses dependencies for deletions: a resource must be deleted before the resources to which it refers. */
export function reverseDependencies(dependencies: Dependencies): Dependencies {
  const result = new Map([...dependencies.keys()].map((id) => [id, new Set<string>()]));
  for (const [id, required] of dependencies) for (const dependency of required) result.get(dependency)?.add(id);
  return result;
}

/** The logical IDs whose steps are done, and the errors of failed steps by logical ID. */
export interface StepOutcomes {
  readonly done: string[];
  readonly failed: Map<string, Error>;
}

/**
 * Runs a step for each logical ID as soon as the steps of its dependencies are done. Independent steps run in parallel and begin in random
 * order. After a failure, no new step begins. With `continueAfterFailure`, only steps that depend on the failed step are skipped.
 */
export async function runInDependencyOrder(
  ids: Iterable<string>,
  dependencies: Dependencies,
  step: (id: string) => Promise<void>,
  {
    random,
    continueAfterFailure = false,
    onFailure,
    cancelled,
  }: { random: () => number; continueAfterFailure?: boolean; onFailure?: () => void; cancelled?: AbortSignal },
): Promise<StepOutcomes> {
  const waitingIds = new Set(shuffle([...ids], random));
  const runningSteps = new Map<string, Promise<void>>();
  const result: StepOutcomes = { done: [], failed: new Map() };
  const isNotDone = (id: string): boolean => waitingIds.has(id) || runningSteps.has(id) || result.failed.has(id);
  const start = (id: string): void => {
    waitingIds.delete(id);
    const work = step(id).then(
      () => void result.done.push(id),
      (error: Error) => {
        if (result.failed.size === 0) onFailure?.();
        result.failed.set(id, error);
      },
    );
    runningSteps.set(
      id,
      work.finally(() => runningSteps.delete(id)),
    );
  };
  for (;;) {
    if (continueAfterFailure || (result.failed.size === 0 && !cancelled?.aborted)) {
      for (const id of [...waitingIds]) {
        if (![...(dependencies.get(id) ?? [])].some((dependency) => dependency !== id && isNotDone(dependency)))
          start(id);
      }
    }
    if (runningSteps.size === 0) return result;
    await Promise.race(runningSteps.values());
  }
}

function shuffle<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
