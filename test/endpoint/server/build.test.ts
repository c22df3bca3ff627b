import * as path from 'path';
import { Size, Token } from 'aws-cdk-lib';
import {
  Backend,
  Ensemble,
  InferenceType,
  LogLevel,
  ModelFiles,
  PingMode,
  ServerOptions,
  Tensor,
  TritonModel,
} from '../../../lib';
import { ServedModels } from '../../../lib/endpoint/server/served-models';
import { serverEnvironment } from '../../../lib/endpoint/server/build';
import { classifier } from '../fixtures';

const environment = (options?: ServerOptions, served: Partial<ServedModels> = {}) =>
  serverEnvironment(options, { release: '24.09', models: [classifier()], multiModel: false, ...served });

test('with every default left alone only the verbose log is turned off', () => {
  expect(environment()).toEqual({ SAGEMAKER_TRITON_LOG_VERBOSE: 'false' });
});

test('a release that does not know the variable does not get it', () => {
  expect(environment(undefined, { release: '21.08' })).toEqual({});
});

test('a multi-model endpoint is healthy as long as the server runs', () => {
  expect(environment(undefined, { multiModel: true })).toEqual({
    SAGEMAKER_TRITON_LOG_VERBOSE: 'false',
    SAGEMAKER_TRITON_PING_MODE: 'live',
    SAGEMAKER_TRITON_OVERRIDE_PING_MODE: 'live',
  });
  expect(environment(undefined, { multiModel: true, release: '23.03' })).toEqual({
    SAGEMAKER_TRITON_LOG_VERBOSE: 'false',
  });
});

test.each([
  [LogLevel.VERBOSE, {}],
  [LogLevel.INFO, { SAGEMAKER_TRITON_LOG_VERBOSE: 'false' }],
  [LogLevel.WARNING, { SAGEMAKER_TRITON_LOG_VERBOSE: 'false', SAGEMAKER_TRITON_LOG_INFO: 'false' }],
  [
    LogLevel.ERROR,
    {
      SAGEMAKER_TRITON_LOG_VERBOSE: 'false',
      SAGEMAKER_TRITON_LOG_INFO: 'false',
      SAGEMAKER_TRITON_LOG_WARNING: 'false',
    },
  ],
])('log level %s', (logLevel, variables) => {
  expect(environment({ logLevel })).toEqual(variables);
});

// The start script resets the one variable and exports neither: the server sees the mode only when both are there.
test('the ping mode needs both variables', () => {
  expect(environment({ pingMode: PingMode.LIVE })).toMatchObject({
    SAGEMAKER_TRITON_PING_MODE: 'live',
    SAGEMAKER_TRITON_OVERRIDE_PING_MODE: 'live',
  });
});

