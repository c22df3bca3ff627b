import * as fc from 'fast-check';
import { Copies, CopyResources, firstFitInstances, leastInstances } from '../../lib/platform/first-fit';

const INSTANCE: CopyResources = { gpus: 4, cpuCores: 48, memoryMib: 196_608 };
const copiesOf = (gpus: number, copies: number, others: Partial<CopyResources> = {}): Copies => ({
  resources: { gpus, cpuCores: 0, memoryMib: 0, ...others },
  copies,
});

test.each<[string, Copies[], number | undefined]>([
  ['copies with the same GPUs fill an instance', [copiesOf(1, 4)], 1],
  ['the largest copies are placed first, and smaller ones fill the gaps', [copiesOf(1, 2), copiesOf(3, 2)], 2],
  ['the scarcest resource decides', [copiesOf(1, 4, { memoryMib: 100_000 })], 4],
  ['fractions are exact', [copiesOf(0, 84, { cpuCores: 0.57 })], 1],
  ['copies that reserve nothing require one instance', [copiesOf(0, 1000)], 1],
  ['no copies require no instance', [copiesOf(1, 0)], 0],
  ['a copy that is larger than an instance fits nowhere', [copiesOf(5, 0)], undefined],
])('%s', (_, all, expected) => {
  expect(firstFitInstances(all, INSTANCE)).toBe(expected);
});

test('no two copies that reserve more than half of an instance share one', () => {
  expect(leastInstances([copiesOf(3, 3)], INSTANCE)).toBe(3);
});

test('many copies take little time', () => {
  expect(firstFitInstances([copiesOf(1, 1e9), copiesOf(2, 1e9)], INSTANCE)).toBe(750_000_000);
});

test('the bound is never above the first-fit number, which is less than twice the bound in one dimension', () => {
  const component = fc.record({ gpus: fc.integer({ min: 1, max: 4 }), copies: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(component, { minLength: 1, maxLength: 8 }), (components) => {
      const all = components.map(({ gpus, copies }) => copiesOf(gpus, copies));
      const [least = NaN, firstFit = NaN] = [leastInstances(all, INSTANCE), firstFitInstances(all, INSTANCE)];
      expect(least).toBeLessThanOrEqual(firstFit);
      expect(firstFit).toBeLessThanOrEqual(Math.max(1, 2 * least));
    }),
  );
});
