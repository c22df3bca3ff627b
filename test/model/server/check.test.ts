import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Size, Token } from 'aws-cdk-lib';
import {
  ModelConfig,
  Backend,
  InferenceType,
  ModelExample,
  InstanceGroup,
  LogLevel,
  ModelFiles,
  ServerOptions,
  Tensor,
  TritonModel,
  TritonModelProps,
} from '../../../lib';
import { ServerContext } from '../../../lib/model/server/served-models';
import { checkServer } from '../../../lib/model/server/check';
import { onnxBytes, onnxTensor } from '../onnx-bytes';
import { classifier } from '../../endpoint/fixtures';

const check = (options?: ServerOptions, context: Partial<ServerContext> = {}): string[] =>
  checkServer(options, { release: '25.04', models: [classifier()], multiModel: false, ...context }).map(
    ({ ruleId, severity, field, message }) => `${severity} ${ruleId} ${field}: ${message}`,
  );

const oneFinding = (finding: RegExp) => [expect.stringMatching(finding)];

test('the defaults have no findings for any release, on single-model and multi-model endpoints', () => {
  for (const release of ['21.08', '24.09', '26.05']) {
    for (const multiModel of [false, true]) expect(check(undefined, { release, multiModel })).toEqual([]);
  }
});

describe('options that the release of the image does not support', () => {
  test.each<[string, ServerOptions, string, string]>([
    ['21.08', { logLevel: LogLevel.ERROR }, 'logLevel', '22.02'],
    ['21.08', { pythonSharedMemory: Size.mebibytes(4) }, 'pythonSharedMemory', '22.05'],
    ['23.03', { responseCacheSize: Size.mebibytes(4) }, 'responseCacheSize', '23.07'],
    ['23.03', { additionalArguments: ['--exit-timeout-secs=60'] }, 'additionalArguments', '23.07'],
    ['24.09', { inferenceType: InferenceType.GENERATE }, 'inferenceType', '25.03'],
  ])('Triton %s rejects %j: the option %s requires Triton %s', (release, options, option, firstRelease) => {
    expect(check(options, { release })).toEqual(
      oneFinding(
        new RegExp(
          `^error sme\\.release server\\.${option}: got a value with Triton ${release}.*requires Triton ${firstRelease} or newer`,
        ),
      ),
    );
    expect(check(options, { release: firstRelease })).toEqual([]);
  });

  test('are accepted if they have no effect', () => {
    expect(check({ additionalArguments: [] }, { release: '22.12' })).toEqual([]);
  });
});

test.each<[ServerOptions, RegExp]>([
  [{ threadCount: 0 }, /^error sme\.threads server\.threadCount: got 0; allowed: a whole number of at least 1/],
  [
    { pythonSharedMemory: Size.kibibytes(512) },
    /^error py\.shm server\.pythonSharedMemory: got 524288 bytes; allowed: whole bytes of at least 1048576/,
  ],
  [{ responseCacheSize: Size.bytes(0) }, /^error cache\.size server\.responseCacheSize: got 0 bytes; allowed/],
  [
    { additionalArguments: ['--a b'] },
    /^error sme\.args-split server\.additionalArguments\[0\]: got '--a b'; allowed: no white space/,
  ],
  [{ additionalArguments: ['--a=*'] }, /^error sme\.args-split /],
])('the options %j result in a finding', (options, finding) => {
  expect(check(options)).toEqual(oneFinding(finding));
});

test('tokens are accepted as values of options', () => {
  const text = Token.asString({ Ref: 'Text' });
  const options: ServerOptions = {
    threadCount: Token.asNumber({ Ref: 'Threads' }),
    pythonSharedMemory: Size.bytes(Token.asNumber({ Ref: 'Bytes' })),
    additionalArguments: [text],
    environment: { HF_HOME: text },
  };
  expect(check(options)).toEqual([]);
});

test('both variables of the ping mode have an effect', () => {
  const environment = { SAGEMAKER_TRITON_PING_MODE: 'live', SAGEMAKER_TRITON_OVERRIDE_PING_MODE: 'live' };
  expect(check({ environment })).toEqual([]);
});

