import fc from 'fast-check';

/** The same properties hold or fail on each machine. A different seed looks for more: `SEED=1 npx vitest run …`. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20261123) });
