import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Size, Token } from 'aws-cdk-lib';
import {
  Backend,
  EngineProfile,
  InferenceType,
  ModelExample,
  InstanceGroup,
  LogLevel,
  ModelFiles,
  PingMode,
  ServerOptions,
  Tensor,
  TritonModel,
  TritonModelProps,
} from '../../../lib';
import { ServedModels } from '../../../lib/endpoint/server/served-models';
import { checkServer } from '../../../lib/endpoint/server/check';
import { onnxBytes, onnxTensor } from '../../model/onnx-bytes';
import { classifier } from '../fixtures';

const check = (options?: ServerOptions, served: Partial<ServedModels> = {}): string[] =>
  checkServer(options, { release: '25.04', models: [classifier()], multiModel: false, ...served }).map(
    ({ ruleId, severity, field, message }) => `${severity} ${ruleId} ${field}: ${message}`,
  );

const matching = (finding: RegExp) => [expect.stringMatching(finding)];

test('the defaults are fine with every release, single and multi-model', () => {
  for (const release of ['21.08', '24.09', '26.05']) {
    for (const multiModel of [false, true]) expect(check(undefined, { release, multiModel })).toEqual([]);
  }
});

describe('what the image’s release does not know is refused, with the release that does', () => {
  test.each<[string, ServerOptions, string, string]>([
    ['21.08', { logLevel: LogLevel.ERROR }, 'logLevel', '22.02'],
    ['21.08', { pythonSharedMemory: Size.mebibytes(4) }, 'pythonSharedMemory', '22.05'],
    ['21.08', { pythonSharedMemoryGrowth: Size.mebibytes(4) }, 'pythonSharedMemoryGrowth', '22.05'],
    ['22.10', { gpuMemoryLoadLimit: 0.8 }, 'gpuMemoryLoadLimit', '22.12'],
    ['23.03', { responseCacheSize: Size.mebibytes(4) }, 'responseCacheSize', '23.07'],
    ['23.03', { rateLimiter: true }, 'rateLimiter', '23.07'],
    ['23.03', { rateLimiterResources: [{ name: 'R', count: 1 }] }, 'rateLimiterResources', '23.07'],
    ['23.03', { pingMode: PingMode.LIVE }, 'pingMode', '23.07'],
    ['23.03', { additionalModels: ['a'] }, 'additionalModels', '23.07'],
    ['23.03', { additionalArguments: ['--exit-timeout-secs=60'] }, 'additionalArguments', '23.07'],
    ['24.09', { inferenceType: InferenceType.GENERATE }, 'inferenceType', '25.03'],
  ])('Triton %s: %j', (release, options, option, first) => {
    expect(check(options, { release })).toEqual(
      matching(
        new RegExp(
          `^error sme\\.release server\\.${option}: got a value with Triton ${release}.*requires Triton ${first} or newer`,
        ),
      ),
    );
    expect(check(options, { release: first })).toEqual([]);
  });

  test('what asks for nothing is no option', () => {
    expect(check({ rateLimiter: false, additionalArguments: [] }, { release: '22.12' })).toEqual([]);
  });
});

