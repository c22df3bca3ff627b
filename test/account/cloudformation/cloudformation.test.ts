import { simulate, Simulation } from '../simulation';
import { deploy } from './deploy';
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

test('after a failed rollback, the stack cannot be updated', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    await deploy(aws.cloudformation, 'App', template({ Changed: parameter('old') }));
    injectFailures(aws, 'Last create before forward', 'Changed update before rollback');
    const next = template({ Changed: parameter('new'), Last: { Type: TOPIC, DependsOn: 'Changed' } });
    expect((await deploy(aws.cloudformation, 'App', next)).status).toBe('UPDATE_ROLLBACK_FAILED');
    await expect(deploy(aws.cloudformation, 'App', next)).rejects.toThrow('is in UPDATE_ROLLBACK_FAILED state');
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
