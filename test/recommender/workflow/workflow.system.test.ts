import { Topic } from 'aws-cdk-lib/aws-sns';
import { parse } from 'csv-parse/sync';
import { Definition, definitionIn } from '../definition';
import { jobIn, newStack, sweepIn } from '../fixtures';
import { FakeAws, FakeJob } from './fake-aws';
import { runWorkflow } from './run-workflow';

let fake: FakeAws;
let job: Definition;
let sweep: Definition;
beforeAll(async () => {
  fake = await FakeAws.start();
  const stack = newStack('us-east-1');
  jobIn(stack, {
    notificationTopic: new Topic(stack, 'Topic'),
    maxTests: 4,
    environmentParameters: { OMP_NUM_THREADS: ['1', '2'] },
  });
  job = definitionIn(stack);
  const another = newStack('us-east-1');
  sweepIn(another, { maxParallelJobs: 2 });
  sweep = definitionIn(another);
});
afterAll(() => fake.stop());
beforeEach(() => fake.reset());
afterEach(() => fake.requireAccepted());

const THROTTLED = { type: 'ThrottlingException', message: 'Rate exceeded' };

function recommendation(index: number, metrics?: object): object {
  return {
    RecommendationId: `r/${index}`,
    Metrics: metrics ?? {
      CostPerHour: 0.94,
      CostPerInference: 1e-6,
      MaxInvocations: 900 + 100 * index,
      ModelLatency: 400,
    },
    EndpointConfiguration: {
      EndpointName: `e${index}`,
      VariantName: 'v',
      InstanceType: 'ml.g4dn.2xlarge',
      InitialInstanceCount: 1,
    },
    ModelConfiguration: { EnvironmentParameters: [{ Key: 'OMP_NUM_THREADS', ValueType: 'String', Value: `${index}` }] },
  };
}

function completeWith(...recommendations: object[]): void {
  fake.describe = () => ({
    Status: 'COMPLETED',
    ...(recommendations.length > 0 && { InferenceRecommendations: recommendations }),
  });
}

function latest(extension: 'csv' | 'json'): string {
  const key = Object.keys(fake.objects).find((each) => each.endsWith(`/latest/results.${extension}`));
  return fake.objects[key ?? ''];
}

test('the fake service refuses what botocore’s model of the API refuses', async () => {
  const response = await fetch(fake.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'SageMaker.CreateInferenceRecommendationsJob' },
    body: JSON.stringify({ JobName: 'a_b', JobType: 'Basic', RoleArn: 'role', InputConfig: { Phases: 1 } }),
  });
  expect(response.status).toBe(400);
  const [problems] = fake.refused;
  for (const word of ['Unknown parameter', 'a_b', 'Basic', 'RoleArn']) expect(problems).toContain(word);
  fake.refused = [];
});