test.each<[ServerOptions, RegExp]>([
  [{ threadCount: 0 }, /^error sme\.threads server\.threadCount: got 0; allowed: a whole number of at least 1/],
  [{ bufferManagerThreadCount: 1.5 }, /^error sme\.threads server\.bufferManagerThreadCount: got 1\.5; allowed/],
  [
    { gpuMemoryLoadLimit: 80 },
    /^error sme\.load-limit server\.gpuMemoryLoadLimit: got 80; allowed: a number above 0 and up to 1/,
  ],
  [{ gpuMemoryLoadLimit: 0 }, /^error sme\.load-limit /],
  [
    { pythonSharedMemory: Size.kibibytes(512) },
    /^error py\.shm server\.pythonSharedMemory: got 524288 bytes; allowed: whole bytes of at least 1048576/,
  ],
  [
    { pythonSharedMemoryGrowth: Size.bytes(0) },
    /^error py\.shm-growth server\.pythonSharedMemoryGrowth: got 0 bytes; allowed/,
  ],
  [{ responseCacheSize: Size.bytes(0) }, /^error cache\.size server\.responseCacheSize: got 0 bytes; allowed/],
  [
    { rateLimiterResources: [{ name: 'a:b', count: 1 }] },
    /^error rl\.resource server\.rateLimiterResources\[0\]\.name: got 'a:b'/,
  ],
  [
    { rateLimiterResources: [{ name: 'a', count: 0 }] },
    /^error rl\.resource server\.rateLimiterResources\[0\]\.count: got 0/,
  ],
  [{ rateLimiterResources: [{ name: 'a', count: 1, device: -1 }] }, /^error rl\.resource .*device: got -1/],
  [
    { additionalArguments: ['--a b'] },
    /^error sme\.args-split server\.additionalArguments\[0\]: got '--a b'; allowed: no white space/,
  ],
  [{ additionalArguments: ['--a=*'] }, /^error sme\.args-split /],
  [{ additionalModels: ['my model'] }, /^error sme\.args-split server\.additionalModels\[0\]/],
])('%j', (options, finding) => {
  expect(check(options)).toEqual(matching(finding));
});

test('tokens never crash a check', () => {
  const text = Token.asString({ Ref: 'Text' });
  const options: ServerOptions = {
    threadCount: Token.asNumber({ Ref: 'Threads' }),
    gpuMemoryLoadLimit: Token.asNumber({ Ref: 'Limit' }),
    pythonSharedMemory: Size.bytes(Token.asNumber({ Ref: 'Bytes' })),
    additionalArguments: [text],
    rateLimiterResources: [{ name: text, count: Token.asNumber({ Ref: 'Count' }) }],
    environment: { HF_HOME: text },
  };
  expect(check(options)).toEqual([]);
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
    [{ additionalModels: ['a'] }, /^error mme\.additional-models server\.additionalModels: got a; allowed: none/],
    [
      { gpuMemoryLoadLimit: 0.8 },
      /^warning mme\.load-limit server\.gpuMemoryLoadLimit: got 0\.8; .*400 instead of 507/,
    ],
  ])('%j', (options, finding) => {
    expect(check(options, { multiModel: true })).toEqual(matching(finding));
  });

  test('has no decoupled models', () => {
    expect(check(undefined, { multiModel: true, models: [classifier({ decoupled: true })] })).toEqual(
      matching(/^error mme\.decoupled models\.image-classifier\.decoupled: got true; allowed: false/),
    );
  });
});