describe('a multi-model endpoint', () => {
  test.each<[ServerOptions, RegExp]>([
    [
      { inferenceType: InferenceType.GENERATE },
      /^error mme\.inference-type server\.inferenceType: got generate; allowed: none/,
    ],
    [
      { environment: { SAGEMAKER_TRITON_INFERENCE_TYPE: 'generate_stream' } },
      /^error mme\.inference-type server\.environment\.SAGEMAKER_TRITON_INFERENCE_TYPE: got generate_stream; allowed: none/,
    ],
    [
      { additionalArguments: ['--load-model=a'] },
      /^error mme\.additional-models server\.additionalArguments: got --load-model for a; allowed: none/,
    ],
    [
      { environment: { SAGEMAKER_TRITON_MODEL_LOAD_GPU_LIMIT: '0.8' } },
      /^warning mme\.load-limit server\.environment\.SAGEMAKER_TRITON_MODEL_LOAD_GPU_LIMIT: got 0\.8; .*400 instead of 507/,
    ],
    [
      { additionalArguments: ['--model-load-gpu-limit=0:0.8'] },
      /^warning mme\.load-limit server\.additionalArguments: got 0:0\.8; /,
    ],
  ])('results in a finding with the options %j', (options, finding) => {
    expect(check(options, { multiModel: true })).toEqual(oneFinding(finding));
  });

  test('rejects decoupled models', () => {
    expect(check(undefined, { multiModel: true, models: [classifier({ decoupled: true })] })).toEqual(
      oneFinding(/^error mme\.decoupled models\.image-classifier\.decoupled: got true; allowed: false/),
    );
  });
});