describe('a run that goes well', () => {
  test('creates the job, waits longer each time, writes results, remembers the pick and tells it', async () => {
    fake.describe = (_, times) =>
      times < 4 ? { Status: 'IN_PROGRESS' } : { Status: 'COMPLETED', InferenceRecommendations: [recommendation(1)] };
    const { output, waits } = await runWorkflow(fake, job);
    expect(output).toMatchObject({ failed: 0, message: expect.stringMatching(/^The benchmark is complete/) });
    expect(waits).toEqual([15, 30, 45, 60]);
    const [{ input: parameter }] = fake.callsOf('PutParameter');
    expect(JSON.parse(String(parameter.Value))).toMatchObject({
      configuration: 'OMP_NUM_THREADS=1',
      instanceType: 'ml.g4dn.2xlarge',
      instanceCount: 30,
      usdPerHour: 28.2,
    });
    expect(fake.callsOf('Publish')[0].input.Message).toContain('Pick: 30 × ml.g4dn.2xlarge running OMP_NUM_THREADS=1');
    expect(Object.keys(fake.objects)).toHaveLength(4);
  });

  test('sends what was described: load test, stopping conditions, ranges and limits', async () => {
    await runWorkflow(fake, job);
    expect(fake.jobs[0].request).toMatchObject({
      JobType: 'Advanced',
      InputConfig: {
        JobDurationInSeconds: 7200,
        TrafficPattern: {
          TrafficType: 'PHASES',
          Phases: [{ InitialNumberOfUsers: 2, SpawnRate: 2, DurationInSeconds: 1500 }],
        },
        ResourceLimit: { MaxNumberOfTests: 4 },
        EndpointConfigurations: ['ml.g4dn.xlarge', 'ml.g4dn.2xlarge'].map((InstanceType) => ({
          InstanceType,
          EnvironmentParameterRanges: { CategoricalParameterRanges: [{ Name: 'OMP_NUM_THREADS', Value: ['1', '2'] }] },
        })),
      },
      StoppingConditions: {
        MaxInvocations: 30_000,
        ModelLatencyThresholds: [{ Percentile: 'P95', ValueInMilliseconds: 500 }],
      },
    });
  });

  test('0 recommendations: no pick, and the parameter stays as it is', async () => {
    completeWith();
    const { output } = await runWorkflow(fake, job);
    expect(output?.message).toContain('No pick: Inference Recommender recommends nothing.');
    expect(fake.callsOf('PutParameter')).toEqual([]);
    expect(latest('csv').trim().split('\n')).toHaveLength(1);
  });

  test('10 recommendations: all are in the table, the cheapest fleet is the pick', async () => {
    completeWith(...Array.from({ length: 10 }, (_, index) => recommendation(index)));
    const { output } = await runWorkflow(fake, job);
    expect(parse(latest('csv'), { columns: true })).toHaveLength(10);
    expect(output?.message).toContain('Pick: 17 × ml.g4dn.2xlarge running OMP_NUM_THREADS=9');
  });

  test.each([
    ['no metrics at all', undefined],
    ['no rate', { ModelLatency: 10 }],
    [
      'NaN as the protocol writes it',
      { CostPerHour: '#NaN', MaxInvocations: 900, ModelLatency: 10, CpuUtilization: '#NaN' },
    ],
  ])('%s: the row has empty cells, and another recommendation is the pick', async (_, metrics) => {
    const { Metrics: _metrics, ...bare } = recommendation(1) as { Metrics: object };
    completeWith(metrics ? recommendation(1, metrics) : bare, recommendation(2));
    const { output } = await runWorkflow(fake, job);
    const [row] = parse(latest('csv'), { columns: true }) as Record<string, string>[];
    expect(row.cost_per_hour_usd).toBe('');
    expect(output?.message).toContain('running OMP_NUM_THREADS=2');
    expect(() => JSON.parse(latest('json'))).not.toThrow();
  });

  test('nothing within the latency: no pick, and the message says so', async () => {
    completeWith(recommendation(1, { CostPerHour: 1, MaxInvocations: 900, ModelLatency: 900 }));
    const { output } = await runWorkflow(fake, job);
    expect(output?.message).toContain('No pick: no recommendation has a rate, a price and a latency within 500 ms.');
  });
});

describe('a busy service', () => {
  test('is asked again when it throttles', async () => {
    fake.plan('CreateInferenceRecommendationsJob', THROTTLED, THROTTLED);
    fake.plan('DescribeInferenceRecommendationsJob', THROTTLED, THROTTLED, THROTTLED);
    const { output } = await runWorkflow(fake, job);
    expect(output?.failed).toBe(0);
    expect(fake.callsOf('CreateInferenceRecommendationsJob')).toHaveLength(3);
  });

  test('that never stops throttling fails the run with its reason', async () => {
    fake.plan('CreateInferenceRecommendationsJob', ...Array<object>(10).fill(THROTTLED));
    const { error, cause } = await runWorkflow(fake, job);
    expect(error).toBe('BenchmarkFailed');
    expect(cause).toContain('it could not be started: Rate exceeded');
    expect(fake.callsOf('CreateInferenceRecommendationsJob')).toHaveLength(6);
  });

  test('with too many jobs of the account is asked again', async () => {
    fake.plan('CreateInferenceRecommendationsJob', { type: 'ResourceLimitExceeded', message: 'too many jobs' });
    expect((await runWorkflow(fake, job)).output?.failed).toBe(0);
  });

  test('that does not answer is asked again after the call’s timeout', async () => {
    const impatient = JSON.parse(JSON.stringify(job)) as Definition;
    const create = impatient.States.Benchmark.ItemProcessor?.States.Create;
    if (create) create.TimeoutSeconds = 1;
    fake.plan('CreateInferenceRecommendationsJob', 'hang');
    expect((await runWorkflow(fake, impatient)).output?.failed).toBe(0);
    expect(fake.callsOf('CreateInferenceRecommendationsJob').length).toBeGreaterThan(1);
  });

  test('that cannot be asked about a job any more: the job is stopped', async () => {
    fake.plan('DescribeInferenceRecommendationsJob', ...Array<object>(9).fill(THROTTLED));
    const { cause } = await runWorkflow(fake, job);
    expect(cause).toContain('its status could not be read, and it was stopped: Rate exceeded');
    expect(fake.jobs.map(({ status }) => status)).toEqual(['STOPPED']);
  });
});

