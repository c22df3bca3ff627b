import { FAILURES } from './failures';
import { runHistory } from './run';

const PLAYED = FAILURES.flatMap(({ number, symptom, histories = [] }) =>
  histories.map((history) => ({ number, symptom, ...history })),
);

test.each(PLAYED)('$number: $symptom', async ({ steps, switches }) => {
  expect((await runHistory(steps, { seed: 1, switches })).violations).toEqual([]);
});
