import fc from 'fast-check';
import { writeFileSync, appendFileSync } from 'node:fs';
import { switchPositions } from '../assumptions';
import { runHistory } from './run-history';
import { histories } from './steps';

const seed = Number(process.env.SEED ?? 1);
const runs = Number(process.env.RUNS ?? 20);
const allOn = process.env.ALL_ON !== undefined;
test('all', async () => {
  if (process.env.REPLAY) return;
  const file = process.env.OUT ?? '/tmp/w/ic/t/hist.txt';
  writeFileSync(file, '');
  const samples = fc.sample(fc.tuple(histories, fc.nat(), switchPositions), { numRuns: runs, seed });
  let failed = 0;
  for (const [steps, historySeed, sw] of samples) {
    const switches = allOn ? {} : sw;
    const t = performance.now();
    let r;
    try {
      r = await runHistory(steps, { seed: historySeed, switches });
    } catch (e) {
      r = {
        stepResults: [JSON.stringify(steps)],
        violations: [{ step: 0, invariant: 'CRASH', message: (e as Error).stack }],
      } as any;
    }
    const messages = [
      ...new Set(r.violations.map((v: any) => `  VIOL step ${v.step} [${v.invariant}] ${v.message}`)),
    ].slice(0, 12);
    if (messages.length) failed++;
    appendFileSync(
      file,
      [
        `=== seed ${historySeed} ${(performance.now() - t).toFixed(0)} ms off: ${Object.keys(switches).join(' ')}`,
        ...(process.env.JSONH ? [JSON.stringify(steps)] : []),
        ...r.stepResults,
        ...messages,
        '',
      ].join('\n'),
    );
  }
  appendFileSync(file, `FAILED ${failed} of ${samples.length}\n`);
});

test('replay', async () => {
  if (!process.env.REPLAY) return;
  const { steps, seed: s, off } = JSON.parse(process.env.REPLAY);
  (globalThis as any).DEBUG = process.env.DBG;
  const r = await runHistory(steps, {
    seed: s,
    switches: Object.fromEntries((off as string[]).map((o) => [o, false])),
  });
  writeFileSync(
    '/tmp/w/ic/t/replay.txt',
    [
      ...r.stepResults,
      ...new Set(r.violations.map((v: any) => `VIOL step ${v.step} [${v.invariant}] ${v.message}`)),
    ].join('\n') + '\n',
  );
});