test.each<[ServerOptions, Record<string, string>]>([
  [{ threadCount: 4 }, { SAGEMAKER_TRITON_THREAD_COUNT: '4' }],
  [{ bufferManagerThreadCount: 2 }, { SAGEMAKER_TRITON_BUFFER_MANAGER_THREAD_COUNT: '2' }],
  [{ pythonSharedMemory: Size.mebibytes(4) }, { SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE: '4194304' }],
  [{ pythonSharedMemoryGrowth: Size.mebibytes(2) }, { SAGEMAKER_TRITON_SHM_GROWTH_BYTE_SIZE: '2097152' }],
  [{ gpuMemoryLoadLimit: 0.8 }, { SAGEMAKER_TRITON_MODEL_LOAD_GPU_LIMIT: '0.8' }],
  [{ inferenceType: InferenceType.GENERATE_STREAM }, { SAGEMAKER_TRITON_INFERENCE_TYPE: 'generate_stream' }],
  [{ responseCacheSize: Size.mebibytes(1) }, { SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--cache-config=local,size=1048576' }],
  [
    {
      rateLimiter: true,
      rateLimiterResources: [
        { name: 'R1', count: 4 },
        { name: 'R2', count: 1, device: 0 },
      ],
    },
    {
      SAGEMAKER_TRITON_ADDITIONAL_ARGS:
        '--rate-limit=execution_count --rate-limit-resource=R1:4 --rate-limit-resource=R2:1:0',
    },
  ],
  [
    { additionalModels: ['a', 'b'], additionalArguments: ['--exit-timeout-secs=60'] },
    { SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--load-model=a --load-model=b --exit-timeout-secs=60' },
  ],
  [{ environment: { HF_HOME: '/tmp' } }, { HF_HOME: '/tmp' }],
  [{ environment: { SAGEMAKER_TRITON_LOG_VERBOSE: '2' } }, { SAGEMAKER_TRITON_LOG_VERBOSE: '2' }],
])('%j', (options, variables) => {
  expect(environment(options)).toEqual({ SAGEMAKER_TRITON_LOG_VERBOSE: 'false', ...variables });
});

test('tokens go through', () => {
  const threadCount = Token.asNumber({ Ref: 'Threads' });
  const pythonSharedMemory = Size.bytes(Token.asNumber({ Ref: 'Bytes' }));
  const variables = environment({ threadCount, pythonSharedMemory });
  expect(Token.isUnresolved(variables.SAGEMAKER_TRITON_THREAD_COUNT)).toBe(true);
  expect(Token.isUnresolved(variables.SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE)).toBe(true);
});

describe('the models that a Python model calls (BLS)', () => {
  const pipeline = new TritonModel({
    name: 'pipeline',
    backend: Backend.PYTHON,
    files: ModelFiles.fromFile(__filename),
    inputs: [Tensor.fp32('IN', [1])],
    outputs: [Tensor.fp32('OUT', [1])],
    members: [classifier(), classifier({ name: 'other' })],
  });

  test('are loaded beside it', () => {
    expect(environment(undefined, { models: [pipeline] }).SAGEMAKER_TRITON_ADDITIONAL_ARGS).toBe(
      '--load-model=image-classifier --load-model=other',
    );
  });

  test('or those that are named', () => {
    const variables = environment({ additionalModels: ['other'] }, { models: [pipeline] });
    expect(variables.SAGEMAKER_TRITON_ADDITIONAL_ARGS).toBe('--load-model=other');
  });

  test('those of an ensemble’s step as well, the steps themselves load with it', () => {
    const ensemble = new TritonModel({
      name: 'ensemble',
      backend: Backend.ENSEMBLE,
      ensemble: Ensemble.of([]),
      members: [pipeline],
      inputs: [Tensor.fp32('IN', [1])],
      outputs: [Tensor.fp32('OUT', [1])],
    });
    expect(environment(undefined, { models: [ensemble] }).SAGEMAKER_TRITON_ADDITIONAL_ARGS).toBe(
      '--load-model=image-classifier --load-model=other',
    );
  });
});

describe('services that are switched on are at ports that SageMaker allows', () => {
  const on = { SAGEMAKER_TRITON_ALLOW_METRICS: 'true', SAGEMAKER_TRITON_ALLOW_GRPC: 'true' };

  test('metrics and gRPC', () => {
    expect(environment({ environment: on })).toMatchObject({
      SAGEMAKER_TRITON_METRICS_PORT: '23000',
      SAGEMAKER_TRITON_GRPC_PORT: '23001',
    });
  });

  test('by an argument, too', () => {
    expect(environment({ additionalArguments: ['--allow-metrics=true'] })).toMatchObject({
      SAGEMAKER_TRITON_METRICS_PORT: '23000',
    });
  });

  test.each<[string, ServerOptions]>([
    ['are off', { environment: { SAGEMAKER_TRITON_ALLOW_METRICS: 'false' } }],
    ['have a port by an argument', { additionalArguments: ['--allow-metrics=true', '--metrics-port=23100'] }],
  ])('but not those that %s', (_, options) => {
    expect(environment(options)).not.toHaveProperty('SAGEMAKER_TRITON_METRICS_PORT');
  });

  test('a port that is given stays', () => {
    expect(environment({ environment: { ...on, SAGEMAKER_TRITON_GRPC_PORT: '23100' } })).toMatchObject({
      SAGEMAKER_TRITON_GRPC_PORT: '23100',
    });
  });

  test('a release that does not know the variable does not get it', () => {
    expect(environment({ environment: on }, { release: '23.03' })).not.toHaveProperty('SAGEMAKER_TRITON_METRICS_PORT');
  });
});

describe('plugins of engines', () => {
  const plugin = path.join(__dirname, 'build.test.ts');
  const files = ModelFiles.engineFrom('bert.onnx', { plugins: [plugin] });
  const bert = new TritonModel({ name: 'bert', backend: Backend.TENSORRT, files });

  test('are loaded by the server, from the folder of their model', () => {
    expect(environment({}, { models: [bert] })).toMatchObject({
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--backend-config=tensorrt,plugins=/opt/ml/model/bert/1/build.test.ts',
    });
  });

  test('are left to who names libraries', () => {
    const given = '--backend-config=tensorrt,plugins=/opt/mine.so';
    expect(environment({ additionalArguments: [given] }, { models: [bert] })).toMatchObject({
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: given,
    });
  });
});