describe('the environment', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['an invalid name', { 'A-B': '1' }, /^error sm\.env-key server\.environment: got 'A-B'; allowed/],
    [
      'a value that is too long',
      { A: 'x'.repeat(1025) },
      /^error sm\.env-value server\.environment\.A: got 1025 characters in A; allowed: up to 1024/,
    ],
    [
      'a variable that SageMaker sets',
      { SAGEMAKER_MULTI_MODEL: 'true' },
      /^error sme\.reserved .*allowed: leave it out, since SageMaker/,
    ],
    [
      'a variable that the endpoint sets',
      { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'a' },
      /^error sme\.reserved .*since the endpoint sets it/,
    ],
    [
      'the first variable of the ping mode without the second',
      { SAGEMAKER_TRITON_PING_MODE: 'live' },
      /^warning sme\.ping-mode .*set SAGEMAKER_TRITON_OVERRIDE_PING_MODE to the same value/,
    ],
    [
      'the second variable of the ping mode without the first',
      { SAGEMAKER_TRITON_OVERRIDE_PING_MODE: 'live' },
      /^warning sme\.ping-mode /,
    ],
    [
      'disabled namespacing',
      { SAGEMAKER_TRITON_DISABLE_MODEL_NAMESPACING: 'true' },
      /^warning sme\.namespacing .*set 'false'/,
    ],
    [
      'a value with white space',
      { SAGEMAKER_TRITON_METRICS_PORT: '80 02' },
      /^error name\.serve-shell .*no white space/,
    ],
    [
      'a port that is already used',
      { SAGEMAKER_TRITON_METRICS_PORT: '8080' },
      /^error sme\.port-range .*got 8080.*allowed: a different port/,
    ],
    [
      'a port outside of the range that SageMaker allows',
      { SAGEMAKER_TRITON_ALLOW_METRICS: 'true', SAGEMAKER_TRITON_METRICS_PORT: '8002' },
      /^warning sme\.safe-port server\.environment\.SAGEMAKER_TRITON_METRICS_PORT: got 8002 for metrics; .*23000 to 23999/,
    ],
    [
      'an argument with a port outside of the range that SageMaker allows',
      { SAGEMAKER_TRITON_ALLOW_GRPC: 'true', SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--grpc-port=8001' },
      /^warning sme\.safe-port server\.additionalArguments: got 8001 for grpc/,
    ],
    [
      'HTTP, whose default port is outside of the range that SageMaker allows',
      { SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--allow-http=true' },
      /^warning sme\.safe-port server\.additionalArguments: got 8000 for http; .*--http-port/,
    ],
  ])('results in a finding for: %s', (_, environment, finding) => {
    expect(check({ environment })).toEqual(oneFinding(finding));
  });

  test.each<[string, Record<string, string>]>([
    [
      'metrics and gRPC without a port',
      { SAGEMAKER_TRITON_ALLOW_METRICS: 'true', SAGEMAKER_TRITON_ALLOW_GRPC: 'true' },
    ],
    ['a port of a disabled service', { SAGEMAKER_TRITON_METRICS_PORT: '8002' }],
    [
      'a service with a different address, whose port the server does not check',
      {
        SAGEMAKER_TRITON_ALLOW_METRICS: 'true',
        SAGEMAKER_TRITON_METRICS_PORT: '8002',
        SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--metrics-address=127.0.0.1',
      },
    ],
    [
      'a port that is known only at deployment',
      { SAGEMAKER_TRITON_ALLOW_METRICS: 'true', SAGEMAKER_TRITON_METRICS_PORT: Token.asString({ Ref: 'Port' }) },
    ],
  ])('has no findings for %s', (_, environment) => {
    expect(check({ environment })).toEqual([]);
  });

  test('results in a warning for a variable that the release does not read', () => {
    expect(check({ environment: { SAGEMAKER_TRITON_ALLOW_METRICS: 'true' } }, { release: '23.03' })).toEqual(
      oneFinding(/^warning sme\.release .*Triton 23\.03 ignores the variable; Triton 23\.07 and newer read it/),
    );
  });

  test('rejects a variable together with the option that sets it', () => {
    expect(check({ threadCount: 4, environment: { SAGEMAKER_TRITON_THREAD_COUNT: '4' } })).toEqual(
      oneFinding(/^error sme\.twice .*got a value together with server\.threadCount; allowed: one of the two/),
    );
  });

  test('rejects too many variables', () => {
    const environment = Object.fromEntries([...Array(100).keys()].map((index) => [`V${index}`, '']));
    expect(check({ environment })).toEqual(oneFinding(/^error sm\.env-count .*got 101 variables; allowed: up to 100/));
  });

  test('rejects variables that are too large in total', () => {
    const environment = Object.fromEntries([...Array(33).keys()].map((index) => [`V${index}`, 'x'.repeat(1000)]));
    expect(check({ environment })).toEqual(oneFinding(/^error sm\.env-total .*allowed: up to 32768/));
  });

  test('rejects arguments that are too long in total', () => {
    const additionalArguments = ['--id=' + 'x'.repeat(1021)];
    expect(check({ additionalArguments })).toEqual(oneFinding(/^error sm\.env-value server\.additionalArguments: /));
  });
});

