import { IamTestAccount } from './iam-test-account';
import { Iam } from './iam';
import { PermissionUsage } from './permission-usage';

const BUCKET = 'arn:aws:s3:::b';
const POLICY = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: [`${BUCKET}/a/*`, `${BUCKET}/b/*`] },
    { Effect: 'Allow', Action: 's3:ListBucket', Resource: BUCKET },
    { Effect: 'Deny', Action: 's3:DeleteObject', Resource: '*' },
  ],
};

test('PermissionUsage lists the permissions that no request used', async () => {
  const usage = new PermissionUsage();
  for (const requests of [
    ['GetObject', 'a/1'],
    ['PutObject', 'b/1'],
  ]) {
    const call = await authorizerOfNewRole(usage);
    await call(...(requests as [string, string]));
  }
  const permission = (statement: number, action: string, resource: string) => ({
    role: 'Handler',
    policy: 'Store',
    statement,
    action,
    resource,
  });
  expect(usage.unused()).toEqual([
    permission(1, 's3:GetObject', `${BUCKET}/b/*`),
    permission(1, 's3:PutObject', `${BUCKET}/a/*`),
    permission(2, 's3:ListBucket', BUCKET),
  ]);
  expect(usage.unusedActions()).toEqual([{ role: 'Handler', policy: 'Store', statement: 2, action: 's3:ListBucket' }]);
});

test('PermissionUsage lists the requests that were denied', async () => {
  const usage = new PermissionUsage();
  const call = await authorizerOfNewRole(usage);
  await expect(call('DeleteObject', 'a/1')).rejects.toThrow('with an explicit deny in an identity-based policy');
  await expect(call('GetObject', 'c')).rejects.toThrow('because no identity-based policy allows');
  expect(usage.denied).toMatchObject([
    { role: 'Handler', service: 's3', operation: 'DeleteObject', action: 's3:DeleteObject', resource: `${BUCKET}/a/1` },
    { role: 'Handler', service: 's3', operation: 'GetObject', action: 's3:GetObject', resource: `${BUCKET}/c` },
  ]);
});

/** Creates an account with one role. Returns a function that authorizes requests with the role. */
async function authorizerOfNewRole(usage: PermissionUsage) {
  const iam = new Iam(new IamTestAccount(), usage);
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
