import { AWorld } from './a-world';
import { Iam } from './iam';
import { Uses } from './uses';

const BUCKET = 'arn:aws:s3:::b';
const POLICY = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: [`${BUCKET}/a/*`, `${BUCKET}/b/*`] },
    { Effect: 'Allow', Action: 's3:ListBucket', Resource: BUCKET },
    { Effect: 'Deny', Action: 's3:DeleteObject', Resource: '*' },
  ],
};

test('lists the permissions that no request of any history needed', async () => {
  const uses = new Uses();
  for (const requests of [
    ['GetObject', 'a/1'],
    ['PutObject', 'b/1'],
  ]) {
    const call = await account(uses);
    await call(...(requests as [string, string]));
  }
  const granted = (statement: number, action: string, resource: string) => ({
    role: 'Handler',
    policy: 'Store',
    statement,
    action,
    resource,
  });
  expect(uses.unused()).toEqual([
    granted(1, 's3:GetObject', `${BUCKET}/b/*`),
    granted(1, 's3:PutObject', `${BUCKET}/a/*`),
    granted(2, 's3:ListBucket', BUCKET),
  ]);
  expect(uses.unusedActions()).toEqual([{ role: 'Handler', policy: 'Store', statement: 2, action: 's3:ListBucket' }]);
});

test('lists the requests that were denied', async () => {
  const uses = new Uses();
  const call = await account(uses);
  await expect(call('DeleteObject', 'a/1')).rejects.toThrow('with an explicit deny in an identity-based policy');
  await expect(call('GetObject', 'c')).rejects.toThrow('because no identity-based policy allows');
  expect(uses.denied).toMatchObject([
    { role: 'Handler', service: 's3', operation: 'DeleteObject', action: 's3:DeleteObject', resource: `${BUCKET}/a/1` },
    { role: 'Handler', service: 's3', operation: 'GetObject', action: 's3:GetObject', resource: `${BUCKET}/c` },
  ]);
});

/** A fresh account with one role, as a function that makes requests in its name. */
async function account(uses: Uses) {
  const iam = new Iam(new AWorld(), uses);
  const send = (operation: string, input: Record<string, unknown>) =>
    iam.handle({ principal: 'deployer', service: 'iam', operation, input });
  const Principal = { Service: 'lambda.amazonaws.com' };
  const trust = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal }] };
  await send('CreateRole', { RoleName: 'Handler', AssumeRolePolicyDocument: JSON.stringify(trust) });
  await send('PutRolePolicy', { RoleName: 'Handler', PolicyName: 'Store', PolicyDocument: JSON.stringify(POLICY) });
  return (operation: string, Key: string) =>
    iam.authorize({
      principal: { role: 'Handler', service: 'lambda.amazonaws.com' },
      service: 's3',
      operation,
      input: { Bucket: 'b', Key },
    });
}
