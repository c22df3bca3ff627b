import * as fc from 'fast-check';
import { InstanceResources, packCopies, PackedComponent, surgeInstances } from '../../lib/sizing/packing';
import { fewestByExhaustiveSearch } from './packing-oracle';
import { componentsOf, instanceOf, smallProblems } from './packing-problems';

const G5_12XLARGE: InstanceResources = { gpus: 4, cpuCores: 48, memoryMib: 180_000 };
const SEVEN_CORES: InstanceResources = { gpus: 0, cpuCores: 7, memoryMib: 28_000 };

/** Copies of a component that reserves only GPUs. */
const gpuCopies = (name: string, gpus: number, copies: number): PackedComponent => ({
  name,
  resources: { gpus, cpuCores: 0, memoryMib: 0 },
  copies,
});

/** Copies of a component that reserves only CPU cores. */
const cpuCopies = (name: string, cpuCores: number, copies: number): PackedComponent => ({
  name,
  resources: { gpus: 0, cpuCores, memoryMib: 0 },
  copies,
});

const instanceCount = (components: PackedComponent[], instance: InstanceResources) =>
  packCopies(components, instance)?.instanceCount;

describe('the fewest instances:', () => {
  test('copies of different components share an instance', () => {
    expect(packCopies([gpuCopies('classifier', 1, 2), gpuCopies('detector', 2, 1)], G5_12XLARGE)).toEqual({
      instanceCount: 1,
      isExact: true,
      placement: [
        new Map([
          ['detector', 1],
          ['classifier', 2],
        ]),
      ],
    });
  });

  test('the copies of one component are distributed over instances', () => {
    const packing = packCopies([gpuCopies('detector', 3, 2), gpuCopies('classifier', 1, 3)], G5_12XLARGE);
    expect(packing?.placement).toEqual([
      new Map([
        ['detector', 1],
        ['classifier', 1],
      ]),
      new Map([
        ['detector', 1],
        ['classifier', 1],
      ]),
      new Map([['classifier', 1]]),
    ]);
  });

  test('the scarcest resource decides', () => {
    const resources = { gpus: 1, cpuCores: 4, memoryMib: 100_000 };
    expect(instanceCount([{ name: 'large', resources, copies: 3 }], G5_12XLARGE)).toBe(3);
  });

  test('different resources may be scarce: a copy that reserves all GPUs and a copy that reserves all memory', () => {
    const components = [
      { name: 'language-model', resources: { gpus: 4, cpuCores: 8, memoryMib: 50_000 }, copies: 5 },
      { name: 'index', resources: { gpus: 0, cpuCores: 8, memoryMib: 180_000 }, copies: 5 },
    ];
    expect(packCopies(components, G5_12XLARGE)).toMatchObject({ instanceCount: 10, isExact: true });
  });

  test('no copies require no instances', () => {
    expect(packCopies([gpuCopies('classifier', 1, 0)], G5_12XLARGE)).toEqual({
      instanceCount: 0,
      isExact: true,
      placement: [],
    });
    expect(instanceCount([], G5_12XLARGE)).toBe(0);
  });

  test('copies that reserve nothing require one instance', () => {
    expect(instanceCount([gpuCopies('router', 0, 5)], G5_12XLARGE)).toBe(1);
  });

  test.each([1, 0])('a copy that does not fit on an empty instance, in a component with %i copies', (copies) => {
    expect(packCopies([gpuCopies('large', 8, copies)], G5_12XLARGE)).toBeUndefined();
  });

  test('fewer instances than first-fit decreasing, which places the 3-core copies together and needs a third instance', () => {
    const packing = packCopies([cpuCopies('large', 3, 2), cpuCopies('small', 2, 4)], SEVEN_CORES);
    const oneLargeTwoSmall = new Map([
      ['large', 1],
      ['small', 2],
    ]);
    expect(packing).toEqual({ instanceCount: 2, isExact: true, placement: [oneLargeTwoSmall, oneLargeTwoSmall] });
  });

  test('more instances than each resource alone requires', () => {
    expect(packCopies([cpuCopies('a', 4, 3), cpuCopies('b', 2.5, 3)], SEVEN_CORES)).toMatchObject({
      instanceCount: 3,
      isExact: true,
    });
    expect(packCopies([cpuCopies('a', 4, 5)], SEVEN_CORES)).toMatchObject({ instanceCount: 5, isExact: true });
  });
});

