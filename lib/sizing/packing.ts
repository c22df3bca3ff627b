import { CopyCounts, InstanceResources, PackedComponent, PackingProblem, problemOf } from './packing-problem';
import { fewestInstances } from './packing-search';

export type { CopyResources, InstanceResources, PackedComponent } from './packing-problem';
export { worstCaseInstances } from './packing-worst-case';

/** The fewest instances for a number of copies. */
export interface Packing {
  readonly instanceCount: number;
  /** Whether no smaller number of instances is sufficient. If false, the search was stopped, and a smaller number may be sufficient. */
  readonly isExact: boolean;
  /** For each instance, the number of copies by the name of the component. */
  readonly placement: ReadonlyMap<string, number>[];
}

const MAX_COMPONENTS = 30;
const MAX_COPIES = 3000;

/** Whether `packCopies` takes at most a few seconds. */
export function arePackable(components: PackedComponent[]): boolean {
  const copies = components.reduce((sum, each) => sum + each.copies, 0);
  return components.length <= MAX_COMPONENTS && copies <= MAX_COPIES;
}

/**
 * Returns a lower bound of the number of instances, from the sums of what all copies reserve. Undefined if one copy does not fit on an empty
 * instance.
 */
export function leastInstances(components: PackedComponent[], instance: InstanceResources): number | undefined {
  const problem = problemOf(components, instance);
  if (!problem) return undefined;
  const { kinds, capacity } = problem;
  const reserved = capacity.map((_, resource) =>
    kinds.reduce((sum, each) => sum + each.count * each.size[resource], 0),
  );
  return Math.max(0, ...reserved.map((units, resource) => (units ? Math.ceil(units / capacity[resource]) : 0)));
}

/** A batch of a rolling update. */
export interface UpdatedBatch {
  /** Name of the component that is updated. */
  readonly name: string;
  /** Number of new copies that start before old copies stop. */
  readonly batch: number;
}

/**
 * Returns the fewest instances that provide the resources of all copies. Undefined if one copy of a component, even of a component with
 * 0 copies, does not fit on an empty instance. All numbers must be finite and at least 0. The smallest units are millionths of
 * a GPU or a core, and MiB. Smaller fractions are ignored, so three copies with a third of a core each fit on one core.
 */
export function packCopies(components: PackedComponent[], instance: InstanceResources): Packing | undefined {
  const problem = problemOf(components, instance);
  if (!problem) return undefined;
  const { contents, isExact } = fewestInstances(problem);
  return { instanceCount: contents.length, isExact, placement: placementOf(problem, contents) };
}

/**
 * Returns the fewest instances during a rolling update, while a batch of new copies runs in addition to all old copies. The new copies
 * reserve the same resources as the old copies. Undefined if one copy does not fit on an empty instance.
 *
 * The fewest instances are sufficient only if the old copies leave room for the batch, because SageMaker does not move them. Otherwise, up to
 * `worstCaseInstances` of the old and new copies are required.
 */
export function surgeInstances(
  components: PackedComponent[],
  instance: InstanceResources,
  updated: UpdatedBatch,
): Packing | undefined {
  return packCopies(
    components.map((each) => (each.name === updated.name ? { ...each, copies: each.copies + updated.batch } : each)),
    instance,
  );
}

/** Names the copies of each kind. Each copy of a kind fits where a different copy of the same kind fits. */
function placementOf({ kinds }: PackingProblem, contents: CopyCounts[]): Map<string, number>[] {
  const unplaced = kinds.map(({ components }) => components.map(({ name, copies }) => ({ name, copies })));
  return contents.map((content) => {
    const placed = new Map<string, number>();
    content.forEach((count, kind) => {
      for (let remaining = count; remaining > 0;) {
        const component = unplaced[kind][0];
        const copies = Math.min(remaining, component.copies);
        placed.set(component.name, copies);
        component.copies -= copies;
        remaining -= copies;
        if (component.copies === 0) unplaced[kind].shift();
      }
    });
    return placed;
  });
}
