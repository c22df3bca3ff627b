import { Uses } from '../iam/uses';
import { findViolation } from './check-histories';
import { unusedPermissions } from './permissions';

test('random histories violate no invariant that is not known, and use each permission that a role has', async () => {
  const uses = new Uses();
  expect(await findViolation({ numRuns: 300, uses })).toBeUndefined();
  expect(unusedPermissions(uses)).toEqual([]);
});
