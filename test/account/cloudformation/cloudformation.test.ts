import { simulate, Simulation } from '../simulation';
import { deploy, destroy } from './deploy';
import { Step } from './cloudformation';
import { ResourceDefinition, Template } from './template';

const TOPIC = 'AWS::SNS::Topic';

function template(Resources: Record<string, ResourceDefinition>): Template {
  return { Resources };
}

/** A parameter with a fixed name, whose value can be updated in place. */
function parameter(Value: unknown, overrides: Partial<ResourceDefinition> = {}): ResourceDefinition {
  return { Type: 'AWS::SSM::Parameter', Properties: { Name: '/the/parameter', Type: 'String', Value }, ...overrides };
}

/** Makes steps fail. A step such as `Second create after forward` has a logical ID, an action, a moment and a phase (see `Step`). */
function injectFailures(aws: Simulation, ...steps: string[]): void {
  aws.cloudformation.injectFailure = ({ logicalId, action, moment, phase }: Step) =>
    steps.includes(`${logicalId} ${action} ${moment} ${phase}`) ? 'injected' : undefined;
}

const parameterValues = ({ ssm }: Simulation): unknown[] =>
  [...(ssm.records.get('parameters')?.values() ?? [])].map(({ Value }) => Value);
const countTopics = ({ sns }: Simulation): number => sns.records.get('topics')?.size ?? 0;

test('a resource is created after the resources that it refers to', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const { status, events } = await deploy(
      aws.cloudformation,
      'App',
      template({ Second: parameter({ 'Fn::Sub': 'topic ${First.TopicName}' }), First: { Type: TOPIC } }),
    );
    expect(status).toBe('CREATE_COMPLETE');
    expect(parameterValues(aws)).toEqual([expect.stringMatching(/^topic App-First/)]);
    const completedIds = events.filter((event) => event.status === 'CREATE_COMPLETE').map(({ logicalId }) => logicalId);
    expect(completedIds).toEqual(['First', 'Second', undefined]);
  });
});

test('independent resources are created in a random order, which depends only on the seed', async () => {
  const orderOf = async (seed: number): Promise<string> =>
    simulate({ seed }, async ({ cloudformation }) => {
      const resources = Object.fromEntries(['A', 'B', 'C', 'D'].map((id) => [id, { Type: TOPIC }]));
      const { events } = await deploy(cloudformation, 'App', template(resources));
      return events
        .filter(({ status }) => status === 'CREATE_COMPLETE')
        .map(({ logicalId }) => logicalId)
        .join('');
    });
  const orders = [];
  for (const seed of [1, 1, 2, 3, 4]) orders.push(await orderOf(seed));
  expect(orders[1]).toBe(orders[0]);
  expect(new Set(orders).size).toBeGreaterThan(1);
});

test('a failed creation leaves only resources that their DeletionPolicy retains', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    injectFailures(aws, 'Last create before forward');
    const stack = await deploy(
      aws.cloudformation,
      'App',
      template({
        Gone: { Type: TOPIC },
        Kept: { Type: TOPIC, DeletionPolicy: 'Retain' },
        GoneToo: { Type: TOPIC, DeletionPolicy: 'RetainExceptOnCreate' },
        Last: { Type: TOPIC, DependsOn: ['Gone', 'Kept', 'GoneToo'] },
      }),
    );
    expect(stack.status).toBe('ROLLBACK_COMPLETE');
    expect([...(aws.sns.records.get('topics')?.keys() ?? [])]).toEqual([expect.stringContaining('Kept')]);
  });
});

test('a failed update restores the old properties of changed resources, and deletes new resources', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await deploy(aws.cloudformation, 'App', template({ Changed: parameter('old') }));
    injectFailures(aws, 'Last create before forward');
    const { status } = await deploy(
      aws.cloudformation,
      'App',
      template({
        Changed: parameter('new'),
        New: { Type: TOPIC },
        Last: { Type: TOPIC, DependsOn: ['Changed', 'New'] },
      }),
    );
    expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(parameterValues(aws)).toEqual(['old']);
    expect(countTopics(aws)).toBe(0);
  });
});