describe('the environment', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['a name', { 'A-B': '1' }, /^error sm\.env-key server\.environment: got 'A-B'; allowed/],
    [
      'a value',
      { A: 'x'.repeat(1025) },
      /^error sm\.env-value server\.environment\.A: got 1025 characters in A; allowed: up to 1024/,
    ],
    [
      'SageMaker’s own',
      { SAGEMAKER_MULTI_MODEL: 'true' },
      /^error sme\.reserved .*allowed: leave it out, since SageMaker/,
    ],
    ['ours', { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'a' }, /^error sme\.reserved .*since the endpoint sets it/],
    ['half a ping mode', { SAGEMAKER_TRITON_PING_MODE: 'live' }, /^warning sme\.ping-mode .*use server\.pingMode/],
    ['the other half', { SAGEMAKER_TRITON_OVERRIDE_PING_MODE: 'live' }, /^warning sme\.ping-mode /],
    ['namespacing', { SAGEMAKER_TRITON_DISABLE_MODEL_NAMESPACING: 'true' }, /^warning sme\.namespacing .*set 'false'/],
    ['white space', { SAGEMAKER_TRITON_METRICS_PORT: '80 02' }, /^error name\.serve-shell .*no white space/],
    [
      'a taken port',
      { SAGEMAKER_TRITON_METRICS_PORT: '8080' },
      /^error sme\.port-range .*got 8080.*allowed: a different port/,
    ],
    [
      'a port outside of those that SageMaker leaves to containers',
      { SAGEMAKER_TRITON_ALLOW_METRICS: 'true', SAGEMAKER_TRITON_METRICS_PORT: '8002' },
      /^warning sme\.safe-port server\.environment\.SAGEMAKER_TRITON_METRICS_PORT: got 8002 for metrics; .*23000 to 23999/,
    ],
    [
      'an argument for such a port',
      { SAGEMAKER_TRITON_ALLOW_GRPC: 'true', SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--grpc-port=8001' },
      /^warning sme\.safe-port server\.additionalArguments: got 8001 for grpc/,
    ],
    [
      'HTTP, whose own port is no such port',
      { SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--allow-http=true' },
      /^warning sme\.safe-port server\.additionalArguments: got 8000 for http; .*--http-port/,
    ],
  ])('%s', (_, environment, finding) => {
    expect(check({ environment })).toEqual(matching(finding));
  });

  test.each<[string, Record<string, string>]>([
    ['metrics and gRPC at our ports', { SAGEMAKER_TRITON_ALLOW_METRICS: 'true', SAGEMAKER_TRITON_ALLOW_GRPC: 'true' }],
    ['a port of a service that is off', { SAGEMAKER_TRITON_METRICS_PORT: '8002' }],
    [
      'a service at another address, which the server does not hold against the range',
      {
        SAGEMAKER_TRITON_ALLOW_METRICS: 'true',
        SAGEMAKER_TRITON_METRICS_PORT: '8002',
        SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--metrics-address=127.0.0.1',
      },
    ],
    [
      'a port that is only known at deploy time',
      { SAGEMAKER_TRITON_ALLOW_METRICS: 'true', SAGEMAKER_TRITON_METRICS_PORT: Token.asString({ Ref: 'Port' }) },
    ],
  ])('nothing of %s', (_, environment) => {
    expect(check({ environment })).toEqual([]);
  });

  test('a variable that the release does not read', () => {
    expect(check({ environment: { SAGEMAKER_TRITON_ALLOW_METRICS: 'true' } }, { release: '23.03' })).toEqual(
      matching(/^warning sme\.release .*Triton 23\.03 ignores the variable; Triton 23\.07 and newer read it/),
    );
  });

  test('a variable beside the option that becomes it', () => {
    expect(check({ threadCount: 4, environment: { SAGEMAKER_TRITON_THREAD_COUNT: '4' } })).toEqual(
      matching(/^error sme\.twice .*got a value together with server\.threadCount; allowed: one of the two/),
    );
  });

  test('too many variables', () => {
    const environment = Object.fromEntries([...Array(100).keys()].map((index) => [`V${index}`, '']));
    expect(check({ environment })).toEqual(matching(/^error sm\.env-count .*got 101 variables; allowed: up to 100/));
  });

  test('too much of it', () => {
    const environment = Object.fromEntries([...Array(33).keys()].map((index) => [`V${index}`, 'x'.repeat(1000)]));
    expect(check({ environment })).toEqual(matching(/^error sm\.env-total .*allowed: up to 32768/));
  });

  test('too many arguments', () => {
    const additionalArguments = ['--id=' + 'x'.repeat(1021)];
    expect(check({ additionalArguments })).toEqual(matching(/^error sm\.env-value server\.additionalArguments: /));
  });
});

