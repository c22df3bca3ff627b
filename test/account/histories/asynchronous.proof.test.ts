import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, TritonAsyncEndpoint, TritonAsyncEndpointProps } from '../../../lib';
import { simulate, Simulation } from '../simulation';
import { findViolation } from './check-histories';
import { Life } from './life';
import { answer, model } from './models';
import { QueueClients } from './queue-clients';
import { synthesize, Synthesized } from './synthesize';

const MINUTE = 60_000;
const NAME = 'documents';

/** A version of an app with an asynchronous endpoint, with the defaults of scaling: from no instance to two. */
function version(name: string, props: Partial<TritonAsyncEndpointProps> = {}): Synthesized {
  return synthesize('App', (stack) => {
    new TritonAsyncEndpoint(stack, 'Endpoint', {
      endpointName: NAME,
      model: model(`asynchronous-${name}`),
      latencyObjective: LatencyObjective.p99(Duration.seconds(10)),
      ...props,
    });
  });
}

const FIRST = version('first');
const SECOND = version('second');

/** An account with its clients. */
class Queue {
  public readonly life: Life;
  private readonly clients: QueueClients;

  constructor(private readonly aws: Simulation) {
    this.life = new Life(aws);
    this.clients = new QueueClients(aws);
  }

  public minutes(count: number): Promise<void> {
    return this.aws.account.sleep(count * MINUTE);
  }

  public get instances(): number {
    return this.aws.sagemaker.serving(NAME).reduce((sum, { instances }) => sum + instances, 0);
  }

  public get bucket(): string {
    const resources = [...(this.aws.engine.stacks.get('App')?.resources ?? [])];
    const [, bucket] = resources.find(([id]) => /AsyncInference[0-9A-F]{8}$/.test(id)) ?? [];
    return String(bucket?.physicalId);
  }

  public objects(prefix: string): string[] {
    const { objects } = this.aws.s3.buckets.get(this.bucket) ?? { objects: new Map<string, Buffer>() };
    return [...objects.keys()].filter((key) => key.startsWith(prefix));
  }

  /** A client puts a request in the queue. */
  public async ask(): Promise<void> {
    await this.clients.send(this.aws.engine.stacks.get('App'), 1);
  }
}

function story<T>(tell: (queue: Queue, aws: Simulation) => Promise<T>): Promise<T> {
  return simulate({ seed: 1 }, (aws) => tell(new Queue(aws), aws));
}

test('a deployment is tested through the queue', () =>
  story(async (queue) => {
    expect((await queue.life.deploySynthesized(FIRST)).status).toBe('CREATE_COMPLETE');
    expect(queue.objects('input/smoke-test/')).toEqual([`input/smoke-test/${NAME}-1`]);
    expect(queue.objects('output/')).toHaveLength(1);
    expect(queue.objects('failure/')).toEqual([]);
  }));

test('nobody asks, and the last instance goes; a request brings the first one back, and is answered', () =>
  story(async (queue) => {
    await queue.life.deploySynthesized(FIRST);
    expect(queue.instances).toBe(1);
    await queue.minutes(60);
    expect(queue.instances).toBe(0);
    await queue.ask();
    expect(queue.objects('output/')).toHaveLength(1);
    await queue.minutes(20);
    expect(queue.objects('output/')).toHaveLength(2);
    await queue.minutes(60);
    expect(queue.instances).toBe(0);
  }));

test('an update that finds no instance waits for the first one, and is tested', () =>
  story(async (queue, aws) => {
    await queue.life.deploySynthesized(FIRST);
    await queue.minutes(60);
    expect(queue.instances).toBe(0);
    const begun = aws.account.now();
    expect((await queue.life.deploySynthesized(SECOND)).status).toBe('UPDATE_COMPLETE');
    expect(aws.account.now() - begun).toBeLessThan(60 * MINUTE);
    expect(queue.objects('output/')).toHaveLength(2);
  }));

test('an update whose answers are wrong goes back, and the version of before answers from no instance', () =>
  story(async (queue, aws) => {
    await queue.life.deploySynthesized(FIRST);
    const [{ modelName: first }] = aws.sagemaker.serving(NAME);
    aws.sagemaker.hooks.invoke = async ({ modelName }) => answer(modelName === first);
    await queue.minutes(60);
    expect((await queue.life.deploySynthesized(SECOND)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(aws.sagemaker.serving(NAME).map(({ modelName }) => modelName)).toEqual([first]);
    await queue.minutes(60);
    expect(queue.instances).toBe(0);
    const before = queue.objects('output/').length;
    await queue.ask();
    await queue.minutes(20);
    expect(queue.objects('output/')).toHaveLength(before + 1);
  }));

test('an update that finds no instance and whose fleet does not start goes back, and the requests that wait are answered', () =>
  story(async (queue, aws) => {
    await queue.life.deploySynthesized(FIRST);
    const [{ modelName: first }] = aws.sagemaker.serving(NAME);
    aws.sagemaker.hooks.starts = ({ modelName }) =>
      modelName === first ? {} : { failure: 'did not pass the ping health check' };
    await queue.minutes(60);
    expect(queue.instances).toBe(0);
    expect((await queue.life.deploySynthesized(SECOND)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    await queue.minutes(60);
    expect(queue.objects('output/')).toHaveLength(2); // the second is that of the smoke test that gave up
    expect(queue.instances).toBe(0);
    await queue.ask();
    await queue.minutes(20);
    expect(queue.objects('output/')).toHaveLength(3);
  }));

test('random histories violate no invariant', async () => {
  const seed = Number(process.env.SEED ?? 20261122);
  expect(await findViolation({ families: ['asynchronous'], numRuns: 25, seed })).toBeUndefined();
});
