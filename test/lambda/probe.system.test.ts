import { FakeAws } from './fake-aws';
import { modelError, Reply } from './fake-endpoint';

// These tests use local servers instead of the simulated account, because they need delayed, partial and missing responses.

const MODEL = {
  name: 'classifier',
  maxBatchSize: 8,
  inputs: [{ name: 'image', dataType: 'FP32', dims: ['2'] }],
  outputs: [{ name: 'scores', dataType: 'FP32', dims: ['3'] }],
};
const CORRECT: Reply = { body: { outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 3], data: [1, 2, 3] }] } };
const INCORRECT: Reply = { body: { outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 3], data: [1, 2] }] } };

let aws: FakeAws;
beforeAll(async () => {
  aws = await FakeAws.start();
});
afterAll(() => aws.stop());
beforeEach(() => {
  aws.endpoint.replies = [CORRECT];
  aws.endpointStatus = { EndpointStatus: 'InService', EndpointConfigName: 'config' };
  aws.object = { models: [MODEL], examples: {} };
});

/** Runs the probe with an event of its schedule. Returns the metrics that the probe published. */
async function runProbe(overrides: object = {}): Promise<Record<string, unknown> | undefined> {
  await aws.send({
    time: '2026-11-21T10:05:00Z',
    endpointName: 'vision',
    variantName: 'AllTraffic',
    endpointConfigName: 'config',
    intervalMinutes: 5,
    timeoutSeconds: 85,
    planBucket: 'bucket',
    planKey: 'plan',
    ...overrides,
  });
  const line = aws.log.split('\n').find((text) => text.startsWith('{"_aws"'));
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
}

