import { FAILURES } from './failures';
import { runHistory } from './run-history';

const HISTORIES = FAILURES.flatMap(({ number, symptom, histories = [] }) =>
  histories.map((history) => ({ number, symptom, ...history })),
);

test.each(HISTORIES)('$number: $symptom', async ({ steps, switches }) => {
  expect((await runHistory(steps, { seed: 1, switches })).violations).toEqual([]);
});
