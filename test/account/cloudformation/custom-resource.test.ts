import { AwsError, Call } from '../call';
import { simulate, Simulation } from '../simulation';
import { deploy } from './deploy';
import { Template } from './template';

interface Event {
  readonly RequestType: string;
  readonly ResponseURL: string;
  readonly PhysicalResourceId?: string;
  readonly ResourceProperties: { readonly Version?: string };
  readonly OldResourceProperties?: { readonly Version?: string };
  readonly LogicalResourceId: string;
}

/** Returns the function's response to an event, or undefined if the function sends no response. */
type Handler = (event: Event) => { Status: string; PhysicalResourceId?: string; Reason?: string } | undefined;

const templateOfVersion = (Version: string, otherResources: Template['Resources'] = {}): Template => ({
  Resources: {
    Custom: { Type: 'Custom::Thing', Properties: { ServiceToken: 'function', ServiceTimeout: '60', Version } },
    ...otherResources,
  },
});
const LAST = { Last: { Type: 'AWS::SNS::Topic', DependsOn: 'Custom' } };

/** Replaces the Lambda service with the handler, which responds after some seconds. Returns the list of received requests, which grows. */
function installHandler(aws: Simulation, handler: Handler, seconds = 1): string[] {
  const requests: string[] = [];
  aws.account.services.set('lambda', {
    name: 'lambda',
    async handle({ operation, input }: Call) {
      if (operation !== 'Invoke') throw new AwsError('ValidationException', operation);
      const event = JSON.parse(String(input.Payload)) as Event;
      const { RequestType, ResourceProperties, OldResourceProperties, PhysicalResourceId } = event;
      requests.push(
        [RequestType, PhysicalResourceId, OldResourceProperties?.Version, ResourceProperties.Version]
          .filter(Boolean)
          .join(' '),
      );
      const response = handler(event);
      aws.account.after(seconds * 1000, async () => {
        if (response)
          await aws.cloudformation.customResources.receiveResponse(
            event.ResponseURL,
            JSON.stringify({ ...event, ...response }),
          );
      });
      return {};
    },
  });
  return requests;
}

const respondWithVersionId: Handler = ({ RequestType, PhysicalResourceId, ResourceProperties }) => ({
  Status: 'SUCCESS',
  PhysicalResourceId: RequestType === 'Delete' ? PhysicalResourceId : `id-of-${ResourceProperties.Version}`,
});
const respondWithConstantId: Handler = () => ({ Status: 'SUCCESS', PhysicalResourceId: 'id' });

test('a rollback sends an Update with the old and new properties swapped', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const requests = installHandler(aws, respondWithConstantId);
    await deploy(aws.cloudformation, 'App', templateOfVersion('1'));
    aws.cloudformation.injectFailure = ({ logicalId, phase }) =>
      logicalId === 'Last' && phase === 'forward' ? 'injected' : undefined;
    await deploy(aws.cloudformation, 'App', templateOfVersion('2', LAST));
    expect(requests).toEqual(['Create 1', 'Update id 1 2', 'Update id 2 1']);
  });
});

test.each([
  [true, ['Create 1', 'Update id-of-1 1 2', 'Update id-of-2 2 1', 'Delete id-of-2 2']],
  [false, ['Create 1', 'Update id-of-1 1 2', 'Delete id-of-2 2']],
])('the rollback of a replacement deletes the new ID (after an Update: %s)', async (isSent, expected) => {
  const switches = { 'cloudformation.rollback-updates-replaced-custom-resource': isSent };
  await simulate({ seed: 1, switches }, async (aws) => {
    const requests = installHandler(aws, respondWithVersionId);
    await deploy(aws.cloudformation, 'App', templateOfVersion('1'));
    aws.cloudformation.injectFailure = ({ logicalId, phase }) =>
      logicalId === 'Last' && phase === 'forward' ? 'injected' : undefined;
    await deploy(aws.cloudformation, 'App', templateOfVersion('2', LAST));
    expect(requests).toEqual(expected);
  });
});

test('without a response, the creation fails after ServiceTimeout, and the Delete request has a generated ID', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const requests = installHandler(aws, (event) =>
      event.RequestType === 'Create' ? undefined : respondWithConstantId(event),
    );
    const startTime = aws.account.now();
    const { status, events } = await deploy(aws.cloudformation, 'App', templateOfVersion('1'));
    expect(status).toBe('ROLLBACK_COMPLETE');
    const failed = events.find((event) => event.status === 'CREATE_FAILED');
    expect(failed?.reason).toContain('did not receive a response');
    expect(Number(failed?.time) - startTime).toBeGreaterThanOrEqual(60_000);
    expect(requests).toEqual(['Create 1', expect.stringMatching(/^Delete App-Custom-/)]);
  });
});

test('responses after the timeout are ignored, even if they are delivered twice', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    installHandler(aws, respondWithConstantId, 90);
    aws.cloudformation.customResources.delivery = () => 'delivered twice';
    const { status } = await deploy(aws.cloudformation, 'App', templateOfVersion('1'));
    await aws.account.sleep(600_000);
    // The response to Delete is also too late.
    expect(status).toBe('ROLLBACK_FAILED');
  });
});
