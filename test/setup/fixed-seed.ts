import fc from 'fast-check';

/** A fixed seed makes property tests reproducible on each machine. To search for more failures, set a different seed: `SEED=1 npx jest …`. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20261123) });
