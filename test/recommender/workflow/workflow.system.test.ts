import { Topic } from 'aws-cdk-lib/aws-sns';
import { parse } from 'csv-parse/sync';
import { Definition, definitionIn } from '../definition';
import { createJob, newStack, createSweep } from '../fixtures';
import { FakeAws, FakeJob } from './fake-aws';
import { runWorkflow } from './run-workflow';

let fake: FakeAws;
let jobDefinition: Definition;
let sweepDefinition: Definition;
beforeAll(async () => {
  fake = await FakeAws.start();
  const stack = newStack('us-east-1');
  createJob(stack, {
    notificationTopic: new Topic(stack, 'Topic'),
    maxTests: 4,
    environmentParameters: { OMP_NUM_THREADS: ['1', '2'] },
  });
  jobDefinition = definitionIn(stack);
  const sweepStack = newStack('us-east-1');
  createSweep(sweepStack, { maxParallelJobs: 2 });
  sweepDefinition = definitionIn(sweepStack);
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
  fake.jobDescription = () => ({
    Status: 'COMPLETED',
    ...(recommendations.length > 0 && { InferenceRecommendations: recommendations }),
  });
}

function latestResults(extension: 'csv' | 'json'): string {
  const key = Object.keys(fake.objects).find((objectKey) => objectKey.endsWith(`/latest/results.${extension}`));
  return fake.objects[key ?? ''];
}

test('the fake service rejects requests that the model of botocore rejects', async () => {
  const response = await fetch(fake.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'SageMaker.CreateInferenceRecommendationsJob' },
    body: JSON.stringify({ JobName: 'a_b', JobType: 'Basic', RoleArn: 'role', InputConfig: { Phases: 1 } }),
  });
  expect(response.status).toBe(400);
  const [problems] = fake.rejectedRequests;
  for (const word of ['Unknown parameter', 'a_b', 'Basic', 'RoleArn']) expect(problems).toContain(word);
  fake.rejectedRequests = [];
});