describe('models that require server options', () => {
  const withResource = (count: number) =>
    classifier({
      config: ModelConfig.fromText(`instance_group [{ rate_limiter { resources [{ name: "R" count: ${count} }] } }]`),
    });

  test('result in a warning if they use a response cache, and the server has no cache', () => {
    const models = [classifier({ responseCache: true })];
    expect(check(undefined, { models })).toEqual(
      oneFinding(/^warning cache\.server-flag model\.responseCache: .*set server\.responseCacheSize/),
    );
    expect(check({ responseCacheSize: Size.mebibytes(1) }, { models })).toEqual([]);
    expect(check({ additionalArguments: ['--cache-config=redis,host=cache'] }, { models })).toEqual([]);
  });

  test('have findings if the rate limiter is disabled, or has fewer resources than they require', () => {
    expect(check(undefined, { models: [withResource(1)] })).toEqual(
      oneFinding(/^warning rl\.inert model\.instanceGroups: .*add --rate-limit=execution_count/),
    );
    const limiter = '--rate-limit=execution_count';
    expect(check({ additionalArguments: [limiter] }, { models: [withResource(9)] })).toEqual([]);
    const additionalArguments = [limiter, '--rate-limit-resource=R:1', '--rate-limit-resource=R:2:0'];
    expect(check({ additionalArguments }, { models: [withResource(2)] })).toEqual([]);
    expect(check({ additionalArguments }, { models: [withResource(3)] })).toEqual(
      oneFinding(/^error rl\.above-max model\.instanceGroups: got 3 of resource 'R'; allowed: up to 2/),
    );
  });

  test('are rejected if they are decoupled, and the server does not stream responses', () => {
    const models = [classifier({ decoupled: true })];
    expect(check(undefined, { models })).toEqual(
      oneFinding(/^error py\.decoupled model\.decoupled: got true; allowed: false.*GENERATE_STREAM/),
    );
    expect(check({ inferenceType: InferenceType.GENERATE_STREAM }, { models })).toEqual([]);
  });

  test('can be decoupled with the inference type `generate`, or if a variable enables streamed responses', () => {
    const models = [classifier({ decoupled: true })];
    expect(check({ inferenceType: InferenceType.GENERATE }, { models })).toEqual([]);
    expect(check({ environment: { SAGEMAKER_TRITON_INFERENCE_TYPE: 'generate_stream' } }, { models })).toEqual(
      expect.not.arrayContaining([expect.stringContaining('py.decoupled')]),
    );
  });

  test('are rejected if they have an example of the generate extension, and the server does not use this extension', () => {
    const models = [classifier({ examples: [ModelExample.of({ request: { image: 0 } })] })];
    expect(check(undefined, { models })).toEqual(
      oneFinding(/^error example\.protocol model\.examples\[0\]\.request: .*InferenceType\.GENERATE/),
    );
    expect(check({ inferenceType: InferenceType.GENERATE }, { models })).toEqual([]);
  });

  test('are rejected if a composing model of an ensemble is decoupled, and accepted if they only call a decoupled model', () => {
    const decoupled = classifier({ name: 'decoupled', decoupled: true });
    const ensemble = new TritonModel({
      name: 'ensemble',
      backend: Backend.ENSEMBLE,
      inputs: [Tensor.fp32('image', [3, 32, 32])],
      outputs: [Tensor.fp32('scores', [10])],
      members: [decoupled],
    });
    const expectedFindings = [
      expect.stringMatching(/^error py\.decoupled model\.members\.decoupled\.decoupled: got true/),
    ];
    expect(check(undefined, { models: [ensemble] })).toEqual(expectedFindings);
    // As in examples/bls_decoupled of python_backend, the calling model collects all responses and returns a single response.
    expect(check(undefined, { models: [classifier({ name: 'caller', members: [decoupled] })] })).toEqual([]);
    expect(check(undefined, { models: [classifier({ name: 'caller', members: [ensemble] })] })).toEqual([]);
  });
});

