import { AwsError } from '../../account/call';
import { withFunctionUnderTest, endpointNotFoundError, HandlerResponse } from '../function-under-test';

/** A network interface of a fleet (the instances of an endpoint). */
interface NetworkInterface {
  readonly id: string;
  readonly attachTime?: string;
  readonly requester?: string;
  /** Security groups that a user has added. */
  readonly addedGroups?: string[];
}

/** The state of an account when the resource is deleted. */
interface Scenario {
  /** The network interfaces at each poll. The last list is repeated. */
  readonly interfaces?: NetworkInterface[][];
  readonly grants?: object[];
  readonly endpointExists?: boolean;
  readonly componentExists?: boolean;
  /** Changes to the endpoint configuration and the model that the endpoint serves. */
  readonly config?: object;
  readonly model?: object;
  readonly properties?: object;
  readonly RequestType?: string;
  /** Whether the deadline has passed. */
  readonly isOverdue?: boolean;
}

const CONFIG_CREATED = new Date('2026-11-22T10:00:00Z');
const CONFIG = { CreationTime: CONFIG_CREATED, KmsKeyId: 'key', ProductionVariants: [{ ModelName: 'model' }] };
const MODEL = { ExecutionRoleArn: 'role', VpcConfig: { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-1'] } };
/** Times before and after the creation of the endpoint configuration. */
const BEFORE = '2026-11-22T09:00:00Z';
const AFTER = '2026-11-22T10:05:00Z';
const PROPERTIES = { EndpointName: 'vision', SecurityGroupIds: ['sg-1'], RoleArn: 'role', KeyArns: ['key'] };

async function send(
  scenario: Scenario,
): Promise<HandlerResponse & { invocations: number; seconds: number; operations: string[] }> {
  const { interfaces = [[]], grants = [], endpointExists = false, componentExists = false } = scenario;
  const { RequestType = 'Delete' } = scenario;
  return withFunctionUnderTest('endpoint-cleanup', async (lambda) => {
    lambda.responses = ({ operation }) => {
      switch (operation) {
        case 'DescribeEndpoint':
          if (!endpointExists) throw endpointNotFoundError();
          return { EndpointConfigName: 'config' };
        case 'DescribeInferenceComponent':
          if (!componentExists)
            throw new AwsError('ValidationException', 'Could not find inference component "vision-classifier".');
          return {};
        case 'DescribeEndpointConfig':
          return { ...CONFIG, ...scenario.config };
        case 'DescribeModel':
          return { ...MODEL, ...scenario.model };
        case 'ListGrants':
          return { Grants: grants };
        case 'DescribeNetworkInterfaces': {
          const currentInterfaces = (interfaces.length > 1 ? interfaces.shift() : interfaces[0]) ?? [];
          return { NetworkInterfaces: currentInterfaces.map(toApiFormat) };
        }
        default:
          return undefined;
      }
    };
    const start = Date.now();
    const response = await lambda.send(
      { RequestType, ...(scenario.isOverdue && { deadline: 0 }) },
      { ...PROPERTIES, ...scenario.properties },
    );
    const { invocations, operations } = lambda;
    return { ...response, invocations, operations, seconds: (Date.now() - start) / 1000 };
  });
}

function toApiFormat({ id, attachTime, requester = '', addedGroups = [] }: NetworkInterface): object {
  return {
    NetworkInterfaceId: id,
    RequesterId: requester,
    SubnetId: 'subnet-1',
    Groups: [{ GroupId: 'sg-1' }, ...addedGroups.map((GroupId) => ({ GroupId }))],
    ...(attachTime && { Attachment: { AttachTime: new Date(attachTime) } }),
  };
}

const OLD_INTERFACES = [{ id: 'eni-1', attachTime: BEFORE }];

test('a creation does not wait', async () => {
  expect((await send({ interfaces: [OLD_INTERFACES], RequestType: 'Create' })).Status).toBe('SUCCESS');
});

test('several invocations wait until the interfaces are removed', async () => {
  const polls = 60; // one invocation has time for about 50 polls
  const { Status, invocations } = await send({
    interfaces: [...Array<NetworkInterface[]>(polls).fill(OLD_INTERFACES), []],
  });
  expect(Status).toBe('SUCCESS');
  expect(invocations).toBeGreaterThan(1);
});

test('the deletion fails after 55 minutes, lists the remaining resources, and keeps the role', async () => {
  const { Status, Reason } = await send({ interfaces: [OLD_INTERFACES] });
  expect(Status).toBe('FAILED');
  expect(Reason).toMatch(/vision: network interface eni-1 with sg-1\. The role is kept/);
});

test('the deletion also waits for grants', async () => {
  expect((await send({ grants: [{ GrantId: 'g-1' }], isOverdue: true })).Reason).toContain('grant g-1');
});

test('the deletion does not wait for resources of the current fleet of an endpoint with inference components', async () => {
  const config = { ProductionVariants: [{ VariantName: 'AllTraffic' }], ...MODEL };
  const current = {
    interfaces: [[{ id: 'eni-2', attachTime: AFTER }]],
    grants: [{ GrantId: 'g-2', CreationDate: new Date(AFTER) }],
    endpointExists: true,
  };
  expect(await send({ ...current, config })).toMatchObject({ Status: 'SUCCESS' });
  const otherNetwork = { ...config, VpcConfig: undefined };
  expect((await send({ ...current, config: otherNetwork, isOverdue: true })).Reason).toContain('eni-2');
});

test('the deletion does not wait for resources of the current fleet', async () => {
  const current = {
    interfaces: [[{ id: 'eni-2', attachTime: AFTER, addedGroups: ['sg-of-a-firewall'] }]],
    grants: [{ GrantId: 'g-2', CreationDate: new Date(AFTER) }],
  };
  expect((await send({ ...current, endpointExists: true })).Status).toBe('SUCCESS');
  expect(
    (await send({ ...current, interfaces: [OLD_INTERFACES], endpointExists: true, isOverdue: true })).Reason,
  ).toContain('eni-1');
});

describe('after a rollback, the deletion waits for resources of the deleted fleet that are newer than the endpoint configuration:', () => {
  const endpointExists = true;
  const isOverdue = true;
  const interfaces = [[{ id: 'eni-2', attachTime: AFTER, requester: 'AROAOURS:SageMaker' }]];
  const grants = [{ GrantId: 'g-2', CreationDate: new Date(AFTER) }];

  test.each<[string, Scenario]>([
    ['a model without a VPC', { model: { VpcConfig: undefined } }],
    ['other subnets', { model: { VpcConfig: { Subnets: ['subnet-2'], SecurityGroupIds: ['sg-1'] } } }],
    ['other security groups', { model: { VpcConfig: { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-2'] } } }],
    ['a different role', { model: { ExecutionRoleArn: 'other' }, properties: { CreatorRoleId: 'AROAOURS' } }],
  ])('network interfaces, if the endpoint now serves %s', async (_, scenario) => {
    expect((await send({ interfaces, endpointExists, isOverdue, ...scenario })).Reason).toContain('eni-2');
  });

  test.each<[string, Scenario]>([
    ['a configuration without a key', { config: { KmsKeyId: undefined } }],
    ['a different key', { config: { KmsKeyId: 'other' } }],
    ['a different role', { model: { ExecutionRoleArn: 'other' } }],
  ])('KMS grants, if the endpoint now serves %s', async (_, scenario) => {
    expect((await send({ grants, endpointExists, isOverdue, ...scenario })).Reason).toContain('g-2');
  });
});

test('the deletion does not wait for a grant of the key that encrypts the data capture of the current fleet', async () => {
  const grants = [{ GrantId: 'g-2', CreationDate: new Date(AFTER) }];
  const config = { KmsKeyId: undefined, DataCaptureConfig: { KmsKeyId: 'key' } };
  expect((await send({ grants, endpointExists: true, config })).Status).toBe('SUCCESS');
});

test('if the security group is shared, the deletion waits only for interfaces that the role created', async () => {
  const properties = { CreatorRoleId: 'AROAOURS' };
  const otherInterfaces = [[{ id: 'eni-3', requester: 'AROAOTHER:x' }]];
  expect((await send({ interfaces: otherInterfaces, properties })).Status).toBe('SUCCESS');
  const interfacesOfRole = [[{ id: 'eni-4', requester: 'AROAOURS:SageMaker' }]];
  expect((await send({ interfaces: interfacesOfRole, properties, isOverdue: true })).Reason).toContain('eni-4');
});
