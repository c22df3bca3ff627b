import { referencesOf } from '../../endpoint/template-graph';
import { ResourceDefinition } from './template';

/** What has to be done before each thing. */
export type Requirements = ReadonlyMap<string, ReadonlySet<string>>;

/** What each resource needs to be there: what it refers to, and what it depends on. */
export function requirementsOf(resources: Readonly<Record<string, ResourceDefinition>>): Requirements {
  return referencesOf(resources);
}

/** The way back: what has to be gone before each resource may go. */
export function reversed(requirements: Requirements): Requirements {
  const result = new Map([...requirements.keys()].map((id) => [id, new Set<string>()]));
  for (const [id, needed] of requirements) for (const each of needed) result.get(each)?.add(id);
  return result;
}

/** How a walk over resources ended. */
export interface Walk {
  readonly done: string[];
  readonly failed: Map<string, Error>;
}

/**
 * Does something with each resource as soon as what it needs is done, at the same time where nothing is between them. Which of them is
 * first is chance. After a failure nothing new begins, unless `onward`: then only what needed the failed one is left out.
 */
export async function walk(
  ids: Iterable<string>,
  requirements: Requirements,
  step: (id: string) => Promise<void>,
  {
    random,
    onward = false,
    onFailure,
    cancelled,
  }: { random: () => number; onward?: boolean; onFailure?: () => void; cancelled?: AbortSignal },
): Promise<Walk> {
  const waiting = new Set(shuffled([...ids], random));
  const running = new Map<string, Promise<void>>();
  const result: Walk = { done: [], failed: new Map() };
  const blocks = (id: string): boolean => waiting.has(id) || running.has(id) || result.failed.has(id);
  const start = (id: string): void => {
    waiting.delete(id);
    const work = step(id).then(
      () => void result.done.push(id),
      (error: Error) => {
        if (result.failed.size === 0) onFailure?.();
        result.failed.set(id, error);
      },
    );
    running.set(
      id,
      work.finally(() => running.delete(id)),
    );
  };
  for (;;) {
    if (onward || (result.failed.size === 0 && !cancelled?.aborted)) {
      for (const id of [...waiting]) {
        if (![...(requirements.get(id) ?? [])].some((each) => each !== id && blocks(each))) start(id);
      }
    }
    if (running.size === 0) return result;
    await Promise.race(running.values());
  }
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}
