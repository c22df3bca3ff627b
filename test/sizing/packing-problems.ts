import * as fc from 'fast-check';
import { InstanceResources, PackedComponent } from '../../lib/sizing/packing';
import { SmallProblem } from './packing-oracle';

/**
 * Draws at most eight components whose copies fit on an empty instance. `maxCombinations` limits the numbers of copies: the product of these
 * numbers plus 1.
 */
export function smallProblems(maxCombinations: number): fc.Arbitrary<SmallProblem> {
  return fc
    .record({
      capacity: fc.tuple(
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 100 }),
      ),
    })
    .chain(({ capacity }) =>
      fc.record({
        capacity: fc.constant(capacity),
        components: fc.array(
          fc.record({
            size: fc.tuple(...capacity.map(sizes)),
            copies: fc.integer({ min: 0, max: 8 }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
      }),
    )
    .map(({ capacity, components }) => {
      let combinations = 1;
      return {
        capacity,
        components: components.map(({ size, copies }) => {
          const allowed = Math.max(0, Math.min(copies, Math.floor(maxCombinations / combinations) - 1));
          combinations *= allowed + 1;
          return { size, copies: allowed };
        }),
      };
    });
}

/** Draws from 0 to the limit. Half of the sizes are from a fifth to a half of the limit, so first-fit decreasing is often not optimal. */
function sizes(limit: number): fc.Arbitrary<number> {
  const smallest = Math.ceil(limit / 5);
  return fc.oneof(
    fc.integer({ min: 0, max: limit }),
    fc.integer({ min: smallest, max: Math.max(smallest, Math.floor(limit / 2)) }),
  );
}

/** Converts the integers to GPUs, tenths of a core, and MiB. */
export function componentsOf({ components }: SmallProblem): PackedComponent[] {
  return components.map(({ size, copies }, index) => ({
    name: `component-${index}`,
    resources: resourcesOf(size),
    copies,
  }));
}

export function instanceOf({ capacity }: SmallProblem): InstanceResources {
  return resourcesOf(capacity);
}

function resourcesOf([gpus, tenthsOfCores, memoryMib]: number[]): InstanceResources {
  return { gpus, cpuCores: tenthsOfCores / 10, memoryMib };
}
