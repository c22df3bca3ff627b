import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, Scaling, TritonAsyncEndpoint, TritonAsyncEndpointProps } from '../../../lib';
import { AwsError } from '../call';
import { PermissionUsage } from '../iam/permission-usage';
import { simulate, Simulation } from '../simulation';
import { findViolation } from './find-violation';
import { Deployer } from './deployer';
import { createModel } from './test-models';
import { unusedPermissions } from './unused-permissions';
import { QueueClients } from './queue-clients';
import { Reversal } from './reversals';
import { synthesize, SynthesizedStack } from './synthesize';
import { runs, RUNS_ALL, SEED } from '../../setup/proof';

const MINUTE = 60_000;
const NAME = 'documents';

/** A version of a stack with an asynchronous endpoint, which by default scales between zero and two instances. */
function synthesizeVersion(name: string, props: Partial<TritonAsyncEndpointProps> = {}): SynthesizedStack {
  return synthesize('App', (stack) => {
    new TritonAsyncEndpoint(stack, 'Endpoint', {
      endpointName: NAME,
      model: createModel(`asynchronous-${name}`),
      latencyObjective: LatencyObjective.p99(Duration.seconds(10)),
      ...props,
    });
  });
}

const FIRST = synthesizeVersion('first');
/** A version that does not scale in to zero instances. */
const ALWAYS_ONE_INSTANCE = synthesizeVersion('steady', { scaling: Scaling.none() });

/** A simulated account with an asynchronous endpoint and clients that send requests to its queue. */
class AsyncAccount {
  public readonly deployer: Deployer;
  private readonly queueClients: QueueClients;

  constructor(
    private readonly aws: Simulation,
    reversal?: Reversal,
  ) {
    this.deployer = new Deployer(aws, 'App', reversal);
    this.queueClients = new QueueClients(aws);
  }

  public waitMinutes(count: number): Promise<void> {
    return this.aws.account.sleep(count * MINUTE);
  }

  public get instanceCount(): number {
    return this.aws.sagemaker.servingVariants(NAME).reduce((sum, { instances }) => sum + instances, 0);
  }

  public get bucket(): string {
    const resources = [...(this.aws.cloudformation.stacks.get('App')?.resources ?? [])];
    const [, bucket] = resources.find(([id]) => /AsyncInference[0-9A-F]{8}$/.test(id)) ?? [];
    return String(bucket?.physicalId);
  }

  /** The maximum of a metric of the endpoint in the last minutes. */
  public maximum(name: string, minutes: number): number | undefined {
    const { account, cloudwatch } = this.aws;
    const metric = { namespace: 'AWS/SageMaker', name, dimensions: { EndpointName: NAME } };
    return cloudwatch.metrics.statistic(metric, 'Maximum', account.now() - minutes * MINUTE, account.now());
  }

  /** Whether an alarm is in ALARM. A metric can have several alarms, so the number of evaluated minutes identifies the alarm. */
  public isFiring(metric: string, minutes: number): boolean {
    const alarms = [...this.aws.cloudwatch['metricAlarms'].values()];
    const matches = alarms.filter(
      ({ input }) => input.EvaluationPeriods === minutes && JSON.stringify(input).includes(`"MetricName":"${metric}"`),
    );
    if (matches.length !== 1) throw new Error(`${matches.length} alarms evaluate ${metric} for ${minutes} minutes`);
    return matches[0].state === 'ALARM';
  }

  public objectKeys(prefix: string): string[] {
    const { objects } = this.aws.s3.buckets.get(this.bucket) ?? { objects: new Map<string, Buffer>() };
    return [...objects.keys()].filter((key) => key.startsWith(prefix));
  }

  /** Sends the request of a client to the queue of the endpoint. */
  public async sendRequest(): Promise<void> {
    await this.queueClients.send(this.aws.cloudformation.stacks.get('App'), 1);
  }
}

/** Runs a test on a new simulated account. A reversal reintroduces a defect by changing the template. */
function withAccount<T>(testBody: (app: AsyncAccount, aws: Simulation) => Promise<T>, reversal?: Reversal): Promise<T> {
  return simulate({ seed: SEED }, (aws) => testBody(new AsyncAccount(aws, reversal), aws));
}

