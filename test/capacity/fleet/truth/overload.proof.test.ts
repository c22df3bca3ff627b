import { manualComputations } from './overload';

test.each(manualComputations())('$scenario: $quantity', ({ expected, simulated }) => {
  expect(Math.abs(simulated - expected)).toBeLessThanOrEqual(0.02 * expected + 1e-6);
});
