import { FakeAws } from './fake-aws';
import { modelError, Reply } from './fake-endpoint';

// A server on the loopback stands for AWS here and not the simulated account, which answers in this process: responses that come late, in parts or
// not at all are what these tests are about.

const MODEL = {
  name: 'classifier',
  maxBatchSize: 8,
  inputs: [{ name: 'image', dataType: 'FP32', dims: ['2'] }],
  outputs: [{ name: 'scores', dataType: 'FP32', dims: ['3'] }],
};
const RIGHT: Reply = { body: { outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 3], data: [1, 2, 3] }] } };
const WRONG: Reply = { body: { outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 3], data: [1, 2] }] } };

let aws: FakeAws;
beforeAll(async () => {
  aws = await FakeAws.start();
});
afterAll(() => aws.stop());
beforeEach(() => {
  aws.endpoint.replies = [RIGHT];
  aws.endpointStatus = { EndpointStatus: 'InService', EndpointConfigName: 'config' };
  aws.object = { models: [MODEL], examples: {} };
});

/** Runs the probe as its schedule would, and reads the metrics that it logged. */
async function run(more: object = {}): Promise<Record<string, unknown> | undefined> {
  await aws.send({
    time: '2026-11-21T10:05:00Z',
    endpointName: 'vision',
    variantName: 'AllTraffic',
    endpointConfigName: 'config',
    intervalMinutes: 5,
    planBucket: 'bucket',
    planKey: 'plan',
    ...more,
  });
  const line = aws.log.split('\n').find((text) => text.startsWith('{"_aws"'));
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
}

test('a right answer is a success with the latency that the client sees', async () => {
  const metrics = await run();
  expect(metrics).toMatchObject({
    EndpointName: 'vision',
    VariantName: 'AllTraffic',
    EndpointConfigName: 'config',
    ProbeSuccess: 1,
  });
  expect(metrics?.EndToEndLatency).toBeGreaterThan(0);
  expect(metrics?._aws).toMatchObject({
    CloudWatchMetrics: [
      {
        Namespace: 'TritonOnSageMaker',
        Dimensions: [['EndpointName', 'VariantName']],
        Metrics: [
          { Name: 'ProbeSuccess', Unit: 'Count' },
          { Name: 'EndToEndLatency', Unit: 'Microseconds' },
        ],
      },
      {
        Namespace: 'TritonOnSageMaker',
        Dimensions: [['EndpointName', 'VariantName', 'EndpointConfigName']],
        Metrics: [{ Name: 'ProbeSuccess', Unit: 'Count' }],
      },
    ],
  });
});

test('with a plan the drift from it is published', async () => {
  const metrics = await run({ plannedMilliseconds: 1_000 });
  const { EndToEndLatency, LatencyDrift } = metrics as Record<string, number>;
  expect(LatencyDrift).toBeCloseTo((EndToEndLatency / 1_000_000 - 1) * 100, 0);
});

test('a wrong answer is a failure, and its reason is in the log', async () => {
  aws.endpoint.replies = [WRONG];
  expect(await run()).toMatchObject({ ProbeSuccess: 0 });
  expect(aws.log).toContain('output scores: 2 values for shape [1,3], expected 3');
});

test('an error is a failure without a latency', async () => {
  aws.endpoint.replies = [modelError(500, 'boom')];
  const metrics = await run();
  expect(metrics).toMatchObject({ ProbeSuccess: 0 });
  expect(metrics).not.toHaveProperty('EndToEndLatency');
});

test('between the intervals nothing is asked', async () => {
  expect(await run({ time: '2026-11-21T10:06:00Z' })).toBeUndefined();
  expect(aws.endpoint.invocations).toHaveLength(0);
});

test.each(['Updating', 'SystemUpdating', 'RollingBack'])(
  'while the endpoint is %s a request goes each minute',
  async (status) => {
    aws.endpointStatus = { EndpointStatus: status, EndpointConfigName: 'config' };
    expect(await run({ time: '2026-11-21T10:06:00Z' })).toMatchObject({ ProbeSuccess: 1 });
  },
);

test.each(['Creating', 'Deleting'])('while the endpoint is %s nothing is asked', async (status) => {
  aws.endpointStatus = { EndpointStatus: status, EndpointConfigName: 'config' };
  expect(await run()).toBeUndefined();
});

