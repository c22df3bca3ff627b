import { Uses } from '../iam/uses';
import { checkHistories } from './check-histories';

test('long random histories violate no invariant that is not known', async () => {
  await checkHistories({ numRuns: Number(process.env.HISTORIES ?? 300), uses: new Uses() });
});