test('after a failed rollback, the stack cannot be updated', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await deploy(aws.cloudformation, 'App', template({ Changed: parameter('old') }));
    injectFailures(aws, 'Last create before forward', 'Changed update before rollback');
    const next = template({ Changed: parameter('new'), Last: { Type: TOPIC, DependsOn: 'Changed' } });
    expect((await deploy(aws.cloudformation, 'App', next)).status).toBe('UPDATE_ROLLBACK_FAILED');
    await expect(deploy(aws.cloudformation, 'App', next)).rejects.toThrow('is in UPDATE_ROLLBACK_FAILED state');
  });
});

test('a replacement is created before the old resource is deleted', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const withTopicName = (TopicName: string): Template =>
      template({ Topic: { Type: TOPIC, Properties: { TopicName } } });
    await deploy(aws.cloudformation, 'App', withTopicName('one'));
    const { status, events } = await deploy(aws.cloudformation, 'App', withTopicName('two'));
    expect(status).toBe('UPDATE_COMPLETE');
    const lastStatuses = events.map((event) => event.status).slice(-5);
    expect(lastStatuses).toEqual([
      'CREATE_COMPLETE',
      'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS',
      'DELETE_IN_PROGRESS',
      'DELETE_COMPLETE',
      'UPDATE_COMPLETE',
    ]);
  });
});

test('properties that violate the schema of their type are rejected without a request to the service', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const { status, events } = await deploy(
      aws.cloudformation,
      'App',
      template({ Odd: parameter('a', { Properties: { Type: 'String' } }) }),
    );
    expect(status).toBe('ROLLBACK_COMPLETE');
    expect(events.find((event) => event.status === 'CREATE_FAILED')?.reason).toBe(
      'Properties validation failed for resource Odd with message:\n#: required key [Value] not found',
    );
    expect(aws.account.log.filter(({ service }) => service === 'ssm')).toEqual([]);
  });
});

test('the replacement of a resource whose name is set in the template is rejected', async () => {
  await simulate({ seed: 1 }, async ({ cloudformation }) => {
    const topic = (overrides: object): Template =>
      template({ Mine: { Type: TOPIC, Properties: { TopicName: 'mine', ...overrides } } });
    await deploy(cloudformation, 'App', topic({}));
    const { status, events } = await deploy(cloudformation, 'App', topic({ FifoTopic: true }));
    expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(events.find((event) => event.status === 'UPDATE_ROLLBACK_IN_PROGRESS')?.reason).toContain(
      'cannot update a stack when a custom-named resource requires replacing. Rename mine',
    );
  });
});

test('a resource with a name that exists in a different stack is rejected', async () => {
  await simulate({ seed: 1 }, async ({ cloudformation }) => {
    await deploy(cloudformation, 'One', template({ Mine: parameter('a') }));
    const { status, events } = await deploy(cloudformation, 'Two', template({ Mine: parameter('b') }));
    expect(status).toBe('ROLLBACK_COMPLETE');
    expect(events.find((event) => event.status === 'CREATE_FAILED')?.reason).toContain(
      'already exists in stack One/Mine',
    );
  });
});

test('a failed clean-up does not fail the update', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await deploy(aws.cloudformation, 'App', template({ Stays: parameter('a'), Goes: { Type: TOPIC } }));
    injectFailures(aws, 'Goes delete before clean-up');
    const { status } = await deploy(aws.cloudformation, 'App', template({ Stays: parameter('a') }));
    expect(status).toBe('UPDATE_COMPLETE');
    expect(aws.cloudformation.abandoned.map(({ resource }) => resource.logicalId)).toEqual(['Goes']);
  });
});

test('the deletion of a stack fails if a resource cannot be deleted, and a later deletion succeeds', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await deploy(aws.cloudformation, 'App', template({ Stuck: { Type: TOPIC }, Other: parameter({ Ref: 'Stuck' }) }));
    injectFailures(aws, 'Stuck delete before forward');
    expect((await destroy(aws.cloudformation, 'App')).status).toBe('DELETE_FAILED');
    injectFailures(aws);
    expect((await destroy(aws.cloudformation, 'App')).status).toBe('DELETE_COMPLETE');
    expect(countTopics(aws)).toBe(0);
  });
});

test('a deployment throws an error for a resource type without a provider', async () => {
  await simulate({ seed: 1 }, async ({ cloudformation }) => {
    const unknownType = template({ Table: { Type: 'AWS::DynamoDB::Table' } });
    await expect(deploy(cloudformation, 'App', unknownType)).rejects.toThrow(
      'The simulated account has no provider for AWS::DynamoDB::Table',
    );
  });
});
