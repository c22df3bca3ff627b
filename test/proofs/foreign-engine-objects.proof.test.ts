import * as fc from 'fast-check';
import { BASE, provideDeployments, RECORD } from '../lambda/engine/deployment';
import { runs } from '../setup/proof';

// Users and other programs ("others") may write objects under the prefix of an engine. Such objects are kept unchanged while the engine is
// built, when the function is killed, and when the engine is deleted from the stack. Others may write between any two requests of the function.

const testDeployments = provideDeployments();

/** An object that others write before a request of the function. The object may replace an output of the job. */
interface ForeignWrite {
  readonly requestNumber: number;
  readonly name: string;
}

const NAMES = [
  'notes.txt',
  'source/notes.txt',
  'source/build.json',
  'source/onnx/bert.onnx',
  'builds/elsewhere/model.plan',
];
const JOB_OUTPUTS = ['model.plan', 'notes.txt'];

/** Generates the events of a test: the objects that others write, and the request at which the function is killed. */
const HISTORIES = fc.record({
  writes: fc.array(
    fc.record({
      requestNumber: fc.nat(80),
      name: fc.constantFrom(...NAMES, ...JOB_OUTPUTS.map((name) => `builds/job/${name}`)),
    }),
    { maxLength: 5 },
  ),
  killedAt: fc.option(fc.nat(60), { nil: undefined }),
  builtTwice: fc.boolean(),
});

test('after the deletion of the engine, the objects of others are unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(HISTORIES, async ({ writes, killedAt, builtTwice }) => {
      const { current: deployment } = testDeployments;
      const { aws } = deployment;
      reset();
      const others = simulateOthers(writes, killedAt);
      deployment.completeJobs();
      const event = { RequestId: 'one' };
      await others.waitForResponseOrKill(deployment.send('Create', event));
      await deployment.send('Create', event); // Lambda sends the event again after it killed the function
      if (builtTwice) await deployment.send('Update');
      aws.stackStatus = 'DELETE_IN_PROGRESS';
      if (await others.waitForResponseOrKill(deployment.send('Delete'))) await deployment.send('Delete');
      for (const key of others.keys) expect(String(aws.objects.get(key))).toBe(`${key} of others`);
    }),
    { numRuns: runs(150, 15) },
  );
});

/** Deletes all objects except the assets, deletes all jobs, and sets the stack to CREATE_IN_PROGRESS. */
function reset(): void {
  const { aws } = testDeployments.current;
  for (const key of aws.keys('models/')) aws.objects.delete(key);
  aws.jobs.clear();
  Object.assign(aws, { stackStatus: 'CREATE_IN_PROGRESS', responses: [], created: [], later: [] });
}

/** Writes the objects of others before requests of the function, and kills the function at the request `killedAt`. */
function simulateOthers(writes: readonly ForeignWrite[], killedAt: number | undefined) {
  const { aws } = testDeployments.current;
  const keys = new Set<string>();
  let requests = 0;
  let killFunction: (() => void) | undefined;
  aws.beforeRequest = (): Promise<void> | undefined => {
    const current = requests++;
    for (const { requestNumber, name } of writes) {
      const [job] = aws.jobs.keys();
      // Before the job has ended, an object in its folder would count as an output of the job.
      const isBeforeJobEnd = name.startsWith('builds/job/') && !aws.objects.has(RECORD);
      if (requestNumber !== current || isBeforeJobEnd) continue;
      const key = BASE + name.replace('builds/job/', `builds/${job}/`);
      aws.put(key, `${key} of others`);
      keys.add(key);
    }
    if (current !== killedAt || !killFunction) return undefined;
    killFunction();
    return new Promise(() => undefined);
  };
  /** Waits until the function responds or is killed. Returns whether the function was killed. */
  const waitForResponseOrKill = (response: Promise<unknown>): Promise<boolean> =>
    Promise.race([
      response.then(() => false),
      new Promise<boolean>((resolve) => (killFunction = () => resolve(true))),
    ]).finally(() => (killFunction = undefined));
  return { keys, waitForResponseOrKill };
}
