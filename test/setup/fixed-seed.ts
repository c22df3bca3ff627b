import fc from 'fast-check';
import { SEED } from './proof';

/** fast-check draws the same values in each run, unless `SEED` is set: `SEED=1 npx jest …`. */
fc.configureGlobal({ seed: SEED });
