import { Uses } from '../iam/uses';
import { checkHistories } from './check-histories';
import { unusedPermissions } from './permissions';

test('random histories violate no invariant that is not known, and use each permission that a role has', async () => {
  const uses = new Uses();
  await checkHistories({ numRuns: 300, uses });
  expect(unusedPermissions(uses)).toEqual([]);
});
