import { inAccount, noEndpoint, Verdict } from '../in-account';

interface Interface {
  readonly id: string;
  readonly attached?: string;
  readonly requester?: string;
  /** Groups that others have added. */
  readonly added?: string[];
}

/** What a deletion finds. */
interface Scene {
  /** What each look finds; the last one again and again. */
  readonly interfaces?: Interface[][];
  readonly grants?: object[];
  readonly endpointExists?: boolean;
  /** What differs in the configuration and the model that the endpoint serves. */
  readonly config?: object;
  readonly model?: object;
  readonly properties?: object;
  readonly RequestType?: string;
  /** Whether it has waited long enough already. */
  readonly isLate?: boolean;
}

const CONFIG_CREATED = new Date('2026-11-22T10:00:00Z');
const CONFIG = { CreationTime: CONFIG_CREATED, KmsKeyId: 'key', ProductionVariants: [{ ModelName: 'model' }] };
const MODEL = { ExecutionRoleArn: 'role', VpcConfig: { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-1'] } };
const BEFORE = '2026-11-22T09:00:00Z';
const AFTER = '2026-11-22T10:05:00Z';
const PROPERTIES = { EndpointName: 'vision', SecurityGroupIds: ['sg-1'], RoleArn: 'role', KeyArns: ['key'] };

async function send(scene: Scene): Promise<Verdict & { invocations: number; seconds: number; operations: string[] }> {
  const { interfaces = [[]], grants = [], endpointExists = false, RequestType = 'Delete' } = scene;
  return inAccount('endpoint-cleanup', async (lambda) => {
    lambda.answers = ({ operation }) => {
      switch (operation) {
        case 'DescribeEndpoint':
          if (!endpointExists) throw noEndpoint();
          return { EndpointConfigName: 'config' };
        case 'DescribeEndpointConfig':
          return { ...CONFIG, ...scene.config };
        case 'DescribeModel':
          return { ...MODEL, ...scene.model };
        case 'ListGrants':
          return { Grants: grants };
        case 'DescribeNetworkInterfaces': {
          const found = (interfaces.length > 1 ? interfaces.shift() : interfaces[0]) ?? [];
          return { NetworkInterfaces: found.map(described) };
        }
        default:
          return undefined;
      }
    };
    const begun = Date.now();
    const verdict = await lambda.send(
      { RequestType, ...(scene.isLate && { deadline: 0 }) },
      { ...PROPERTIES, ...scene.properties },
    );
    const { invocations, operations } = lambda;
    return { ...verdict, invocations, operations, seconds: (Date.now() - begun) / 1000 };
  });
}

function described({ id, attached, requester = '', added = [] }: Interface): object {
  return {
    NetworkInterfaceId: id,
    RequesterId: requester,
    SubnetId: 'subnet-1',
    Groups: [{ GroupId: 'sg-1' }, ...added.map((GroupId) => ({ GroupId }))],
    ...(attached && { Attachment: { AttachTime: new Date(attached) } }),
  };
}

const GONE = [{ id: 'eni-1', attached: BEFORE }];

test('nothing is waited for but a deletion', async () => {
  expect((await send({ interfaces: [GONE], RequestType: 'Create' })).Status).toBe('SUCCESS');
});

describe('the log group', () => {
  const nothingElse = { properties: { SecurityGroupIds: [], KeyArns: [] } };

  test('of an endpoint that is gone stays until all of AWS knows that its role may no longer make it', async () => {
    const { Status, seconds, operations } = await send(nothingElse);
    expect(Status).toBe('SUCCESS');
    expect(seconds).toBeGreaterThanOrEqual(30);
    expect(operations).toEqual(['DescribeEndpoint']);
  });

  test('of an endpoint that serves is not deleted, so nothing is waited for', async () => {
    expect((await send({ ...nothingElse, endpointExists: true })).seconds).toBeLessThan(30);
  });
});

test('a deletion waits until the interfaces are gone, over several invocations', async () => {
  const looks = 60; // an invocation has time for some fifty
  const { Status, invocations } = await send({ interfaces: [...Array<Interface[]>(looks).fill(GONE), []] });
  expect(Status).toBe('SUCCESS');
  expect(invocations).toBeGreaterThan(1);
});

test('after 55 minutes it gives up, says what is left, and keeps the role', async () => {
  const { Status, Reason } = await send({ interfaces: [GONE] });
  expect(Status).toBe('FAILED');
  expect(Reason).toMatch(/vision: network interface eni-1 with sg-1\. The role is kept/);
});

test('a grant is waited for as well', async () => {
  expect((await send({ grants: [{ GrantId: 'g-1' }], isLate: true })).Reason).toContain('grant g-1');
});

test('what belongs to the fleet that serves now stays', async () => {
  const young = {
    interfaces: [[{ id: 'eni-2', attached: AFTER, added: ['sg-of-a-firewall'] }]],
    grants: [{ GrantId: 'g-2', CreationDate: new Date(AFTER) }],
  };
  expect((await send({ ...young, endpointExists: true })).Status).toBe('SUCCESS');
  expect((await send({ ...young, interfaces: [GONE], endpointExists: true, isLate: true })).Reason).toContain('eni-1');
});

describe('after a rollback the fleet that is gone is younger than the configuration, and is waited for', () => {
  const endpointExists = true;
  const isLate = true;
  const interfaces = [[{ id: 'eni-2', attached: AFTER, requester: 'AROAOURS:SageMaker' }]];
  const grants = [{ GrantId: 'g-2', CreationDate: new Date(AFTER) }];

  test.each<[string, Scene]>([
    ['an endpoint without a VPC', { model: { VpcConfig: undefined } }],
    ['other subnets', { model: { VpcConfig: { Subnets: ['subnet-2'], SecurityGroupIds: ['sg-1'] } } }],
    ['other groups', { model: { VpcConfig: { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-2'] } } }],
    ['another role', { model: { ExecutionRoleArn: 'other' }, properties: { CreatorRoleId: 'AROAOURS' } }],
  ])('its interfaces, where %s is served again', async (_, scene) => {
    expect((await send({ interfaces, endpointExists, isLate, ...scene })).Reason).toContain('eni-2');
  });

  test.each<[string, Scene]>([
    ['an endpoint without a key', { config: { KmsKeyId: undefined } }],
    ['another key', { config: { KmsKeyId: 'other' } }],
    ['another role', { model: { ExecutionRoleArn: 'other' } }],
  ])('its grants, where %s is served again', async (_, scene) => {
    expect((await send({ grants, endpointExists, isLate, ...scene })).Reason).toContain('g-2');
  });
});

test.each<[string, object]>([
  ['of captured data', { DataCaptureConfig: { KmsKeyId: 'key' } }],
  ['of core dumps', { ProductionVariants: [{ ModelName: 'model', CoreDumpConfig: { KmsKeyId: 'key' } }] }],
])('a grant of the key %s may be that of the fleet that serves now', async (_, used) => {
  const grants = [{ GrantId: 'g-2', CreationDate: new Date(AFTER) }];
  const { Status } = await send({ grants, endpointExists: true, config: { KmsKeyId: undefined, ...used } });
  expect(Status).toBe('SUCCESS');
});

test('of a group that others have too, only interfaces that the role made count', async () => {
  const properties = { CreatorRoleId: 'AROAOURS' };
  const others = [[{ id: 'eni-3', requester: 'AROAOTHER:x' }]];
  expect((await send({ interfaces: others, properties })).Status).toBe('SUCCESS');
  const own = [[{ id: 'eni-4', requester: 'AROAOURS:SageMaker' }]];
  expect((await send({ interfaces: own, properties, isLate: true })).Reason).toContain('eni-4');
});