describe('Python models', () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'python-'));
    fs.writeFileSync(path.join(folder, 'plain.py'), 'class TritonPythonModel: pass');
    fs.writeFileSync(path.join(folder, 'to-cpu.py'), 'pb_utils.PreferredMemory(pb_utils.TRITONSERVER_MEMORY_CPU)');
    fs.writeFileSync(
      path.join(folder, 'streaming.py'),
      "config.set_model_transaction_policy({'decoupled': True})\nconfig.set_max_batch_size(0)",
    );
    fs.writeFileSync(
      path.join(folder, 'caller.py'),
      'pb_utils.InferenceRequest(model_name=\'image-classifier\', inputs=[])\npb_utils.InferenceRequest(model_name="other")',
    );
    fs.writeFileSync(path.join(folder, 'relay.py'), 'pb_utils.InferenceRequest(model_name=name_in(request))');
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const python = (file: string, props: Partial<TritonModelProps> = {}) =>
    new TritonModel({
      name: 'python',
      backend: Backend.PYTHON,
      files: ModelFiles.fromFile(path.join(folder, file)),
      inputs: [Tensor.fp32('IN', [1])],
      outputs: [Tensor.fp32('OUT', [1])],
      ...props,
    });

  test('are rejected if their code makes them decoupled', () => {
    const models = [python('streaming.py')];
    expect(check(undefined, { models })).toEqual(
      oneFinding(/^error py\.decoupled model\.decoupled: auto_complete_config in model\.py makes the model decoupled/),
    );
    expect(check({ inferenceType: InferenceType.GENERATE_STREAM }, { models })).toEqual([]);
  });

  test('result in a warning if their instances require more shared memory than was observed in containers', () => {
    const models = [python('plain.py', { instanceGroups: [InstanceGroup.gpu({ count: 2 })] })];
    expect(check(undefined, { models, gpuCount: 2 })).toEqual([]);
    expect(check(undefined, { models, gpuCount: 4 })).toEqual(
      oneFinding(/^warning py\.shm-budget server\.pythonSharedMemory: got 8 instances .*16 MiB each.*64 MiB/),
    );
    expect(check({ pythonSharedMemory: Size.mebibytes(8) }, { models, gpuCount: 4 })).toEqual([]);
  });

  test('share the memory with the metrics exporter', () => {
    const models = [python('plain.py', { instanceGroups: [InstanceGroup.cpu({ count: 4 })] })];
    expect(check(undefined, { models })).toEqual([]);
    const exportedMetrics = { endpointName: 'vision', variantName: 'AllTraffic' };
    expect(check(undefined, { models, exportedMetrics })).toEqual(
      oneFinding(/^warning py\.shm-budget .*got 4 instances .* and 1 instance of 'cdk_sagemaker_triton_metrics'/),
    );
  });

  test('have the same number of instances for any number of GPUs if they run on the CPU', () => {
    const models = [python('plain.py', { instanceGroups: [InstanceGroup.cpu({ count: 5 })] })];
    expect(check(undefined, { models, gpuCount: 8 })).toEqual(oneFinding(/^warning py\.shm-budget .*got 5 instances/));
  });

  test('result in a warning if their tensors require more shared memory than was observed in containers', () => {
    const large = (maxBatchSize: number) =>
      python('plain.py', { inputs: [Tensor.fp32('IN', [3, 1024, 1024])], maxBatchSize }); // 12 MiB for an item
    expect(check(undefined, { models: [large(5)] })).toEqual([]);
    expect(check(undefined, { models: [large(6)] })).toEqual(
      oneFinding(
        /^warning py\.shm-budget .*1 instance of 'python' with 73 MiB each for the tensors of the largest batch.*64 MiB/,
      ),
    );
  });

  test('result in a warning if large tensors of the models that they call are in shared memory instead of GPU memory', () => {
    const cache = { inputs: [Tensor.fp32('KEYS', [3, 1024, 1024])], outputs: [Tensor.fp32('LOGITS', [1])] };
    const caller = (file: string, member: Partial<TritonModelProps> = {}) =>
      python(file, { maxBatchSize: 8, members: [classifier({ name: 'decoder', ...cache, ...member })] });
    const warning = oneFinding(/^warning py\.shm-budget .*with 97 MiB each .*without TRITONSERVER_MEMORY_CPU/);
    expect(check(undefined, { models: [caller('plain.py')], gpuCount: 1 })).toEqual([]);
    expect(check(undefined, { models: [caller('to-cpu.py')], gpuCount: 1 })).toEqual(warning);
    expect(check(undefined, { models: [caller('plain.py')], gpuCount: 0 })).toEqual(warning);
    const onCpu = { instanceGroups: [InstanceGroup.cpu()] };
    expect(check(undefined, { models: [caller('plain.py', onCpu)], gpuCount: 1 })).toEqual(warning);
  });

  test('that call an engine result in a warning if the largest shapes of its profile exceed the shared memory', () => {
    const onnx = path.join(folder, 'decoder.onnx');
    fs.writeFileSync(
      onnx,
      onnxBytes({ inputs: [onnxTensor('keys', 1, [-1, 16, -1, 64])], outputs: [onnxTensor('logits', 1, [-1, 8])] }),
    );
    const decoderOf = (tokens: number) =>
      new TritonModel({
        name: 'decoder',
        backend: Backend.TENSORRT,
        files: ModelFiles.fromEngineBuild(onnx, {
          profiles: [{ keys: { min: [1, 16, 1, 64], opt: [1, 16, 1, 64], max: [8, 16, tokens, 64] } }],
        }),
        maxBatchSize: 8,
      });
    const caller = (tokens: number) => python('to-cpu.py', { maxBatchSize: 8, members: [decoderOf(tokens)] });
    expect(check(undefined, { models: [caller(2000)], gpuCount: 1 })).toEqual([]);
    expect(check(undefined, { models: [caller(4000)], gpuCount: 1 })).toEqual(
      oneFinding(/^warning py\.shm-budget .*126 MiB/),
    );
  });

  test('result in a warning if they call models that are not loaded', () => {
    expect(check(undefined, { models: [python('caller.py')] })).toEqual(
      oneFinding(/^warning sme\.bls model: calls image-classifier, other, which the server does not load/),
    );
    const additionalArguments = ['--load-model=image-classifier', '--load-model=other'];
    expect(check({ additionalArguments }, { models: [python('caller.py')] })).toEqual([]);
    const members = [classifier(), classifier({ name: 'other' })];
    expect(check(undefined, { models: [python('caller.py', { members })] })).toEqual([]);
  });

  test('result in a warning if the name of the model that they call is not in the code, and no other models are loaded', () => {
    expect(check(undefined, { models: [python('relay.py')] })).toEqual(
      oneFinding(
        /^warning sme\.bls model: model\.py calls a model whose name is not in the code.*add each model .* to members/,
      ),
    );
    const additionalArguments = ['--load-model=image-classifier'];
    expect(check({ additionalArguments }, { models: [python('relay.py')] })).toEqual([]);
    expect(check(undefined, { models: [python('relay.py', { members: [classifier()] })] })).toEqual([]);
  });

  test('are rejected if an old release or a multi-model endpoint cannot load their members', () => {
    const models = [python('plain.py', { members: [classifier()] })];
    expect(check(undefined, { models, release: '23.03' })).toEqual(
      oneFinding(
        /^error sme\.bls model\.members: got image-classifier; Triton 23\.03 .*requires Triton 23\.07 or newer/,
      ),
    );
    expect(check(undefined, { models, multiModel: true })).toEqual(
      oneFinding(/^error sme\.bls models: got image-classifier; allowed: none, .*use an ensemble/),
    );
  });
});

