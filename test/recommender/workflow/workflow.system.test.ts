import { parse } from 'csv-parse/sync';
import { Definition, definitionIn } from '../definition';
import { createJob, newStack } from '../fixtures';
import { FakeAws, FakeJob } from './fake-aws';
import { runWorkflow } from './run-workflow';

let fake: FakeAws;
let jobDefinition: Definition;
beforeAll(async () => {
  fake = await FakeAws.start();
  const stack = newStack('us-east-1');
  createJob(stack);
  jobDefinition = definitionIn(stack);
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

describe('a successful run', () => {
  test('creates the job, waits longer each time, and writes the results', async () => {
    fake.jobDescription = (_, descriptionCount) =>
      descriptionCount < 4
        ? { Status: 'IN_PROGRESS' }
        : { Status: 'COMPLETED', InferenceRecommendations: [recommendation(1)] };
    const { output, waits } = await runWorkflow(fake, jobDefinition);
    expect(output).toMatchObject({
      message: expect.stringMatching(/^The benchmark is complete: 1 recommendations/),
      table: expect.stringMatching(/^s3:\/\/.*\/latest\/results\.csv$/),
    });
    expect(waits).toEqual([15, 30, 45, 60]);
    expect(Object.keys(fake.objects)).toHaveLength(4);
    const [row] = parse(latestResults('csv'), { columns: true }) as Record<string, string>[];
    expect(row).toMatchObject({
      configuration: 'Benchmark OMP_NUM_THREADS=1',
      dynamic_batching: 'no',
      instance_type: 'ml.g4dn.2xlarge',
    });
  });

  test('sends the traffic pattern and the stopping conditions to SageMaker', async () => {
    await runWorkflow(fake, jobDefinition);
    expect(fake.jobs[0].request).toMatchObject({
      JobType: 'Advanced',
      InputConfig: {
        JobDurationInSeconds: 7200,
        TrafficPattern: {
          TrafficType: 'PHASES',
          Phases: [{ InitialNumberOfUsers: 2, SpawnRate: 2, DurationInSeconds: 1500 }],
        },
        EndpointConfigurations: ['ml.g4dn.xlarge', 'ml.g4dn.2xlarge'].map((InstanceType) => ({
          InstanceType,
        })),
      },
      StoppingConditions: {
        MaxInvocations: 30_000,
        ModelLatencyThresholds: [{ Percentile: 'P95', ValueInMilliseconds: 500 }],
      },
    });
  });

  test('without recommendations writes a table without rows', async () => {
    completeWith();
    const { output } = await runWorkflow(fake, jobDefinition);
    expect(output?.message).toContain('The benchmark is complete: 0 recommendations.');
    expect(latestResults('csv').trim().split('\n')).toHaveLength(1);
  });

  test.each([
    ['a recommendation without metrics', undefined],
    ['a recommendation without a rate', { ModelLatency: 10 }],
    [
      'a recommendation whose metrics are NaN',
      { CostPerHour: '#NaN', MaxInvocations: 900, ModelLatency: 10, CpuUtilization: '#NaN' },
    ],
  ])('with %s writes empty cells', async (_, metrics) => {
    const { Metrics: _metrics, ...withoutMetrics } = recommendation(1) as { Metrics: object };
    completeWith(metrics ? recommendation(1, metrics) : withoutMetrics, recommendation(2));
    await runWorkflow(fake, jobDefinition);
    const [row] = parse(latestResults('csv'), { columns: true }) as Record<string, string>[];
    expect(row.cost_per_hour_usd).toBe('');
    expect(() => JSON.parse(latestResults('json'))).not.toThrow();
  });
});

describe('a busy service', () => {
  test('that throttles is called again', async () => {
    fake.planResponses('CreateInferenceRecommendationsJob', THROTTLED, THROTTLED);
    fake.planResponses('DescribeInferenceRecommendationsJob', THROTTLED, THROTTLED, THROTTLED);
    expect((await runWorkflow(fake, jobDefinition)).output?.table).toBeDefined();
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
    expect((await runWorkflow(fake, jobDefinition)).output?.table).toBeDefined();
  });

  test('that does not respond is called again after a timeout', async () => {
    const withShortTimeout = JSON.parse(JSON.stringify(jobDefinition)) as Definition;
    const create = withShortTimeout.States.Create;
    create.TimeoutSeconds = 1;
    fake.planResponses('CreateInferenceRecommendationsJob', 'hang');
    expect((await runWorkflow(fake, withShortTimeout)).output?.table).toBeDefined();
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
    expect((await runWorkflow(fake, jobDefinition)).output?.table).toBeDefined();
    expect(fake.jobs).toHaveLength(1);
  });

  test('of existing jobs are also recognized if SageMaker responds with a validation error', async () => {
    await runWorkflow(fake, jobDefinition);
    const alreadyExists = { type: 'ValidationException', message: 'Recommendation job with this name already exists' };
    fake.planResponses('CreateInferenceRecommendationsJob', ...Array<object>(6).fill(alreadyExists));
    expect((await runWorkflow(fake, jobDefinition)).output?.table).toBeDefined();
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
    expect(cause).toContain('The benchmark gave no results.');
    expect(cause).toContain(expectedText);
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
  });
});