describe('while a deployment replaces the configuration', () => {
  const updating = (EndpointConfigName: string, pending: string, ...stages: string[]): void => {
    const ProductionVariants = stages.map((Status) => ({ VariantName: 'AllTraffic', VariantStatus: [{ Status }] }));
    const PendingDeploymentSummary = { EndpointConfigName: pending, ProductionVariants };
    aws.endpointStatus = { EndpointStatus: 'Updating', EndpointConfigName, PendingDeploymentSummary };
  };

  test('the old fleet is not judged by what the new one has to answer', async () => {
    aws.endpoint.replies = [WRONG];
    updating('config-before', 'config', 'Creating');
    expect(await run()).toBeUndefined();
    updating('config-before', 'config', 'ActivatingTraffic');
    expect(await run()).toBeUndefined();
  });

  test('the new fleet is judged as soon as it has the traffic', async () => {
    aws.endpoint.replies = [WRONG];
    updating('config-before', 'config', 'Baking');
    expect(await run({ time: '2026-11-21T10:06:00Z' })).toMatchObject({
      ProbeSuccess: 0,
      EndpointConfigName: 'config',
    });
  });

  test('nothing is said of a configuration while both fleets share the traffic: nobody knows which of them answered', async () => {
    updating('config-before', 'config', 'Baking');
    const metrics = await run({ time: '2026-11-21T10:06:00Z', sharesTraffic: true });
    expect(metrics).toMatchObject({ ProbeSuccess: 1 });
    expect(metrics).not.toHaveProperty('EndpointConfigName');
    expect(JSON.stringify(metrics?._aws)).not.toContain('EndpointConfigName');
    aws.endpointStatus = { EndpointStatus: 'InService', EndpointConfigName: 'config' };
    expect(await run({ sharesTraffic: true })).toMatchObject({ EndpointConfigName: 'config' });
  });

  test('the old fleet is judged until the traffic begins to move, and no alarm of a deployment counts it', async () => {
    updating('config', 'config-after', 'Creating');
    const metrics = await run();
    expect(metrics).toMatchObject({ ProbeSuccess: 1 });
    expect(metrics).not.toHaveProperty('EndpointConfigName');
    for (const stages of [['ActivatingTraffic'], ['Creating', 'ActivatingTraffic'], [], ['Baking']]) {
      updating('config', 'config-after', ...stages);
      expect(await run()).toBeUndefined();
    }
  });

  test('nothing is judged once the endpoint was rolled back', async () => {
    aws.endpointStatus = { EndpointStatus: 'InService', EndpointConfigName: 'config-before' };
    expect(await run()).toBeUndefined();
  });
});

test('an endpoint that is not there yet is no failure', async () => {
  aws.endpointStatus = undefined;
  expect(await run()).toBeUndefined();
  expect(aws.log).toBe('');
});

test('several models take turns', async () => {
  aws.object = { models: [1, 2].map((id) => ({ ...MODEL, targetModel: `${id}.tar.gz` })), examples: {} };
  const targets: unknown[] = [];
  for (const minute of ['00', '05', '10']) {
    await run({ time: `2026-11-21T10:${minute}:00Z`, planKey: 'several' });
    targets.push(aws.endpoint.invocations[0].headers['x-amzn-sagemaker-target-model']);
  }
  expect(targets).toEqual(['1.tar.gz', '2.tar.gz', '1.tar.gz']);
});

test('a model that is still being loaded is neither right nor wrong', async () => {
  const loading: Reply = {
    status: 429,
    headers: { 'x-amzn-errortype': 'ModelNotReadyException' },
    body: { Message: 'loading' },
  };
  aws.endpoint.replies = [loading];
  expect(await run()).toBeUndefined();
  expect(aws.log).toContain('ModelNotReadyException');
});

test('one of several variants is named, and has to answer', async () => {
  aws.endpoint.replies = [{ ...RIGHT, headers: { 'x-amzn-invoked-production-variant': 'other' } }];
  expect(await run({ targetVariant: true })).toMatchObject({ ProbeSuccess: 0 });
  expect(aws.endpoint.invocations[0].headers['x-amzn-sagemaker-target-variant']).toBe('AllTraffic');
});

describe('a model without examples whose inputs zeros may mean nothing as', () => {
  const query = { ...MODEL, inputs: [{ name: 'query', dataType: 'BYTES', dims: ['1'] }] };

  test('is not asked: its errors would count in the alarms', async () => {
    aws.object = { models: [query], examples: {} };
    expect(await run({ planKey: 'zeros' })).toBeUndefined();
    expect(aws.endpoint.invocations).toHaveLength(0);
  });

  test('is asked with its examples', async () => {
    const request = { inputs: [{ name: 'query', datatype: 'BYTES', shape: [1, 1], data: ['cats'] }] };
    const example = { request, absoluteTolerance: 0, relativeTolerance: 0 };
    aws.object = { models: [query], examples: { classifier: [example] } };
    expect(await run({ planKey: 'examples' })).toMatchObject({ ProbeSuccess: 1 });
  });
});

test('an endpoint that streams is asked for a stream', async () => {
  const outputs = [{ name: 'text', dataType: 'BYTES', dims: ['1'] }];
  const models = [{ ...MODEL, outputs, inferenceType: 'generate_stream' }];
  aws.object = { models, examples: {} };
  aws.endpoint.replies = [{ stream: ['data: {"text":"a"}\n\n', 'data: {"text":"b"}\n\n'] }];
  expect(await run({ planKey: 'stream' })).toMatchObject({ ProbeSuccess: 1 });
  expect(aws.endpoint.invocations[0].url).toBe('/endpoints/vision/invocations-response-stream');
  aws.endpoint.replies = [{ stream: ['data: {"text":"a"}\n\n', 'data: {"error":"full"}\n\n'] }];
  expect(await run({ planKey: 'stream' })).toMatchObject({ ProbeSuccess: 0 });
});
