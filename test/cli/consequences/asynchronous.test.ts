import { Duration } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { consequencesOf } from '../../../cli/consequences/consequences';
import { Scaling, TritonAsyncEndpoint, TritonAsyncEndpointProps } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import { BuildStack, removeTemporaryFolders, synthesizeServing } from './synthesized';

afterEach(removeTemporaryFolders);

/** An app with an asynchronous endpoint. */
function asyncEndpoint(props: Partial<TritonAsyncEndpointProps> = {}): BuildStack {
  return (stack) => {
    new TritonAsyncEndpoint(stack, 'Queue', { endpointName: 'queue', model: classifier(), ...props });
  };
}

/** Returns the sentences about the subjects for an update. */
function sentences(before: BuildStack, after: BuildStack, ...subjects: string[]): string[] {
  const [{ consequences }] = consequencesOf(synthesizeServing(after), { against: synthesizeServing(before) });
  return consequences.filter(({ about }) => subjects.includes(about)).map(({ sentence }) => sentence);
}

const atLeast = (minCapacity: number, maxCapacity = 2): Partial<TritonAsyncEndpointProps> => ({
  scaling: Scaling.backlogPerInstance({ minCapacity, maxCapacity, backlogPerInstance: 4 }),
});

test('a change of the queue configuration starts a new fleet', () => {
  const after: BuildStack = (stack) =>
    asyncEndpoint({
      maxConcurrentInvocationsPerInstance: 4,
      outputPrefix: 'answers',
      errorTopic: new Topic(stack, 'Failures', { topicName: 'failures' }),
    })(stack);
  const [sentence] = sentences(asyncEndpoint(), after, 'fleet');
  expect(sentence).toMatch(/^A new fleet starts next to the old fleet: /);
  expect(sentence).toMatch(/: maxConcurrentInvocationsPerInstance changes from 16 to 4; /);
  expect(sentence).toMatch(/; S3OutputPath changes from s3:\S+\/output to s3:\S+\/answers; /);
  expect(sentence).toMatch(/; errorTopic is set to \S*Failures/);
});

test('if an endpoint has zero instances, its update starts no instance, and the smoke test verifies the update', () => {
  const [waitingTime, withoutInstances] = sentences(
    asyncEndpoint(),
    asyncEndpoint({ maxConcurrentInvocationsPerInstance: 4 }),
    'waiting',
  );
  expect(waitingTime).toMatch(/^The update waits /);
  expect(withoutInstances).toBe(
    'If no instance runs when the update begins, the update starts none, and no rollback alarm has data. The smoke test then causes the first instance to start, and fails the deployment if the responses are incorrect or do not arrive within 55 minutes.',
  );
});

test('the sentence about zero instances contains the timeout of the smoke test, or reports that there is no smoke test', () => {
  const changed = (smokeTest: TritonAsyncEndpointProps['smokeTest']): string =>
    sentences(asyncEndpoint(), asyncEndpoint({ maxConcurrentInvocationsPerInstance: 4, smokeTest }), 'waiting')[1];
  expect(changed({ timeout: Duration.minutes(20) })).toMatch(/ within 20 minutes\.$/);
  expect(changed({ enabled: false })).toMatch(/ There is also no smoke test: only the first requests show /);
});

test('an endpoint that keeps at least one instance has no sentence about zero instances', () => {
  const before = asyncEndpoint(atLeast(1));
  const after = asyncEndpoint({ ...atLeast(1), maxConcurrentInvocationsPerInstance: 4 });
  expect(sentences(before, after, 'waiting')).toEqual([expect.stringMatching(/^The update waits /)]);
});

test('the limits of scaling change without a new fleet', () => {
  expect(sentences(asyncEndpoint(atLeast(0)), asyncEndpoint(atLeast(1, 4)), 'fleet', 'scaling', 'waiting')).toEqual([
    'No new fleet: the running instances are kept.',
    'The minimum of scaling changes from 0 to 1 while the fleet runs: if fewer are running, instances start until there are 1.',
    'The maximum of scaling changes from 2 to 4 while the fleet runs.',
  ]);
});