describe('the check of arguments', () => {
  test.each<[string, string[], RegExp]>([
    ['a misspelled name', ['--exit-timeot-secs=5'], /^error sme\.argument .*did you mean --exit-timeout-secs\?/],
    ['a prefix of several names', ['--grpc=1'], /^error sme\.argument .*got --grpc=1/],
    ['text that is not an argument', ['verbose'], /^error sme\.argument .*got verbose/],
    [
      'an argument of a later release',
      ['--allow-client-shm=true'],
      /^error sme\.argument .*requires Triton 26\.04 or newer/,
    ],
    ['an argument with which the server only prints its help', ['--help'], /^error sme\.argument .*does not start/],
    ['an argument without its value', ['--log-info'], /^error sme\.argument-value .*allowed: --log-info=…/],
    [
      'an argument that accepts no value, with a value',
      ['--disable-auto-complete-config=true'],
      /^error sme\.argument-value .*accepts no value/,
    ],
    [
      'a value that is not a number',
      ['--exit-timeout-secs', 'soon'],
      /^error sme\.argument-value .*'soon' .*a whole number/,
    ],
    ['a number that is too large', ['--exit-timeout-secs=99999999999'], /^error sme\.argument-value .*2147483647/],
    ['a value that is not true or false', ['--log-info=yes'], /^error sme\.argument-value .*true or false/],
    ['a resource without a count', ['--rate-limit-resource=a'], /^error sme\.argument-value .*<name>:<count>/],
    ['an unknown mode of the rate limiter', ['--rate-limit=always'], /^error sme\.argument-value .*execution_count/],
    ['a cache without settings', ['--cache-config=local'], /^error sme\.argument-value .*<setting>=<value>/],
    [
      'a shared memory that is too small',
      ['--backend-config=python,shm-default-byte-size=9'],
      /^error py\.shm .*at least 1048576/,
    ],
    ['a negative number of threads', ['--model-load-thread-count=-1'], /^error sme\.argument-value .*0 to 2147483647/],
    [
      'an argument that disables the requests of SageMaker',
      ['--allow-sagemaker=false'],
      /^error sme\.argument-fixed .*SageMaker's requests/,
    ],
    [
      'a mode in which the server loads all models',
      ['--model-control-mode=none'],
      /^error sme\.argument-fixed .*by their names/,
    ],
  ])('reports %s: %j', (_, additionalArguments, finding) => {
    expect(check({ additionalArguments })).toEqual(oneFinding(finding));
    const environment = { SAGEMAKER_TRITON_ADDITIONAL_ARGS: additionalArguments.join(' ') };
    expect(check({ environment })).toEqual(oneFinding(finding));
    expect(check({ environment }, { release: '23.03' })).toEqual(oneFinding(/^warning sme\.release/));
  });

  test.each([
    [['--exit-timeout=5']],
    [['--exit-timeout-secs', '5', '--log-info=ON']],
    [['--log-verbose=TRUE', '--log-verbose=2']],
    [['--rate-limit=execution_count', '--rate-limit-resource=a:1:0']],
    [['--pinned-memory-pool-byte-size=9999999999']],
    [['--exit-timeout-secs', Token.asString({ Ref: 'Seconds' })]],
  ])('accepts %j', (additionalArguments) => expect(check({ additionalArguments })).toEqual([]));

  test.each([
    ['THREAD_COUNT', 'abc', 'sme.argument-value'],
    ['THREAD_COUNT', '-5', 'sme.argument-value'],
    ['LOG_VERBOSE', 'yes', 'sme.argument-value'],
    ['LOG_INFO', 'yes', 'sme.argument-value'],
    ['DISABLE_MODEL_NAMESPACING', 'maybe', 'sme.argument-value'],
    ['MODEL_LOAD_GPU_LIMIT', 'most', 'sme.load-limit'],
    ['MODEL_LOAD_GPU_LIMIT', '80', 'sme.load-limit'],
    ['MODEL_LOAD_GPU_LIMIT', '0', 'sme.load-limit'],
    ['BUFFER_MANAGER_THREAD_COUNT', '1.5', 'sme.argument-value'],
    ['INFERENCE_TYPE', 'stream', 'sme.argument-value'],
    ['SHM_DEFAULT_BYTE_SIZE', 'large', 'py.shm'],
    ['SHM_DEFAULT_BYTE_SIZE', '4096', 'py.shm'],
    ['SHM_GROWTH_BYTE_SIZE', '0', 'py.shm-growth'],
  ])('reports the variable SAGEMAKER_TRITON_%s with the value %s', (name, value, rule) => {
    const field = `server.environment.SAGEMAKER_TRITON_${name}`;
    expect(check({ environment: { [`SAGEMAKER_TRITON_${name}`]: value } })).toEqual([
      expect.stringContaining(`error ${rule} ${field}: got '${value}'`),
    ]);
  });
});

test('a rate limiter or a cache can be enabled by a variable', () => {
  const config = ModelConfig.fromText('instance_group [{ rate_limiter { resources [{ name: "R" count: 1 }] } }]');
  const models = [classifier({ responseCache: true, config })];
  const warningsOf = (options: ServerOptions): string[] =>
    check(options, { models }).filter((finding) => /rl\.inert|cache\.server-flag/.test(finding));
  const args = '--rate-limit=execution_count --cache-config=local,size=1048576';
  expect(warningsOf({})).toHaveLength(2);
  expect(warningsOf({ environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: args } })).toEqual([]);
});
