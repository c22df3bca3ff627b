import { FAILURES } from './failures';
import { runHistory } from './run-history';
import { sample, SEED } from '../../setup/proof';

const HISTORIES = FAILURES.flatMap(({ number, symptom, histories = [] }) =>
  histories.map((history) => ({ number, symptom, ...history })),
);

test.each(sample(HISTORIES, 3))('$number: $symptom', async ({ steps, switches }) => {
  expect((await runHistory(steps, { seed: SEED, switches })).violations).toEqual([]);
});
