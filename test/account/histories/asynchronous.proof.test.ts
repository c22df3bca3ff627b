import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, Scaling, TritonAsyncEndpoint, TritonAsyncEndpointProps } from '../../../lib';
import { AwsError } from '../call';
import { Uses } from '../iam/uses';
import { simulate, Simulation } from '../simulation';
import { findViolation } from './check-histories';
import { Life } from './life';
import { answer, model } from './models';
import { unusedPermissions } from './permissions';
import { QueueClients } from './queue-clients';
import { Reversal } from './reversals';
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
/** It always has an instance. */
const STEADY = version('steady', { scaling: Scaling.none() });

/** An account with its clients. */
class Queue {
  public readonly life: Life;
  private readonly clients: QueueClients;

  constructor(
    private readonly aws: Simulation,
    reversal?: Reversal,
  ) {
    this.life = new Life(aws, 'App', reversal);
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

  /** The highest value of a metric of the queue in the last minutes. */
  public highest(name: string, minutes: number): number | undefined {
    const { account, cloudwatch } = this.aws;
    const metric = { namespace: 'AWS/SageMaker', name, dimensions: { EndpointName: NAME } };
    return cloudwatch.metrics.statistic(metric, 'Maximum', account.now() - minutes * MINUTE, account.now());
  }

  /** Whether the alarm on a metric is firing that looks back so far. */
  public isFiring(metric: string, minutes: number): boolean {
    const alarms = [...this.aws.cloudwatch['metricAlarms'].values()];
    const watching = alarms.filter(
      ({ input }) => input.EvaluationPeriods === minutes && JSON.stringify(input).includes(`"MetricName":"${metric}"`),
    );
    if (watching.length !== 1) throw new Error(`${watching.length} alarms watch ${metric} for ${minutes} minutes`);
    return watching[0].state === 'ALARM';
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

/** @param reversal changes the template, as if the library were another */
function story<T>(tell: (queue: Queue, aws: Simulation) => Promise<T>, reversal?: Reversal): Promise<T> {
  return simulate({ seed: 1 }, (aws) => tell(new Queue(aws, reversal), aws));
}

test('a deployment is tested through the queue', () =>
  story(async (queue) => {
    expect((await queue.life.deploySynthesized(FIRST)).status).toBe('CREATE_COMPLETE');
    expect(queue.objects('input/smoke-test/')).toEqual([`input/smoke-test/${NAME}-1`]);
    expect(queue.objects('output/')).toHaveLength(1);
    expect(queue.objects('failure/')).toEqual([]);
  }));

describe('from zero and back', () => {
  /** The endpoint has had no requests for an hour. */
  async function atZero(queue: Queue): Promise<void> {
    await queue.life.deploySynthesized(FIRST);
    await queue.minutes(60);
    expect(queue.instances).toBe(0);
  }

  test('a request raises HasBacklogWithoutCapacity, which starts one instance; it responds, and goes', () =>
    story(async (queue, aws) => {
      await atZero(queue);
      expect(queue.highest('HasBacklogWithoutCapacity', 10)).toBe(0);
      await queue.ask();
      await queue.minutes(3);
      expect(queue.highest('HasBacklogWithoutCapacity', 3)).toBe(1);
      expect(queue.isFiring('HasBacklogWithoutCapacity', 2)).toBe(true);
      expect(aws.sagemaker['hosting'].endpoints.get(NAME)?.status).toBe('Updating');
      expect(queue.objects('output/')).toHaveLength(1); // that of the smoke test
      const counts: number[] = [];
      while (counts.length < 60) {
        await queue.minutes(1);
        counts.push(queue.instances);
      }
      expect(counts.filter((count, minute) => count !== counts[minute - 1])).toEqual([0, 1, 0]);
      expect(queue.objects('output/')).toHaveLength(2);
    }));

  test('without the policy on HasBacklogWithoutCapacity the request would wait', () =>
    story(
      async (queue) => {
        await atZero(queue);
        await queue.ask();
        await queue.minutes(120);
        expect(queue.instances).toBe(0);
        expect(queue.objects('output/')).toHaveLength(1);
      },
      (template) => ({
        ...template,
        Resources: Object.fromEntries(Object.entries(template.Resources).filter(([id]) => !id.includes('FromZero'))),
      }),
    ));

  test('while SageMaker finds no instance, an alarm says that requests wait; they are processed when it finds one', () =>
    story(async (queue, aws) => {
      await atZero(queue);
      aws.sagemaker.hooks.hasCapacity = () => false;
      await queue.ask();
      await queue.minutes(12);
      expect(queue.isFiring('HasBacklogWithoutCapacity', 15)).toBe(false);
      await queue.minutes(12);
      expect(queue.isFiring('HasBacklogWithoutCapacity', 15)).toBe(true);
      aws.sagemaker.hooks.hasCapacity = () => true;
      await queue.minutes(40);
      expect(queue.objects('output/')).toHaveLength(2);
      expect(queue.isFiring('HasBacklogWithoutCapacity', 15)).toBe(false);
    }));
});

test('requests that fail have a failure each, and an alarm when there were three', () =>
  story(async (queue, aws) => {
    await queue.life.deploySynthesized(STEADY);
    aws.sagemaker.hooks.invoke = async () => {
      throw new AwsError('ModelError', 'the model rejects the page');
    };
    for (const count of [1, 2, 3]) {
      await queue.ask();
      await queue.minutes(3);
      expect(queue.objects('failure/')).toHaveLength(count);
      expect(queue.isFiring('InvocationFailures', 60)).toBe(count === 3);
    }
    await queue.minutes(70);
    expect(queue.isFiring('InvocationFailures', 60)).toBe(false);
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

test('random histories violate no invariant, and use each permission that a role has', async () => {
  const seed = Number(process.env.SEED ?? 20261122);
  const uses = new Uses();
  expect(await findViolation({ families: ['asynchronous'], numRuns: 25, seed, uses })).toBeUndefined();
  // What watches a deployment is the same for all endpoints; those of histories.proof.test.ts take longer.
  expect(unusedPermissions(uses).filter((permission) => !permission.includes('FailureReport'))).toEqual([]);
});
