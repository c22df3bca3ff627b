import * as fc from 'fast-check';
import { BASE, deployments, RECORD } from '../lambda/engine/deployment';

// Whatever others put below the prefix of an engine, and between which requests: it stays as it is, while the engine is built, a function is
// ended halfway, and the stack is deleted.

const all = deployments();

/** What is put there before a request; of what the job has written, something else takes the place. */
interface Act {
  readonly at: number;
  readonly name: string;
}

const NAMES = [
  'notes.txt',
  'source/notes.txt',
  'source/build.json',
  'source/onnx/bert.onnx',
  'builds/elsewhere/model.plan',
];
const OF_THE_JOB = ['model.plan', 'notes.txt'];

const HISTORIES = fc.record({
  acts: fc.array(
    fc.record({ at: fc.nat(80), name: fc.constantFrom(...NAMES, ...OF_THE_JOB.map((name) => `builds/job/${name}`)) }),
    { maxLength: 5 },
  ),
  killedAt: fc.option(fc.nat(60), { nil: undefined }),
  builtTwice: fc.boolean(),
});

test('no object of others is lost or changed, and without them nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(HISTORIES, async ({ acts, killedAt, builtTwice }) => {
      const { current: deployment } = all;
      const { aws } = deployment;
      reset();
      const put = beforeRequests(acts, killedAt);
      deployment.completes();
      const event = { RequestId: 'one' };
      await put.killed(deployment.send('Create', event));
      await deployment.send('Create', event); // Lambda repeats it
      if (builtTwice) await deployment.send('Update');
      aws.stackStatus = 'DELETE_IN_PROGRESS';
      if (await put.killed(deployment.send('Delete'))) await deployment.send('Delete');
      expect(aws.keys(BASE)).toEqual([...put.keys].sort());
      for (const key of put.keys) expect(String(aws.objects.get(key))).toBe(`${key} of someone else`);
    }),
    { numRuns: Number(process.env.RUNS ?? 400) },
  );
});

/** Each history begins with an account that has nothing but the assets. */
function reset(): void {
  const { aws } = all.current;
  for (const key of aws.keys('models/')) aws.objects.delete(key);
  for (const jobs of [aws.jobs, aws.trainingJobs]) jobs.clear();
  Object.assign(aws, { stackStatus: 'CREATE_IN_PROGRESS', responses: [], created: [], later: [] });
}

/** Lets others act before requests, and the function end at one of them. */
function beforeRequests(acts: readonly Act[], killedAt: number | undefined) {
  const { aws } = all.current;
  const keys = new Set<string>();
  let requests = 0;
  let end: (() => void) | undefined;
  aws.before = (): Promise<void> | undefined => {
    const number = requests++;
    for (const { at, name } of acts) {
      const [job] = aws.jobs.keys();
      // What is in the folder of a job before the job has ended counts as the job's.
      const isEarly = name.startsWith('builds/job/') && !aws.objects.has(RECORD);
      if (at !== number || isEarly) continue;
      const key = BASE + name.replace('builds/job/', `builds/${job}/`);
      aws.put(key, `${key} of someone else`);
      keys.add(key);
    }
    if (number !== killedAt || !end) return undefined;
    end();
    return new Promise(() => undefined);
  };
  /** Whether the function was ended before it had responded. */
  const killed = (run: Promise<unknown>): Promise<boolean> =>
    Promise.race([run.then(() => false), new Promise<boolean>((resolve) => (end = () => resolve(true)))]).finally(
      () => (end = undefined),
    );
  return { keys, killed };
}
