import { simulate, Simulation } from '../simulation';
import { deploy, destroy } from './deploy';
import { Step } from './engine';
import { ResourceDefinition, Template } from './template';

const TOPIC = 'AWS::SNS::Topic';

function template(Resources: Record<string, ResourceDefinition>): Template {
  return { Resources };
}

/** A parameter, whose name is fixed and whose value can change in place. */
function parameter(Value: unknown, more: Partial<ResourceDefinition> = {}): ResourceDefinition {
  return { Type: 'AWS::SSM::Parameter', Properties: { Name: '/the/parameter', Type: 'String', Value }, ...more };
}

/** The steps that fail once: `Second create after`. */
function failAt(aws: Simulation, ...where: string[]): void {
  aws.engine.failure = ({ logicalId, action, moment, phase }: Step) =>
    where.includes(`${logicalId} ${action} ${moment} ${phase}`) ? 'injected' : undefined;
}

const values = ({ ssm }: Simulation): unknown[] =>
  [...(ssm.records.get('parameters')?.values() ?? [])].map(({ Value }) => Value);
const topics = ({ sns }: Simulation): number => sns.records.get('topics')?.size ?? 0;

test('creates what others refer to before them', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const { status, events } = await deploy(
      aws.engine,
      'App',
      template({ Second: parameter({ 'Fn::Sub': 'topic ${First.TopicName}' }), First: { Type: TOPIC } }),
    );
    expect(status).toBe('CREATE_COMPLETE');
    expect(values(aws)).toEqual([expect.stringMatching(/^topic App-First/)]);
    const done = events.filter((event) => event.status === 'CREATE_COMPLETE').map(({ logicalId }) => logicalId);
    expect(done).toEqual(['First', 'Second', undefined]);
  });
});

test('the order of independent resources is chance, and the same for the same seed', async () => {
  const orderOf = async (seed: number): Promise<string> =>
    simulate({ seed }, async ({ engine }) => {
      const resources = Object.fromEntries(['A', 'B', 'C', 'D'].map((id) => [id, { Type: TOPIC }]));
      const { events } = await deploy(engine, 'App', template(resources));
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

test('a failed creation leaves nothing but what its policy keeps', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    failAt(aws, 'Last create before forward');
    const stack = await deploy(
      aws.engine,
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

test('a failed update gives changed resources their old properties, and deletes new ones', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await deploy(aws.engine, 'App', template({ Changed: parameter('old') }));
    failAt(aws, 'Last create before forward');
    const { status } = await deploy(
      aws.engine,
      'App',
      template({
        Changed: parameter('new'),
        New: { Type: TOPIC },
        Last: { Type: TOPIC, DependsOn: ['Changed', 'New'] },
      }),
    );
    expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(values(aws)).toEqual(['old']);
    expect(topics(aws)).toBe(0);
  });
});

test('an update whose rollback fails stays between two states', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await deploy(aws.engine, 'App', template({ Changed: parameter('old') }));
    failAt(aws, 'Last create before forward', 'Changed update before rollback');
    const next = template({ Changed: parameter('new'), Last: { Type: TOPIC, DependsOn: 'Changed' } });
    expect((await deploy(aws.engine, 'App', next)).status).toBe('UPDATE_ROLLBACK_FAILED');
    await expect(deploy(aws.engine, 'App', next)).rejects.toThrow('is in UPDATE_ROLLBACK_FAILED state');
  });
});

test('a replacement is there before the old resource goes', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const named = (TopicName: string): Template => template({ Topic: { Type: TOPIC, Properties: { TopicName } } });
    await deploy(aws.engine, 'App', named('one'));
    const { status, events } = await deploy(aws.engine, 'App', named('two'));
    expect(status).toBe('UPDATE_COMPLETE');
    const last = events.map((event) => event.status).slice(-5);
    expect(last).toEqual([
      'CREATE_COMPLETE',
      'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS',
      'DELETE_IN_PROGRESS',
      'DELETE_COMPLETE',
      'UPDATE_COMPLETE',
    ]);
  });
});

test('properties that the schema of their type refuses are not sent to the service', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const { status, events } = await deploy(
      aws.engine,
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

test('a resource that a change replaces cannot keep a name of the template', async () => {
  await simulate({ seed: 1 }, async ({ engine }) => {
    const topic = (more: object): Template =>
      template({ Mine: { Type: TOPIC, Properties: { TopicName: 'mine', ...more } } });
    await deploy(engine, 'App', topic({}));
    const { status, events } = await deploy(engine, 'App', topic({ FifoTopic: true }));
    expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(events.find((event) => event.status === 'UPDATE_ROLLBACK_IN_PROGRESS')?.reason).toContain(
      'cannot update a stack when a custom-named resource requires replacing. Rename mine',
    );
  });
});

test('a name that another stack has is refused', async () => {
  await simulate({ seed: 1 }, async ({ engine }) => {
    await deploy(engine, 'One', template({ Mine: parameter('a') }));
    const { status, events } = await deploy(engine, 'Two', template({ Mine: parameter('b') }));
    expect(status).toBe('ROLLBACK_COMPLETE');
    expect(events.find((event) => event.status === 'CREATE_FAILED')?.reason).toContain(
      'already exists in stack One/Mine',
    );
  });
});

test('a failed clean-up does not fail the update', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await deploy(aws.engine, 'App', template({ Stays: parameter('a'), Goes: { Type: TOPIC } }));
    failAt(aws, 'Goes delete before clean-up');
    const { status } = await deploy(aws.engine, 'App', template({ Stays: parameter('a') }));
    expect(status).toBe('UPDATE_COMPLETE');
    expect(aws.engine.orphans.map(({ resource }) => resource.logicalId)).toEqual(['Goes']);
  });
});

test('a stack whose resource cannot be deleted is left with it', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await deploy(aws.engine, 'App', template({ Stuck: { Type: TOPIC }, Other: parameter({ Ref: 'Stuck' }) }));
    failAt(aws, 'Stuck delete before forward');
    expect((await destroy(aws.engine, 'App')).status).toBe('DELETE_FAILED');
    failAt(aws);
    expect((await destroy(aws.engine, 'App')).status).toBe('DELETE_COMPLETE');
    expect(topics(aws)).toBe(0);
  });
});

test('a type without a provider fails the test, not the deployment', async () => {
  await simulate({ seed: 1 }, async ({ engine }) => {
    const unknown = template({ Table: { Type: 'AWS::DynamoDB::Table' } });
    await expect(deploy(engine, 'App', unknown)).rejects.toThrow(
      'The account has no provider for AWS::DynamoDB::Table',
    );
  });
});
