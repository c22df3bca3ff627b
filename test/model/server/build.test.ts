import * as path from 'path';
import { Size, Token } from 'aws-cdk-lib';
import {
  Backend,
  Ensemble,
  InferenceType,
  LogLevel,
  ModelFiles,
  ServerOptions,
  Tensor,
  TritonModel,
} from '../../../lib';
import { ServerContext } from '../../../lib/model/server/served-models';
import { serverEnvironment } from '../../../lib/model/server/build';
import { classifier } from '../../endpoint/fixtures';

const environment = (options?: ServerOptions, context: Partial<ServerContext> = {}) =>
  serverEnvironment(options, { release: '24.09', models: [classifier()], multiModel: false, ...context });

test('with all defaults, only the verbose log is turned off', () => {
  expect(environment()).toEqual({ SAGEMAKER_TRITON_LOG_VERBOSE: 'false' });
});

test('a variable that the release does not read is omitted', () => {
  expect(environment(undefined, { release: '21.08' })).toEqual({});
});

test('a multi-model endpoint uses the ping mode `live` if the release supports the ping mode', () => {
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
])('log level %s disables all more detailed levels', (logLevel, variables) => {
  expect(environment({ logLevel })).toEqual(variables);
});

test.each<[ServerOptions, Record<string, string>]>([
  [{ threadCount: 4 }, { SAGEMAKER_TRITON_THREAD_COUNT: '4' }],
  [{ pythonSharedMemory: Size.mebibytes(4) }, { SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE: '4194304' }],
  [{ inferenceType: InferenceType.GENERATE_STREAM }, { SAGEMAKER_TRITON_INFERENCE_TYPE: 'generate_stream' }],
  [
    { responseCacheSize: Size.mebibytes(1), additionalArguments: ['--exit-timeout-secs=60'] },
    { SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--cache-config=local,size=1048576 --exit-timeout-secs=60' },
  ],
  [{ environment: { HF_HOME: '/tmp' } }, { HF_HOME: '/tmp' }],
  [{ environment: { SAGEMAKER_TRITON_LOG_VERBOSE: '2' } }, { SAGEMAKER_TRITON_LOG_VERBOSE: '2' }],
])('the options %j set the expected variables', (options, variables) => {
  expect(environment(options)).toEqual({ SAGEMAKER_TRITON_LOG_VERBOSE: 'false', ...variables });
});

test('tokens in options are still tokens in the variables', () => {
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

  test('are loaded in addition to the Python model', () => {
    expect(environment(undefined, { models: [pipeline] }).SAGEMAKER_TRITON_ADDITIONAL_ARGS).toBe(
      '--load-model=image-classifier --load-model=other',
    );
  });

  test('are also loaded for a Python model in an ensemble, whose composing models the server loads automatically', () => {
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

describe('a port that SageMaker allows', () => {
  const withMetricsAndGrpc = { SAGEMAKER_TRITON_ALLOW_METRICS: 'true', SAGEMAKER_TRITON_ALLOW_GRPC: 'true' };

  test('is set for metrics and gRPC', () => {
    expect(environment({ environment: withMetricsAndGrpc })).toMatchObject({
      SAGEMAKER_TRITON_METRICS_PORT: '23000',
      SAGEMAKER_TRITON_GRPC_PORT: '23001',
    });
  });

  test('is set for a service that an argument enables', () => {
    expect(environment({ additionalArguments: ['--allow-metrics=true'] })).toMatchObject({
      SAGEMAKER_TRITON_METRICS_PORT: '23000',
    });
  });

  test.each<[string, ServerOptions]>([
    ['are off', { environment: { SAGEMAKER_TRITON_ALLOW_METRICS: 'false' } }],
    ['have a port in an argument', { additionalArguments: ['--allow-metrics=true', '--metrics-port=23100'] }],
  ])('is not set for services that %s', (_, options) => {
    expect(environment(options)).not.toHaveProperty('SAGEMAKER_TRITON_METRICS_PORT');
  });

  test('does not replace a port that the user sets', () => {
    expect(environment({ environment: { ...withMetricsAndGrpc, SAGEMAKER_TRITON_GRPC_PORT: '23100' } })).toMatchObject({
      SAGEMAKER_TRITON_GRPC_PORT: '23100',
    });
  });

  test('is not set if the release does not read the variable', () => {
    expect(environment({ environment: withMetricsAndGrpc }, { release: '23.03' })).not.toHaveProperty(
      'SAGEMAKER_TRITON_METRICS_PORT',
    );
  });
});

describe('plugins of engines', () => {
  const plugin = path.join(__dirname, 'build.test.ts');
  const files = ModelFiles.fromEngineBuild('bert.onnx', { plugins: [plugin] });
  const bert = new TritonModel({ name: 'bert', backend: Backend.TENSORRT, files });

  test('are loaded from the folder of their model', () => {
    expect(environment({}, { models: [bert] })).toMatchObject({
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--backend-config=tensorrt,plugins=/opt/ml/model/bert/1/build.test.ts',
    });
  });

  test('are not loaded if the user lists libraries', () => {
    const argument = '--backend-config=tensorrt,plugins=/opt/mine.so';
    expect(environment({ additionalArguments: [argument] }, { models: [bert] })).toMatchObject({
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: argument,
    });
  });
});