describe('a successful run', () => {
  test('creates the job, waits longer each time, writes the results and the pick, and sends a notification', async () => {
    fake.jobDescription = (_, descriptionCount) =>
      descriptionCount < 4
        ? { Status: 'IN_PROGRESS' }
        : { Status: 'COMPLETED', InferenceRecommendations: [recommendation(1)] };
    const { output, waits } = await runWorkflow(fake, jobDefinition);
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

  test('sends the traffic pattern, the stopping conditions, the environment variables and the limits to SageMaker', async () => {
    await runWorkflow(fake, jobDefinition);
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

  test('without recommendations has no pick and does not change the parameter', async () => {
    completeWith();
    const { output } = await runWorkflow(fake, jobDefinition);
    expect(output?.message).toContain('No pick: Inference Recommender recommends nothing.');
    expect(fake.callsOf('PutParameter')).toEqual([]);
    expect(latestResults('csv').trim().split('\n')).toHaveLength(1);
  });

  test('with 10 recommendations writes all of them, and selects the cheapest fleet', async () => {
    completeWith(...Array.from({ length: 10 }, (_, index) => recommendation(index)));
    const { output } = await runWorkflow(fake, jobDefinition);
    expect(parse(latestResults('csv'), { columns: true })).toHaveLength(10);
    expect(output?.message).toContain('Pick: 17 × ml.g4dn.2xlarge running OMP_NUM_THREADS=9');
  });

  test.each([
    ['a recommendation without metrics', undefined],
    ['a recommendation without a rate', { ModelLatency: 10 }],
    [
      'a recommendation whose metrics are NaN',
      { CostPerHour: '#NaN', MaxInvocations: 900, ModelLatency: 10, CpuUtilization: '#NaN' },
    ],
  ])('with %s writes empty cells, and selects a different recommendation', async (_, metrics) => {
    const { Metrics: _metrics, ...withoutMetrics } = recommendation(1) as { Metrics: object };
    completeWith(metrics ? recommendation(1, metrics) : withoutMetrics, recommendation(2));
    const { output } = await runWorkflow(fake, jobDefinition);
    const [row] = parse(latestResults('csv'), { columns: true }) as Record<string, string>[];
    expect(row.cost_per_hour_usd).toBe('');
    expect(output?.message).toContain('running OMP_NUM_THREADS=2');
    expect(() => JSON.parse(latestResults('json'))).not.toThrow();
  });

  test('without a recommendation within the latency has no pick, and the message states the reason', async () => {
    completeWith(recommendation(1, { CostPerHour: 1, MaxInvocations: 900, ModelLatency: 900 }));
    const { output } = await runWorkflow(fake, jobDefinition);
    expect(output?.message).toContain('No pick: no recommendation has a rate, a price and a latency within 500 ms.');
  });
});

describe('a busy service', () => {
  test('that throttles is called again', async () => {
    fake.planResponses('CreateInferenceRecommendationsJob', THROTTLED, THROTTLED);
    fake.planResponses('DescribeInferenceRecommendationsJob', THROTTLED, THROTTLED, THROTTLED);
    const { output } = await runWorkflow(fake, jobDefinition);
    expect(output?.failed).toBe(0);
    expect(fake.callsOf('CreateInferenceRecommendationsJob')).toHaveLength(3);
  });

  test('that always throttles fails the run with its reason', async () => {
    fake.planResponses('CreateInferenceRecommendationsJob', ...Array<object>(10).fill(THROTTLED));
    const { error, cause } = await runWorkflow(fake, jobDefinition);
    expect(error).toBe('BenchmarkFailed');
    expect(cause).toContain('it could not be started: Rate exceeded');
    expect(fake.callsOf('CreateInferenceRecommendationsJob')).toHaveLength(6);
  });

  test('that has reached a quota of jobs is called again', async () => {
    fake.planResponses('CreateInferenceRecommendationsJob', {
      type: 'ResourceLimitExceeded',
      message: 'too many jobs',
    });
    expect((await runWorkflow(fake, jobDefinition)).output?.failed).toBe(0);
  });

  test('that does not respond is called again after a timeout', async () => {
    const withShortTimeout = JSON.parse(JSON.stringify(jobDefinition)) as Definition;
    const create = withShortTimeout.States.Benchmark.ItemProcessor?.States.Create;
    if (create) create.TimeoutSeconds = 1;
    fake.planResponses('CreateInferenceRecommendationsJob', 'hang');
    expect((await runWorkflow(fake, withShortTimeout)).output?.failed).toBe(0);
    expect(fake.callsOf('CreateInferenceRecommendationsJob').length).toBeGreaterThan(1);
  });

  test('that does not return the status of a job makes the workflow stop the job', async () => {
    fake.planResponses('DescribeInferenceRecommendationsJob', ...Array<object>(9).fill(THROTTLED));
    const { cause } = await runWorkflow(fake, jobDefinition);
    expect(cause).toContain('its status could not be read, and it was stopped: Rate exceeded');
    expect(fake.jobs.map(({ status }) => status)).toEqual(['STOPPED']);
  });
});

describe('job names', () => {
  test('are the same in a second run, which uses the existing job', async () => {
    await runWorkflow(fake, jobDefinition);
    const { output } = await runWorkflow(fake, jobDefinition);
    expect(output?.failed).toBe(0);
    expect(fake.jobs).toHaveLength(1);
  });

  test('of existing jobs are also recognized if SageMaker responds with a validation error', async () => {
    await runWorkflow(fake, jobDefinition);
    const alreadyExists = { type: 'ValidationException', message: 'Recommendation job with this name already exists' };
    fake.planResponses('CreateInferenceRecommendationsJob', ...Array<object>(6).fill(alreadyExists));
    expect((await runWorkflow(fake, jobDefinition)).output?.failed).toBe(0);
  });

  test('are different in a run with a nonce', async () => {
    await runWorkflow(fake, jobDefinition);
    await runWorkflow(fake, jobDefinition, { nonce: '2026-11-21' });
    expect(fake.jobs).toHaveLength(2);
    for (const { name } of fake.jobs) expect(name).toMatch(/^stack-benchmark-[0-9a-f]{8}-[0-9a-f]{32}$/);
  });
});

describe('a job without results', () => {
  test.each([
    ['a failure with its reason', { FailureReason: 'Some secret of SageMaker' }, 'Some secret of SageMaker'],
    ['a failure without a reason', {}, '/aws/sagemaker/InferenceRecommendationsJobs'],
    ['a missing quota', { FailureReason: 'ResourceLimitExceeded when calling CreateEndpoint' }, 'Service Quotas'],
    ['a rejected payload', { FailureReason: 'ModelError when calling the InvokeEndpoint operation' }, 'sample payload'],
  ])('is explained in the message: %s', async (_, reason, expectedText) => {
    fake.jobDescription = () => ({ Status: 'FAILED', ...reason });
    const { error, cause } = await runWorkflow(fake, jobDefinition);
    expect(error).toBe('BenchmarkFailed');
    expect(cause).toContain('1 of 1 benchmarks gave no results.');
    expect(cause).toContain(expectedText);
    expect(fake.callsOf('Publish')[0].input.Message).toBe(cause);
  });

  test('makes the run fail if the job was stopped', async () => {
    fake.jobDescription = (stopped: FakeJob) => ((stopped.status = 'STOPPED'), { Status: 'STOPPED' });
    expect((await runWorkflow(fake, jobDefinition)).cause).toContain('it was stopped before it was complete');
  });

  test('is stopped one hour after its maximum duration if it does not end', async () => {
    fake.jobDescription = () => ({ Status: 'IN_PROGRESS' });
    const { cause, waits } = await runWorkflow(fake, jobDefinition);
    const seconds = waits.reduce((sum, wait) => sum + wait, 0);
    expect(seconds).toBeGreaterThan(3 * 3600);
    expect(seconds).toBeLessThan(3.5 * 3600);
    expect(cause).toContain('it took longer than 3 hours, and was stopped');
    expect(fake.jobs.map(({ status }) => status)).toEqual(['STOPPED']);
  });

  test('makes the run fail if the results cannot be written to S3', async () => {
    fake.storageStatus = 403;
    const { error, cause } = await runWorkflow(fake, jobDefinition);
    expect(error).toBe('BenchmarkFailed');
    expect(cause).toContain('The results could not be written');
    expect(fake.callsOf('PutParameter')).toEqual([]);
  });
});

describe('a sweep', () => {
  test('runs a job for each variation, and writes one table', async () => {
    completeWith(recommendation(1));
    const { output } = await runWorkflow(fake, sweepDefinition);
    expect(output?.failed).toBe(0);
    expect(fake.jobs).toHaveLength(3);
    const rows = parse(latestResults('csv'), { columns: true }) as Record<string, string>[];
    expect(rows.map((row) => [row.configuration, row.dynamic_batching, row.instance_group_count])).toEqual([
      ['base OMP_NUM_THREADS=1', 'no', ''],
      ['db OMP_NUM_THREADS=1', 'yes', ''],
      ['ig OMP_NUM_THREADS=1', 'no', '2'],
    ]);
    expect(rows[0]).toMatchObject({ tensorrt: 'no', vcpus: '8', gpus: '1', memory_gb: '32' });
  });

  test('with a failed job contains the results of the other jobs', async () => {
    fake.jobDescription = ({ name }) =>
      name === fake.jobs[0].name
        ? { Status: 'FAILED', FailureReason: 'InsufficientInstanceCapacity' }
        : { Status: 'COMPLETED', InferenceRecommendations: [recommendation(1)] };
    const { error, cause } = await runWorkflow(fake, sweepDefinition);
    expect(error).toBe('BenchmarkFailed');
    expect(cause).toMatch(
      /^1 of 3 benchmarks gave no results\.\n\S+ \(.*\): InsufficientInstanceCapacity — AWS has no free instance of this type/,
    );
    expect(cause).toContain('Pick: ');
    expect(parse(latestResults('csv'))).toHaveLength(3);
    expect(fake.callsOf('PutParameter')).toHaveLength(1);
  });
});
