import fc from 'fast-check';
import { runHistory } from './run';
import { describeStep, history } from './steps';
test('explore', async () => {
  const N = Number(process.env.N ?? 20); const seed = Number(process.env.SEED ?? 1);
  const found = new Map<string, { n: number; story: string[]; msg: string; seed: number; len: number }>();
  const histories = fc.sample(history, { numRuns: N, seed });
  const t = performance.now(); let crashed = 0;
  for (const [i, steps] of histories.entries()) {
    if (performance.now() - t > Number(process.env.SECS ?? 300) * 1000) { console.log('stopped after', i); break; }
    try {
      const { violations, story } = await runHistory(steps, { seed: seed * 1000 + i });
      for (const v of violations) {
        const key = v.invariant + ' | ' + v.message.replace(/[0-9a-f]{64}/g, 'HASH').replace(/\d+(\.\d+)?/g, 'N').replace(/App-[\w-]+/gi, 'NAME').slice(0, 330);
        const old = found.get(key);
        const upto = story.slice(0, v.step);
        if (!old || upto.length < old.len) found.set(key, { n: (old?.n ?? 0) + 1, story: upto, msg: v.message, seed: seed * 1000 + i, len: upto.length });
        else old.n++;
      }
    } catch (e) { crashed++; console.log('CRASH', seed * 1000 + i, (e as Error).stack?.slice(0, 700), steps.map(describeStep)); }
  }
  console.log(N, 'histories', Math.round(performance.now() - t), 'ms', crashed, 'crashed');
  for (const [key, f] of [...found].sort((a, b) => b[1].n - a[1].n)) console.log(`\n### ${f.n}x ${key.split(' | ')[0]} [seed ${f.seed}]\n    ${f.msg.slice(0, 600)}\n      ${f.story.map((s) => s.slice(0, 300)).join('\n      ')}`);
});