describe('models that want something of the server', () => {
  const limited = (count: number) =>
    classifier({ instanceGroups: [InstanceGroup.gpu({ rateLimiterResources: [{ name: 'R', count }] })] });

  test('a response cache without memory for it', () => {
    const models = [classifier({ responseCache: true })];
    expect(check(undefined, { models })).toEqual(
      matching(/^warning cache\.server-flag model\.responseCache: .*set server\.responseCacheSize/),
    );
    expect(check({ responseCacheSize: Size.mebibytes(1) }, { models })).toEqual([]);
    expect(check({ additionalArguments: ['--cache-config=redis,host=cache'] }, { models })).toEqual([]);
  });

  test('a rate limiter that is off, or that has less than the model asks for', () => {
    expect(check(undefined, { models: [limited(1)] })).toEqual(
      matching(/^warning rl\.inert model\.instanceGroups: .*set server\.rateLimiter/),
    );
    expect(check({ rateLimiter: true }, { models: [limited(9)] })).toEqual([]);
    expect(
      check({ rateLimiter: true, rateLimiterResources: [{ name: 'R', count: 2 }] }, { models: [limited(3)] }),
    ).toEqual(matching(/^error rl\.above-max model\.instanceGroups: got 3 of resource 'R'; allowed: up to 2/));
  });

  test('a decoupled model needs answers as a stream', () => {
    const models = [classifier({ decoupled: true })];
    expect(check(undefined, { models })).toEqual(
      matching(/^error py\.decoupled model\.decoupled: got true; allowed: false.*GENERATE_STREAM/),
    );
    expect(check({ inferenceType: InferenceType.GENERATE_STREAM }, { models })).toEqual([]);
  });

  test('a decoupled model that answers once may be asked for one response', () => {
    const models = [classifier({ decoupled: true })];
    expect(check({ inferenceType: InferenceType.GENERATE }, { models })).toEqual([]);
    expect(check({ environment: { SAGEMAKER_TRITON_INFERENCE_TYPE: 'generate_stream' } }, { models })).toEqual(
      expect.not.arrayContaining([expect.stringContaining('py.decoupled')]),
    );
  });

  test('an example of the generate extension needs a server that takes it', () => {
    const models = [classifier({ examples: [ModelExample.of({ request: { image: 0 } })] })];
    expect(check(undefined, { models })).toEqual(
      matching(/^error example\.protocol model\.examples\[0\]\.request: .*InferenceType\.GENERATE/),
    );
    expect(check({ inferenceType: InferenceType.GENERATE }, { models })).toEqual([]);
  });

  test('decoupled responses are those of the requested model, or of the steps of a requested ensemble', () => {
    const decoupled = classifier({ name: 'decoupled', decoupled: true });
    const ensemble = new TritonModel({
      name: 'ensemble',
      backend: Backend.ENSEMBLE,
      inputs: [Tensor.fp32('image', [3, 32, 32])],
      outputs: [Tensor.fp32('scores', [10])],
      members: [decoupled],
    });
    const found = [expect.stringMatching(/^error py\.decoupled model\.members\.decoupled\.decoupled: got true/)];
    expect(check(undefined, { models: [ensemble] })).toEqual(found);
    // As in examples/bls_decoupled of python_backend: the caller collects the responses, and sends one.
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

  test('that make themselves decoupled', () => {
    const models = [python('streaming.py')];
    expect(check(undefined, { models })).toEqual(
      matching(/^error py\.decoupled model\.decoupled: auto_complete_config in model\.py makes the model decoupled/),
    );
    expect(check({ inferenceType: InferenceType.GENERATE_STREAM }, { models })).toEqual([]);
  });

  test('that need more shared memory than containers have been seen with', () => {
    const models = [python('plain.py', { instanceGroups: [InstanceGroup.gpu({ count: 2 })] })];
    expect(check(undefined, { models, gpuCount: 2 })).toEqual([]);
    expect(check(undefined, { models, gpuCount: 4 })).toEqual(
      matching(/^warning py\.shm-budget server\.pythonSharedMemory: got 8 instances .*16 MiB each.*64 MiB/),
    );
    expect(check({ pythonSharedMemory: Size.mebibytes(8) }, { models, gpuCount: 4 })).toEqual([]);
  });

  test('on CPUs are counted once', () => {
    const models = [python('plain.py', { instanceGroups: [InstanceGroup.cpu({ count: 5 })] })];
    expect(check(undefined, { models, gpuCount: 8 })).toEqual(matching(/^warning py\.shm-budget .*got 5 instances/));
  });

  test('whose tensors need more shared memory than containers have been seen with', () => {
    const large = (maxBatchSize: number) =>
      python('plain.py', { inputs: [Tensor.fp32('IN', [3, 1024, 1024])], maxBatchSize }); // 12 MiB for an item
    expect(check(undefined, { models: [large(5)] })).toEqual([]);
    expect(check(undefined, { models: [large(6)] })).toEqual(
      matching(
        /^warning py\.shm-budget .*1 instance of 'python' with 73 MiB each for the tensors of the largest batch.*64 MiB/,
      ),
    );
  });

  test('that call models keep the tensors in shared memory which are not in the memory of the GPU', () => {
    const cache = { inputs: [Tensor.fp32('KEYS', [3, 1024, 1024])], outputs: [Tensor.fp32('LOGITS', [1])] };
    const caller = (file: string, member: Partial<TritonModelProps> = {}) =>
      python(file, { maxBatchSize: 8, members: [classifier({ name: 'decoder', ...cache, ...member })] });
    const warning = matching(/^warning py\.shm-budget .*with 97 MiB each .*without TRITONSERVER_MEMORY_CPU/);
    expect(check(undefined, { models: [caller('plain.py')], gpuCount: 1 })).toEqual([]);
    expect(check(undefined, { models: [caller('to-cpu.py')], gpuCount: 1 })).toEqual(warning);
    expect(check(undefined, { models: [caller('plain.py')], gpuCount: 0 })).toEqual(warning);
    const onCpu = { instanceGroups: [InstanceGroup.cpu()] };
    expect(check(undefined, { models: [caller('plain.py', onCpu)], gpuCount: 1 })).toEqual(warning);
  });

  test('that call engines need the memory of the largest shapes of the profile', () => {
    const onnx = path.join(folder, 'decoder.onnx');
    fs.writeFileSync(
      onnx,
      onnxBytes({ inputs: [onnxTensor('keys', 1, [-1, 16, -1, 64])], outputs: [onnxTensor('logits', 1, [-1, 8])] }),
    );
    const decoderOf = (tokens: number) =>
      new TritonModel({
        name: 'decoder',
        backend: Backend.TENSORRT,
        files: ModelFiles.engineFrom(onnx, {
          profiles: [
            EngineProfile.of({ keys: { min: [1, 16, 1, 64], opt: [1, 16, 1, 64], max: [8, 16, tokens, 64] } }),
          ],
        }),
        maxBatchSize: 8,
      });
    const caller = (tokens: number) => python('to-cpu.py', { maxBatchSize: 8, members: [decoderOf(tokens)] });
    expect(check(undefined, { models: [caller(2000)], gpuCount: 1 })).toEqual([]);
    expect(check(undefined, { models: [caller(4000)], gpuCount: 1 })).toEqual(
      matching(/^warning py\.shm-budget .*126 MiB/),
    );
  });

  test('that call models which are not loaded', () => {
    expect(check(undefined, { models: [python('caller.py')] })).toEqual(
      matching(/^warning sme\.bls model: calls image-classifier, other, which the server does not load/),
    );
    expect(check({ additionalModels: ['image-classifier', 'other'] }, { models: [python('caller.py')] })).toEqual([]);
    const members = [classifier(), classifier({ name: 'other' })];
    expect(check(undefined, { models: [python('caller.py', { members })] })).toEqual([]);
  });

  test('whose members an old release, or a multi-model endpoint, cannot load', () => {
    const models = [python('plain.py', { members: [classifier()] })];
    expect(check(undefined, { models, release: '23.03' })).toEqual(
      matching(/^error sme\.bls model\.members: got image-classifier; Triton 23\.03 .*requires Triton 23\.07 or newer/),
    );
    expect(check(undefined, { models, multiModel: true })).toEqual(
      matching(/^error sme\.bls models: got image-classifier; allowed: none, .*use an ensemble/),
    );
  });
});

describe('arguments are read as the server reads them', () => {
  test.each<[string, string[], RegExp]>([
    [
      'a name that is misspelled',
      ['--exit-timeot-secs=5'],
      /^error sme\.argument .*did you mean --exit-timeout-secs\?/,
    ],
    ['a beginning that several names have', ['--grpc=1'], /^error sme\.argument .*got --grpc=1/],
    ['what is no argument', ['verbose'], /^error sme\.argument .*got verbose/],
    ['one of a later release', ['--allow-client-shm=true'], /^error sme\.argument .*requires Triton 26\.04 or newer/],
    ['one that only prints', ['--help'], /^error sme\.argument .*does not start/],
    ['no value', ['--log-info'], /^error sme\.argument-value .*allowed: --log-info=…/],
    [
      'a value where none is taken',
      ['--disable-auto-complete-config=true'],
      /^error sme\.argument-value .*accepts no value/,
    ],
    ['no number', ['--exit-timeout-secs', 'soon'], /^error sme\.argument-value .*'soon' .*a whole number/],
    ['a number that is too large', ['--exit-timeout-secs=99999999999'], /^error sme\.argument-value .*2147483647/],
    ['no switch', ['--log-info=yes'], /^error sme\.argument-value .*true or false/],
    ['a resource without count', ['--rate-limit-resource=a'], /^error sme\.argument-value .*<name>:<count>/],
    ['a rate limiter of another name', ['--rate-limit=always'], /^error sme\.argument-value .*execution_count/],
    ['a cache without settings', ['--cache-config=local'], /^error sme\.argument-value .*<setting>=<value>/],
    ['a backend without settings', ['--backend-config=python'], /^error sme\.argument-value .*<setting>=<value>/],
    ['a small shared memory', ['--backend-config=python,shm-default-byte-size=9'], /^error py\.shm .*at least 1048576/],
    ['threads below none', ['--model-load-thread-count=-1'], /^error sme\.argument-value .*0 to 2147483647/],
    ['SageMaker switched off', ['--allow-sagemaker=false'], /^error sme\.argument-fixed .*SageMaker's requests/],
    ['models that all are loaded', ['--model-control-mode=none'], /^error sme\.argument-fixed .*by their names/],
  ])('%s: %j', (_, additionalArguments, finding) => {
    expect(check({ additionalArguments })).toEqual(matching(finding));
    const environment = { SAGEMAKER_TRITON_ADDITIONAL_ARGS: additionalArguments.join(' ') };
    expect(check({ environment })).toEqual(matching(finding));
    expect(check({ environment }, { release: '23.03' })).toEqual(matching(/^warning sme\.release/));
  });

  test.each([
    [['--exit-timeout=5']],
    [['--exit-timeout-secs', '5', '--log-info=ON']],
    [['--log-verbose=TRUE', '--log-verbose=2']],
    [['--rate-limit=execution_count', '--rate-limit-resource=a:1:0']],
    [['--pinned-memory-pool-byte-size=9999999999']],
    [['--exit-timeout-secs', Token.asString({ Ref: 'Seconds' })]],
  ])('are fine: %j', (additionalArguments) => expect(check({ additionalArguments })).toEqual([]));

  test.each([
    ['THREAD_COUNT', 'abc', 'sme.argument-value'],
    ['THREAD_COUNT', '-5', 'sme.argument-value'],
    ['LOG_VERBOSE', 'yes', 'sme.argument-value'],
    ['LOG_INFO', 'yes', 'sme.argument-value'],
    ['DISABLE_MODEL_NAMESPACING', 'maybe', 'sme.argument-value'],
    ['MODEL_LOAD_GPU_LIMIT', 'most', 'sme.argument-value'],
    ['INFERENCE_TYPE', 'stream', 'sme.argument-value'],
    ['SHM_DEFAULT_BYTE_SIZE', 'large', 'py.shm'],
    ['SHM_DEFAULT_BYTE_SIZE', '4096', 'py.shm'],
    ['SHM_GROWTH_BYTE_SIZE', '0', 'py.shm-growth'],
  ])('variable SAGEMAKER_TRITON_%s: %s', (name, value, rule) => {
    const field = `server.environment.SAGEMAKER_TRITON_${name}`;
    expect(check({ environment: { [`SAGEMAKER_TRITON_${name}`]: value } })).toEqual([
      expect.stringContaining(`error ${rule} ${field}: got '${name === 'MODEL_LOAD_GPU_LIMIT' ? '0:' : ''}${value}'`),
    ]);
  });
});

test('a rate limiter or a cache that is switched on by variable is on', () => {
  const limited = [InstanceGroup.gpu({ rateLimiterResources: [{ name: 'R', count: 1 }] })];
  const models = [classifier({ responseCache: true, instanceGroups: limited })];
  const inert = (options: ServerOptions): string[] =>
    check(options, { models }).filter((finding) => /rl\.inert|cache\.server-flag/.test(finding));
  const args = '--rate-limit=execution_count --cache-config=local,size=1048576';
  expect(inert({})).toHaveLength(2);
  expect(inert({ environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: args } })).toEqual([]);
});
