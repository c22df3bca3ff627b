import * as fc from 'fast-check';
import { packCopies, worstCaseInstances } from '../../lib/sizing/packing';
import { fewestByExhaustiveSearch, mostByExhaustiveSearch } from './packing-oracle';
import { componentsOf, instanceOf, smallProblems } from './packing-problems';
import { runs } from '../setup/proof';

test('for random sets of components, the number of instances is that of an exhaustive search', () => {
  fc.assert(
    fc.property(smallProblems(1000), (problem) => {
      expect(packCopies(componentsOf(problem), instanceOf(problem))).toMatchObject({
        instanceCount: fewestByExhaustiveSearch(problem),
        isExact: true,
      });
    }),
    { numRuns: runs(1000, 100) },
  );
});

test('for random sets of components, no order and no choice of instances requires more than the worst case', () => {
  fc.assert(
    fc.property(smallProblems(100), (problem) => {
      const most = mostByExhaustiveSearch(problem);
      expect(worstCaseInstances(componentsOf(problem), instanceOf(problem))).toBeGreaterThanOrEqual(most);
    }),
    { numRuns: runs(1000, 100) },
  );
});