test('the smoke test sends its requests through the queue', () =>
  withAccount(async (app) => {
    expect((await app.deployer.deploySynthesized(FIRST)).status).toBe('CREATE_COMPLETE');
    expect(app.objectKeys('input/smoke-test/')).toEqual([`input/smoke-test/${NAME}-1`]);
    expect(app.objectKeys('output/')).toHaveLength(1);
    expect(app.objectKeys('failure/')).toEqual([]);
  }));

describe('scaling from zero', () => {
  /** Deploys an endpoint, and waits for an hour without requests, so that it scales in to zero instances. */
  async function scaleInToZero(app: AsyncAccount): Promise<void> {
    await app.deployer.deploySynthesized(FIRST);
    await app.waitMinutes(60);
    expect(app.instanceCount).toBe(0);
  }

  test('a request raises HasBacklogWithoutCapacity, which starts an instance. The instance responds, and is terminated later', () =>
    withAccount(async (app, aws) => {
      await scaleInToZero(app);
      expect(app.maximum('HasBacklogWithoutCapacity', 10)).toBe(0);
      await app.sendRequest();
      await app.waitMinutes(3);
      expect(app.maximum('HasBacklogWithoutCapacity', 3)).toBe(1);
      expect(app.isFiring('HasBacklogWithoutCapacity', 2)).toBe(true);
      expect(aws.sagemaker['state'].endpoints.get(NAME)?.status).toBe('Updating');
      expect(app.objectKeys('output/')).toHaveLength(1); // the output of the smoke test
      const counts: number[] = [];
      while (counts.length < 60) {
        await app.waitMinutes(1);
        counts.push(app.instanceCount);
      }
      expect(counts.filter((count, minute) => count !== counts[minute - 1])).toEqual([0, 1, 0]);
      expect(app.objectKeys('output/')).toHaveLength(2);
    }));

  test('without the policy on HasBacklogWithoutCapacity, the request stays in the queue', () =>
    withAccount(
      async (app) => {
        await scaleInToZero(app);
        await app.sendRequest();
        await app.waitMinutes(120);
        expect(app.instanceCount).toBe(0);
        expect(app.objectKeys('output/')).toHaveLength(1);
      },
      (template) => ({
        ...template,
        Resources: Object.fromEntries(Object.entries(template.Resources).filter(([id]) => !id.includes('FromZero'))),
      }),
    ));

  test('without capacity, an alarm reports queued requests, which are processed when there is capacity', () =>
    withAccount(async (app, aws) => {
      await scaleInToZero(app);
      aws.sagemaker.hooks.hasCapacity = () => false;
      await app.sendRequest();
      await app.waitMinutes(12);
      expect(app.isFiring('HasBacklogWithoutCapacity', 15)).toBe(false);
      await app.waitMinutes(12);
      expect(app.isFiring('HasBacklogWithoutCapacity', 15)).toBe(true);
      aws.sagemaker.hooks.hasCapacity = () => true;
      await app.waitMinutes(40);
      expect(app.objectKeys('output/')).toHaveLength(2);
      expect(app.isFiring('HasBacklogWithoutCapacity', 15)).toBe(false);
    }));
});

test('each failed request has a failure object, and an alarm fires after three failures', () =>
  withAccount(async (app, aws) => {
    await app.deployer.deploySynthesized(ALWAYS_ONE_INSTANCE);
    aws.sagemaker.hooks.invoke = async () => {
      throw new AwsError('ModelError', 'the model rejects the page');
    };
    for (const count of [1, 2, 3]) {
      await app.sendRequest();
      await app.waitMinutes(3);
      expect(app.objectKeys('failure/')).toHaveLength(count);
      expect(app.isFiring('InvocationFailures', 60)).toBe(count === 3);
    }
    await app.waitMinutes(70);
    expect(app.isFiring('InvocationFailures', 60)).toBe(false);
  }));

test('random histories violate no invariant, and use all permissions of the roles', async () => {
  const usage = new PermissionUsage();
  expect(await findViolation({ families: ['asynchronous'], numRuns: runs(12, 2), usage })).toBeUndefined();
  if (!RUNS_ALL) return; // the histories of the slice are too few to use all permissions
  // histories.proof.test.ts covers the permissions of the function that reports failures, which is the same for all endpoints.
  expect(unusedPermissions(usage).filter((permission) => !permission.includes('FailureReport'))).toEqual([]);
});
