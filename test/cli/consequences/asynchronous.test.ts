import { Duration } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { consequencesOf } from '../../../cli/consequences/consequences';
import { Scaling, TritonAsyncEndpoint, TritonAsyncEndpointProps } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import { Build, removeFolders, synthesized } from './synthesized';

afterEach(removeFolders);

function queue(props: Partial<TritonAsyncEndpointProps> = {}): Build {
  return (stack) => {
    new TritonAsyncEndpoint(stack, 'Queue', { endpointName: 'queue', model: classifier(), ...props });
  };
}

/** The sentences on some subjects. */
function sentences(before: Build, after: Build, ...subjects: string[]): string[] {
  const [{ consequences }] = consequencesOf(synthesized(after), { against: synthesized(before) });
  return consequences.filter(({ about }) => subjects.includes(about)).map(({ sentence }) => sentence);
}

const atLeast = (minCapacity: number, maxCapacity = 2): Partial<TritonAsyncEndpointProps> => ({
  scaling: Scaling.backlogPerInstance({ minCapacity, maxCapacity, backlogPerInstance: 4 }),
});

test('what the queue is configured with starts a new fleet', () => {
  const after: Build = (stack) =>
    queue({
      maxConcurrentInvocationsPerInstance: 4,
      outputPrefix: 'answers',
      errorTopic: new Topic(stack, 'Failures', { topicName: 'failures' }),
    })(stack);
  const [sentence] = sentences(queue(), after, 'fleet');
  expect(sentence).toMatch(/^A new fleet starts next to the old fleet: /);
  expect(sentence).toMatch(/: maxConcurrentInvocationsPerInstance changes from 16 to 4; /);
  expect(sentence).toMatch(/; S3OutputPath changes from s3:\S+\/output to s3:\S+\/answers; /);
  expect(sentence).toMatch(/; errorTopic is set to \S*Failures/);
});

test('an update that may find no instance starts none, and the smoke test decides', () => {
  const [waits, fromZero] = sentences(queue(), queue({ maxConcurrentInvocationsPerInstance: 4 }), 'waiting');
  expect(waits).toMatch(/^The update waits /);
  expect(fromZero).toBe(
    'If no instance runs when the update begins, the update starts none, and no rollback alarm has data. The smoke test then causes the first instance to start, and fails the deployment if the responses are incorrect or do not arrive within 55 minutes.',
  );
});

test('it waits as long as its timeout, and without a test the first requests decide', () => {
  const changed = (smokeTest: TritonAsyncEndpointProps['smokeTest']): string =>
    sentences(queue(), queue({ maxConcurrentInvocationsPerInstance: 4, smokeTest }), 'waiting')[1];
  expect(changed({ timeout: Duration.minutes(20) })).toMatch(/ within 20 minutes\.$/);
  expect(changed({ enabled: false })).toMatch(/ There is also no smoke test: only the first requests show /);
});

test('an endpoint that keeps an instance is updated like any other', () => {
  const before = queue(atLeast(1));
  const after = queue({ ...atLeast(1), maxConcurrentInvocationsPerInstance: 4 });
  expect(sentences(before, after, 'waiting')).toEqual([expect.stringMatching(/^The update waits /)]);
});

test('limits of scaling change while the fleet runs', () => {
  expect(sentences(queue(atLeast(0)), queue(atLeast(1, 4)), 'fleet', 'scaling', 'waiting')).toEqual([
    'No new fleet: the running instances are kept.',
    'The minimum of scaling changes from 0 to 1 while the fleet runs: if fewer are running, instances start until there are 1.',
    'The maximum of scaling changes from 2 to 4 while the fleet runs.',
  ]);
});
