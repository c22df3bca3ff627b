import * as fc from 'fast-check';
import { packCopies, worstCaseInstances } from '../../lib/sizing/packing';
import { mostByExhaustiveSearch } from './packing-oracle';
import { componentsOf, instanceOf, smallProblems } from './packing-problems';

const SEVEN_CORES = { gpus: 0, cpuCores: 7, memoryMib: 28_000 };

/** Copies of a component that reserves only CPU cores. */
const copiesWith = (cpuCores: number, copies: number) => ({
  name: `cores-${cpuCores}`,
  resources: { gpus: 0, cpuCores, memoryMib: 0 },
  copies,
});

describe('the most instances that copies can require, if they start in an unfavorable order:', () => {
  test('if the small copies start first, three of them share an instance, and each large copy requires its own instance', () => {
    const components = [copiesWith(3, 2), copiesWith(2, 4)];
    expect(packCopies(components, SEVEN_CORES)?.instanceCount).toBe(2);
    expect(worstCaseInstances(components, SEVEN_CORES)).toBe(3);
  });

  test('copies of equal size never require more than the fewest instances', () => {
    expect(worstCaseInstances([copiesWith(2, 9)], SEVEN_CORES)).toBe(3);
    expect(worstCaseInstances([copiesWith(4, 3)], SEVEN_CORES)).toBe(3);
  });

  test('0.1-core copies: fractions do not raise the bound', () => {
    expect(worstCaseInstances([copiesWith(0.1, 140)], SEVEN_CORES)).toBe(2);
  });

  test('no copies, and a copy that does not fit', () => {
    expect(worstCaseInstances([], SEVEN_CORES)).toBe(0);
    expect(worstCaseInstances([copiesWith(8, 1)], SEVEN_CORES)).toBeUndefined();
  });

  test('for random copies, no order and no choice of instances requires more', () => {
    fc.assert(
      fc.property(smallProblems(40), (problem) => {
        const components = componentsOf(problem);
        const most = mostByExhaustiveSearch(problem);
        expect(worstCaseInstances(components, instanceOf(problem))).toBeGreaterThanOrEqual(most);
        expect(packCopies(components, instanceOf(problem))?.instanceCount).toBeLessThanOrEqual(most);
      }),
    );
  });
});