describe('duplicates', () => {
  test('a second run finds the job of the first, and pays nothing', async () => {
    await runWorkflow(fake, job);
    const { output } = await runWorkflow(fake, job);
    expect(output?.failed).toBe(0);
    expect(fake.jobs).toHaveLength(1);
  });

  test('a job that exists is also known by the words of a validation error', async () => {
    await runWorkflow(fake, job);
    const exists = { type: 'ValidationException', message: 'Recommendation job with this name already exists' };
    fake.plan('CreateInferenceRecommendationsJob', ...Array<object>(6).fill(exists));
    expect((await runWorkflow(fake, job)).output?.failed).toBe(0);
  });

  test('a nonce makes a new job', async () => {
    await runWorkflow(fake, job);
    await runWorkflow(fake, job, { nonce: '2026-11-21' });
    expect(fake.jobs).toHaveLength(2);
    for (const { name } of fake.jobs) expect(name).toMatch(/^stack-benchmark-[0-9a-f]{8}-[0-9a-f]{32}$/);
  });
});

describe('a job that goes wrong', () => {
  test.each([
    ['a failure with its reason', { FailureReason: 'Some secret of SageMaker' }, 'Some secret of SageMaker'],
    ['a failure without one', {}, '/aws/sagemaker/InferenceRecommendationsJobs'],
    ['a missing quota', { FailureReason: 'ResourceLimitExceeded when calling CreateEndpoint' }, 'Service Quotas'],
    ['a refused payload', { FailureReason: 'ModelError when calling the InvokeEndpoint operation' }, 'sample payload'],
  ])('%s is told in plain words', async (_, reason, words) => {
    fake.describe = () => ({ Status: 'FAILED', ...reason });
    const { error, cause } = await runWorkflow(fake, job);
    expect(error).toBe('BenchmarkFailed');
    expect(cause).toContain('1 of 1 benchmarks gave no results.');
    expect(cause).toContain(words);
    expect(fake.callsOf('Publish')[0].input.Message).toBe(cause);
  });

  test('a stopped one is no success', async () => {
    fake.describe = (stopped: FakeJob) => ((stopped.status = 'STOPPED'), { Status: 'STOPPED' });
    expect((await runWorkflow(fake, job)).cause).toContain('it was stopped before it was complete');
  });

  test('one that never ends is stopped an hour after its longest time', async () => {
    fake.describe = () => ({ Status: 'IN_PROGRESS' });
    const { cause, waits } = await runWorkflow(fake, job);
    const seconds = waits.reduce((sum, wait) => sum + wait, 0);
    expect(seconds).toBeGreaterThan(3 * 3600);
    expect(seconds).toBeLessThan(3.5 * 3600);
    expect(cause).toContain('it took longer than 3 hours, and was stopped');
    expect(fake.jobs.map(({ status }) => status)).toEqual(['STOPPED']);
  });

  test('results that cannot be written fail the run, which says so', async () => {
    fake.storageStatus = 403;
    const { error, cause } = await runWorkflow(fake, job);
    expect(error).toBe('BenchmarkFailed');
    expect(cause).toContain('The results could not be written');
    expect(fake.callsOf('PutParameter')).toEqual([]);
  });
});

describe('a sweep', () => {
  test('runs a job for each variation, and makes one table', async () => {
    completeWith(recommendation(1));
    const { output } = await runWorkflow(fake, sweep);
    expect(output?.failed).toBe(0);
    expect(fake.jobs).toHaveLength(3);
    const rows = parse(latest('csv'), { columns: true }) as Record<string, string>[];
    expect(rows.map((row) => [row.configuration, row.dynamic_batching, row.instance_group_count])).toEqual([
      ['base OMP_NUM_THREADS=1', 'no', ''],
      ['db OMP_NUM_THREADS=1', 'yes', ''],
      ['ig OMP_NUM_THREADS=1', 'no', '2'],
    ]);
    expect(rows[0]).toMatchObject({ tensorrt: 'no', vcpus: '8', gpus: '1', memory_gb: '32' });
  });

  test('with a job that fails keeps the results of the others', async () => {
    fake.describe = ({ name }) =>
      name === fake.jobs[0].name
        ? { Status: 'FAILED', FailureReason: 'InsufficientInstanceCapacity' }
        : { Status: 'COMPLETED', InferenceRecommendations: [recommendation(1)] };
    const { error, cause } = await runWorkflow(fake, sweep);
    expect(error).toBe('BenchmarkFailed');
    expect(cause).toMatch(
      /^1 of 3 benchmarks gave no results\.\n\S+ \(.*\): InsufficientInstanceCapacity — AWS has no free instance of this type/,
    );
    expect(cause).toContain('Pick: ');
    expect(parse(latest('csv'))).toHaveLength(3);
    expect(fake.callsOf('PutParameter')).toHaveLength(1);
  });
});
