import { AwsError, Call } from '../call';
import { simulate, Simulation } from '../simulation';
import { deploy, destroy } from './deploy';
import { Template } from './template';

interface Event {
  readonly RequestType: string;
  readonly ResponseURL: string;
  readonly PhysicalResourceId?: string;
  readonly ResourceProperties: { readonly Version?: string };
  readonly OldResourceProperties?: { readonly Version?: string };
  readonly LogicalResourceId: string;
}

/** What a function answers to an event: a physical id, or a failure; nothing when it is silent. */
type Behaviour = (event: Event) => { Status: string; PhysicalResourceId?: string; Reason?: string } | undefined;

const app = (Version: string, more: Template['Resources'] = {}): Template => ({
  Resources: {
    Custom: { Type: 'Custom::Thing', Properties: { ServiceToken: 'function', ServiceTimeout: '60', Version } },
    ...more,
  },
});
const LAST = { Last: { Type: 'AWS::SNS::Topic', DependsOn: 'Custom' } };

/** Plays the function, and notes what it is sent. */
function play(aws: Simulation, behaviour: Behaviour, seconds = 1): string[] {
  const heard: string[] = [];
  aws.account.services.set('lambda', {
    name: 'lambda',
    async handle({ operation, input }: Call) {
      if (operation !== 'Invoke') throw new AwsError('ValidationException', operation);
      const event = JSON.parse(String(input.Payload)) as Event;
      const { RequestType, ResourceProperties, OldResourceProperties, PhysicalResourceId } = event;
      heard.push(
        [RequestType, PhysicalResourceId, OldResourceProperties?.Version, ResourceProperties.Version]
          .filter(Boolean)
          .join(' '),
      );
      const response = behaviour(event);
      aws.account.after(seconds * 1000, async () => {
        if (response)
          await aws.engine.customResources.takeResponse(event.ResponseURL, JSON.stringify({ ...event, ...response }));
      });
      return {};
    },
  });
  return heard;
}

const ofVersion: Behaviour = ({ RequestType, PhysicalResourceId, ResourceProperties }) => ({
  Status: 'SUCCESS',
  PhysicalResourceId: RequestType === 'Delete' ? PhysicalResourceId : `id-of-${ResourceProperties.Version}`,
});
const ofOneId: Behaviour = () => ({ Status: 'SUCCESS', PhysicalResourceId: 'id' });

test('another physical id is a replacement: the old one gets a Delete in the clean-up', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const heard = play(aws, ofVersion);
    await deploy(aws.engine, 'App', app('1'));
    await deploy(aws.engine, 'App', app('2'));
    expect(heard).toEqual(['Create 1', 'Update id-of-1 1 2', 'Delete id-of-1 1']);
  });
});

test('a rollback sends an Update with the properties swapped', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const heard = play(aws, ofOneId);
    await deploy(aws.engine, 'App', app('1'));
    aws.engine.failure = ({ logicalId, phase }) =>
      logicalId === 'Last' && phase === 'forward' ? 'injected' : undefined;
    await deploy(aws.engine, 'App', app('2', LAST));
    expect(heard).toEqual(['Create 1', 'Update id 1 2', 'Update id 2 1']);
  });
});

test.each([
  [true, ['Create 1', 'Update id-of-1 1 2', 'Update id-of-2 2 1', 'Delete id-of-2 2']],
  [false, ['Create 1', 'Update id-of-1 1 2', 'Delete id-of-2 2']],
])(
  'the rollback of a replacement, whether it is sent an Update (%s) or not, deletes the new id',
  async (isSent, expected) => {
    const switches = { 'cloudformation.rollback-updates-replaced-custom-resource': isSent };
    await simulate({ seed: 1, switches }, async (aws) => {
      const heard = play(aws, ofVersion);
      await deploy(aws.engine, 'App', app('1'));
      aws.engine.failure = ({ logicalId, phase }) =>
        logicalId === 'Last' && phase === 'forward' ? 'injected' : undefined;
      await deploy(aws.engine, 'App', app('2', LAST));
      expect(heard).toEqual(expected);
    });
  },
);

test('without a response the creation fails after ServiceTimeout, and Delete has a made-up id', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const heard = play(aws, (event) => (event.RequestType === 'Create' ? undefined : ofOneId(event)));
    const began = aws.account.now();
    const { status, events } = await deploy(aws.engine, 'App', app('1'));
    expect(status).toBe('ROLLBACK_COMPLETE');
    const failed = events.find((event) => event.status === 'CREATE_FAILED');
    expect(failed?.reason).toContain('did not receive a response');
    expect(Number(failed?.at) - began).toBeGreaterThanOrEqual(60_000);
    expect(heard).toEqual(['Create 1', expect.stringMatching(/^Delete App-Custom-/)]);
  });
});

test('late and second responses change nothing', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    play(aws, ofOneId, 90);
    aws.engine.customResources.post = () => 'arrives twice';
    const { status } = await deploy(aws.engine, 'App', app('1'));
    await aws.account.sleep(600_000);
    // Its Delete is too late as well.
    expect(status).toBe('ROLLBACK_FAILED');
  });
});

test('when another resource fails, nobody waits for it any more', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const heard = play(aws, ofOneId, 30);
    aws.engine.failure = ({ logicalId }) => (logicalId === 'Other' ? 'injected' : undefined);
    const { status, events } = await deploy(
      aws.engine,
      'App',
      app('1', { Other: { Type: 'AWS::SNS::Topic', Properties: {} } }),
    );
    expect(status).toBe('ROLLBACK_COMPLETE');
    if (heard.length > 0) expect(events.some(({ reason = '' }) => /cancelled/.test(reason))).toBe(true);
  });
});

test('a failed Delete is removed from the stack', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    play(aws, (event) =>
      event.RequestType === 'Delete' ? { Status: 'FAILED', PhysicalResourceId: 'id' } : ofOneId(event),
    );
    await deploy(aws.engine, 'App', app('1'));
    expect((await destroy(aws.engine, 'App')).status).toBe('DELETE_FAILED');
  });
});
