import { overloadTable } from './manual-computation';
import { manualComputations } from './overload';
import { tableOfPage } from './page';

const computations = manualComputations();

test.each(computations)('$scenario: $quantity', ({ expected, simulated }) => {
  expect(Math.abs(simulated - expected)).toBeLessThanOrEqual(0.02 * expected + 1e-6);
});

test('the page has these numbers (update with: npx tsx scripts/simulation-accuracy-page.ts)', () => {
  expect(tableOfPage('overload')).toBe(overloadTable(computations));
});