test('after a correct response, the probe publishes a success and the measured latency', async () => {
  const metrics = await runProbe();
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

test('after an incorrect response, the probe publishes a failure, and the log contains the reason', async () => {
  aws.endpoint.replies = [INCORRECT];
  expect(await runProbe()).toMatchObject({ ProbeSuccess: 0 });
  expect(aws.log).toContain('output scores: 2 values for shape [1,3], expected 3');
});

test('after an error, the probe publishes a failure without a latency', async () => {
  aws.endpoint.replies = [modelError(500, 'boom')];
  const metrics = await runProbe();
  expect(metrics).toMatchObject({ ProbeSuccess: 0 });
  expect(metrics).not.toHaveProperty('EndToEndLatency');
});

test('no request is sent between two scheduled times', async () => {
  expect(await runProbe({ time: '2026-11-21T10:06:00Z' })).toBeUndefined();
  expect(aws.endpoint.invocations).toHaveLength(0);
});

test.each(['Updating', 'SystemUpdating', 'RollingBack'])(
  'while the endpoint is %s, a request is sent each minute',
  async (status) => {
    aws.endpointStatus = { EndpointStatus: status, EndpointConfigName: 'config' };
    expect(await runProbe({ time: '2026-11-21T10:06:00Z' })).toMatchObject({ ProbeSuccess: 1 });
  },
);

test.each(['Creating', 'Deleting'])('while the endpoint is %s, no request is sent', async (status) => {
  aws.endpointStatus = { EndpointStatus: status, EndpointConfigName: 'config' };
  expect(await runProbe()).toBeUndefined();
});

describe('while a deployment replaces the configuration', () => {
  const startUpdate = (EndpointConfigName: string, pending: string, ...stages: string[]): void => {
    const ProductionVariants = stages.map((Status) => ({ VariantName: 'AllTraffic', VariantStatus: [{ Status }] }));
    const PendingDeploymentSummary = { EndpointConfigName: pending, ProductionVariants };
    aws.endpointStatus = { EndpointStatus: 'Updating', EndpointConfigName, PendingDeploymentSummary };
  };

  test('the responses of the old fleet are not compared with the examples of the new fleet', async () => {
    aws.endpoint.replies = [INCORRECT];
    startUpdate('previous-config', 'config', 'Creating');
    expect(await runProbe()).toBeUndefined();
    startUpdate('previous-config', 'config', 'ActivatingTraffic');
    expect(await runProbe()).toBeUndefined();
  });

  test('the new fleet is tested when it receives the traffic', async () => {
    aws.endpoint.replies = [INCORRECT];
    startUpdate('previous-config', 'config', 'Baking');
    expect(await runProbe({ time: '2026-11-21T10:06:00Z' })).toMatchObject({
      ProbeSuccess: 0,
      EndpointConfigName: 'config',
    });
  });

  test('metrics have no endpoint configuration while both fleets share the traffic, because either fleet may have responded', async () => {
    startUpdate('previous-config', 'config', 'Baking');
    const metrics = await runProbe({ time: '2026-11-21T10:06:00Z', sharesTraffic: true });
    expect(metrics).toMatchObject({ ProbeSuccess: 1 });
    expect(metrics).not.toHaveProperty('EndpointConfigName');
    expect(JSON.stringify(metrics?._aws)).not.toContain('EndpointConfigName');
    aws.endpointStatus = { EndpointStatus: 'InService', EndpointConfigName: 'config' };
    expect(await runProbe({ sharesTraffic: true })).toMatchObject({ EndpointConfigName: 'config' });
  });

  test('the old fleet is tested until the traffic shifts, and its metrics have no endpoint configuration', async () => {
    startUpdate('config', 'next-config', 'Creating');
    const metrics = await runProbe();
    expect(metrics).toMatchObject({ ProbeSuccess: 1 });
    expect(metrics).not.toHaveProperty('EndpointConfigName');
    for (const stages of [['ActivatingTraffic'], ['Creating', 'ActivatingTraffic'], [], ['Baking']]) {
      startUpdate('config', 'next-config', ...stages);
      expect(await runProbe()).toBeUndefined();
    }
  });

  test('no request is sent after the endpoint was rolled back', async () => {
    aws.endpointStatus = { EndpointStatus: 'InService', EndpointConfigName: 'previous-config' };
    expect(await runProbe()).toBeUndefined();
  });
});

test('no failure is published while the endpoint does not exist yet', async () => {
  aws.endpointStatus = undefined;
  expect(await runProbe()).toBeUndefined();
  expect(aws.log).toBe('');
});

test('several models receive requests in turn', async () => {
  aws.object = { models: [1, 2].map((id) => ({ ...MODEL, targetModel: `${id}.tar.gz` })), examples: {} };
  const targets: unknown[] = [];
  for (const minute of ['00', '05', '10']) {
    await runProbe({ time: `2026-11-21T10:${minute}:00Z`, planKey: 'several' });
    targets.push(aws.endpoint.invocations[0].headers['x-amzn-sagemaker-target-model']);
  }
  expect(targets).toEqual(['1.tar.gz', '2.tar.gz', '1.tar.gz']);
});

test('a model that is being loaded is neither a success nor a failure', async () => {
  const loading: Reply = {
    status: 429,
    headers: { 'x-amzn-errortype': 'ModelNotReadyException' },
    body: { Message: 'loading' },
  };
  aws.endpoint.replies = [loading];
  expect(await runProbe()).toBeUndefined();
  expect(aws.log).toContain('ModelNotReadyException');
});

test('a failure is published if a variant other than the target variant responds', async () => {
  aws.endpoint.replies = [{ ...CORRECT, headers: { 'x-amzn-invoked-production-variant': 'other' } }];
  expect(await runProbe({ targetVariant: true })).toMatchObject({ ProbeSuccess: 0 });
  expect(aws.endpoint.invocations[0].headers['x-amzn-sagemaker-target-variant']).toBe('AllTraffic');
});

describe('an inference component', () => {
  const inferenceComponent = { name: 'vision-classifier', modelName: 'model', scalesToZero: true };
  const NO_CAPACITY: Reply = {
    status: 400,
    headers: { 'x-amzn-errortype': 'ValidationError' },
    body: { Message: 'Inference Component has no capacity to process this request.' },
  };
  const setState = (status: string, modelName: string, copies: number): void => {
    aws.componentStatus = {
      InferenceComponentStatus: status,
      Specification: { ModelName: modelName },
      RuntimeConfig: { CurrentCopyCount: copies, DesiredCopyCount: copies },
    };
  };
  const probe = (overrides: object = {}): ReturnType<typeof runProbe> =>
    runProbe({ variantName: 'classifier', endpointConfigName: undefined, inferenceComponent, ...overrides });

  test('receives requests with its name, and its metrics have no endpoint configuration', async () => {
    setState('InService', 'model', 1);
    const metrics = await probe();
    expect(metrics).toMatchObject({ EndpointName: 'vision', VariantName: 'classifier', ProbeSuccess: 1 });
    expect(metrics).not.toHaveProperty('EndpointConfigName');
    expect(aws.endpoint.invocations[0].headers['x-amzn-sagemaker-inference-component']).toBe('vision-classifier');
    expect(aws.operations).not.toContain('DescribeEndpoint');
  });

  test.each([
    ['between two scheduled times', 'InService', 'model', '06'],
    ['while it has the previous model', 'InService', 'previous-model', '05'],
    ['while it is updating, because copies with the previous model may respond', 'Updating', 'model', '05'],
    ['after it failed', 'Failed', 'model', '05'],
  ])('receives no request %s', async (_, status, modelName, minute) => {
    setState(status, modelName, 1);
    expect(await probe({ time: `2026-11-21T10:${minute}:00Z` })).toBeUndefined();
    expect(aws.endpoint.invocations).toHaveLength(0);
  });

  test('that scales to zero receives no request without a copy, because the request would start one', async () => {
    setState('InService', 'model', 0);
    expect(await probe()).toBeUndefined();
    expect(aws.endpoint.invocations).toHaveLength(0);
  });

  test('that scales to zero has no failure if its last copy was removed before the request', async () => {
    setState('InService', 'model', 1);
    aws.endpoint.replies = [NO_CAPACITY];
    expect(await probe()).toBeUndefined();
    expect(aws.endpoint.invocations).toHaveLength(1);
  });

  test('that must have a copy has a failure without one', async () => {
    setState('InService', 'model', 0);
    aws.endpoint.replies = [NO_CAPACITY];
    expect(await probe({ inferenceComponent: { ...inferenceComponent, scalesToZero: false } })).toMatchObject({
      ProbeSuccess: 0,
    });
  });
});

describe('a model with text inputs, for which zeros may be meaningless,', () => {
  const query = { ...MODEL, inputs: [{ name: 'query', dataType: 'BYTES', dims: ['1'] }] };

  test('receives no request if it has no examples, because its errors would count in the alarms', async () => {
    aws.object = { models: [query], examples: {} };
    expect(await runProbe({ planKey: 'zeros' })).toBeUndefined();
    expect(aws.endpoint.invocations).toHaveLength(0);
  });

  test('receives its examples if it has any', async () => {
    const request = { inputs: [{ name: 'query', datatype: 'BYTES', shape: [1, 1], data: ['cats'] }] };
    const example = { request, absoluteTolerance: 0, relativeTolerance: 0 };
    aws.object = { models: [query], examples: { classifier: [example] } };
    expect(await runProbe({ planKey: 'examples' })).toMatchObject({ ProbeSuccess: 1 });
  });
});

test('an endpoint that streams is invoked with InvokeEndpointWithResponseStream', async () => {
  const outputs = [{ name: 'text', dataType: 'BYTES', dims: ['1'] }];
  const models = [{ ...MODEL, outputs, inferenceType: 'generate_stream' }];
  aws.object = { models, examples: {} };
  aws.endpoint.replies = [{ stream: ['data: {"text":"a"}\n\n', 'data: {"text":"b"}\n\n'] }];
  expect(await runProbe({ planKey: 'stream' })).toMatchObject({ ProbeSuccess: 1 });
  expect(aws.endpoint.invocations[0].url).toBe('/endpoints/vision/invocations-response-stream');
  aws.endpoint.replies = [{ stream: ['data: {"text":"a"}\n\n', 'data: {"error":"full"}\n\n'] }];
  expect(await runProbe({ planKey: 'stream' })).toMatchObject({ ProbeSuccess: 0 });
});