describe('fractions of a core are exact:', () => {
  test.each([
    [0.1, 70],
    [0.7, 10],
    [1.4, 5],
    [7 / 3, 3],
    [7 / 6, 6],
    [0.25, 28],
  ])('%d cores fit %i times on 7 cores', (cores, copies) => {
    expect(instanceCount([cpuCopies('small', cores, copies)], SEVEN_CORES)).toBe(1);
    expect(instanceCount([cpuCopies('small', cores, copies + 1)], SEVEN_CORES)).toBe(2);
  });

  test('0.1 + 0.2 cores fit on 0.3 cores', () => {
    expect(instanceCount([cpuCopies('a', 0.1, 1), cpuCopies('b', 0.2, 1)], { ...SEVEN_CORES, cpuCores: 0.3 })).toBe(1);
  });

  test('slightly more than half of the cores fits only once', () => {
    expect(instanceCount([cpuCopies('half', 3.500001, 2)], SEVEN_CORES)).toBe(2);
  });
});

describe('a rolling update:', () => {
  const components = [gpuCopies('classifier', 1, 3), gpuCopies('detector', 2, 2)];

  test('the batch of new copies runs in addition to the old copies', () => {
    expect(instanceCount(components, G5_12XLARGE)).toBe(2);
    const surgeOf = (name: string, batch: number) =>
      surgeInstances(components, G5_12XLARGE, { name, batch })?.instanceCount;
    expect(surgeOf('classifier', 1)).toBe(2);
    expect(surgeOf('classifier', 2)).toBe(3);
    expect(surgeOf('detector', 1)).toBe(3);
  });

  test('the placement contains old and new copies', () => {
    const packing = surgeInstances(components, G5_12XLARGE, { name: 'detector', batch: 2 });
    expect(totalsOf(packing?.placement ?? [])).toEqual({ classifier: 3, detector: 4 });
  });
});

describe('for random copies', () => {
  test('the number of instances is that of an exhaustive search', () => {
    fc.assert(
      fc.property(smallProblems(100), (problem) => {
        expect(packCopies(componentsOf(problem), instanceOf(problem))).toMatchObject({
          instanceCount: fewestByExhaustiveSearch(problem),
          isExact: true,
        });
      }),
    );
  });

  test('each copy is placed, and the copies fit on their instances', () => {
    fc.assert(
      fc.property(smallProblems(Infinity), (problem) => {
        const components = componentsOf(problem);
        const { placement, instanceCount: count } = packCopies(components, instanceOf(problem)) ?? never();
        expect(placement).toHaveLength(count);
        const expected = components.filter(({ copies }) => copies > 0).map(({ name, copies }) => [name, copies]);
        expect(totalsOf(placement)).toEqual(Object.fromEntries(expected));
        for (const content of placement) {
          const loads = problem.capacity.map((_, resource) =>
            problem.components.reduce(
              (sum, { size }, index) => sum + size[resource] * (content.get(components[index].name) ?? 0),
              0,
            ),
          );
          loads.forEach((load, resource) => expect(load).toBeLessThanOrEqual(problem.capacity[resource]));
        }
      }),
    );
  });

  test('the order of the components does not matter', () => {
    fc.assert(
      fc.property(smallProblems(Infinity), (problem) => {
        const components = componentsOf(problem);
        const instance = instanceOf(problem);
        expect(instanceCount([...components].reverse(), instance)).toBe(instanceCount(components, instance));
      }),
    );
  });

  test('one more copy requires at most one more instance, and never fewer', () => {
    fc.assert(
      fc.property(smallProblems(Infinity), (problem) => {
        const components = componentsOf(problem);
        const instance = instanceOf(problem);
        const before = instanceCount(components, instance) ?? never();
        const after = surgeInstances(components, instance, { name: 'component-0', batch: 1 })?.instanceCount ?? never();
        expect([before, before + 1]).toContain(after);
      }),
    );
  });
});

function totalsOf(placement: ReadonlyMap<string, number>[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const content of placement) for (const [name, copies] of content) totals[name] = (totals[name] ?? 0) + copies;
  return totals;
}

function never(): never {
  throw new Error('each copy fits on an empty instance');
}
