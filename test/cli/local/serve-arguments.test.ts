import * as fs from 'node:fs';
import * as path from 'node:path';
import { Size } from 'aws-cdk-lib';
import {
  findPathArgument,
  defaultModelName,
  hostEnvironment,
  serveArguments,
  serveEnvironment,
} from '../../../cli/local/serve-arguments';
import { hostNetwork } from '../../../cli/local/server-network';
import { LogLevel, ServerOptions } from '../../../lib';
import { serverEnvironment } from '../../../lib/model/server/build';
import { classifier } from '../../endpoint/fixtures';
import { folderWith } from '../../model/folders';

let repository: string;
beforeEach(() => (repository = folderWith({})));

const addModels = (...names: string[]): void => names.forEach((name) => fs.mkdirSync(path.join(repository, name)));

test('without environment variables, the server has the default arguments of the start script', () => {
  addModels('bert');
  expect(serveArguments({}, repository)).toEqual([
    '--allow-sagemaker=true',
    '--allow-http=false',
    '--model-control-mode=explicit',
    `--model-repository=${repository}`,
    '--model-namespacing=true',
    '--allow-grpc=false',
    '--allow-metrics=false',
    '--log-verbose=true',
    '--backend-config=python,shm-default-byte-size=16777216',
    '--backend-config=python,shm-growth-byte-size=1048576',
    '--load-model=bert',
  ]);
});

test.each([
  ['SAGEMAKER_BIND_TO_PORT', '9000', '--sagemaker-port=9000'],
  ['SAGEMAKER_SAFE_PORT_RANGE', '9000-9999', '--sagemaker-safe-port-range=9000-9999'],
  ['SAGEMAKER_TRITON_DISABLE_MODEL_NAMESPACING', 'false', '--model-namespacing=false'],
  ['SAGEMAKER_TRITON_ALLOW_GRPC', 'true', '--allow-grpc=true'],
  ['SAGEMAKER_TRITON_GRPC_PORT', '9001', '--grpc-port=9001'],
  ['SAGEMAKER_TRITON_ALLOW_METRICS', 'true', '--allow-metrics=true'],
  ['SAGEMAKER_TRITON_METRICS_PORT', '9002', '--metrics-port=9002'],
  ['SAGEMAKER_TRITON_THREAD_COUNT', '4', '--sagemaker-thread-count=4'],
  ['SAGEMAKER_TRITON_BUFFER_MANAGER_THREAD_COUNT', '2', '--buffer-manager-thread-count=2'],
  ['SAGEMAKER_TRITON_LOG_VERBOSE', 'false', '--log-verbose=false'],
  ['SAGEMAKER_TRITON_LOG_INFO', 'false', '--log-info=false'],
  ['SAGEMAKER_TRITON_LOG_WARNING', 'false', '--log-warning=false'],
  ['SAGEMAKER_TRITON_LOG_ERROR', 'false', '--log-error=false'],
  ['SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE', '1', '--backend-config=python,shm-default-byte-size=1'],
  ['SAGEMAKER_TRITON_SHM_GROWTH_BYTE_SIZE', '2', '--backend-config=python,shm-growth-byte-size=2'],
  ['SAGEMAKER_TRITON_TENSORFLOW_VERSION', '2', '--backend-config=tensorflow,version=2'],
])('%s=%s becomes the argument %s, which occurs only once', (variable, value, argument) => {
  addModels('bert');
  const serverArguments = serveArguments({ [variable]: value }, repository);
  const option = argument.slice(0, argument.lastIndexOf('='));
  expect(serverArguments.filter((other) => other.startsWith(option))).toEqual([argument]);
});

test('a server on this host receives the variables of the container, but none that contains paths of the container', () => {
  const paths = { LD_PRELOAD: '/tmp/x.so', PYTHONPATH: '/tmp', PATH: '/opt/bin', HOME: '/root' };
  const environment = { SAGEMAKER_TRITON_LOG_INFO: 'true', SERVER_METRICS_PORT: '23000', THRESHOLD: '0.5' };
  expect(hostEnvironment({ ...paths, ...environment })).toEqual(environment);
});

test('in the network of this host, the metrics of a server are on a free port, which its metrics exporter receives', async () => {
  const environment = { SAGEMAKER_TRITON_METRICS_PORT: '23000', SERVER_METRICS_PORT: '23000' };
  const [first, second] = [await hostNetwork([], environment), await hostNetwork([], environment)];
  const port = first.environment.SERVER_METRICS_PORT;
  expect(first.environment.SAGEMAKER_TRITON_METRICS_PORT).toBe(port);
  expect(new Set(['23000', port, second.environment.SERVER_METRICS_PORT]).size).toBe(3);
  expect((await hostNetwork([], {})).environment).not.toHaveProperty('SERVER_METRICS_PORT');
});

test.each([
  ['--log-file=/home/user/.bashrc', true],
  ['--log-file /home/user/.bashrc', true],
  ['--trace-config=triton,file=/tmp/x', true],
  ['--model-repository=/', true],
  ['--backend-directory=/tmp', true],
  ['--repoagent-directory=/tmp', true],
  ['--cache-directory=/tmp', true],
  ['--backend-config=backend-directory=/tmp', true],
  ['--cache-config=local,size=1048576', false],
  ['--log-verbose=1', false],
  ['--exit-timeout-secs=5', false],
])('whether the argument %s contains a path: %j', (text, hasPath) => {
  const argument = findPathArgument({ SAGEMAKER_TRITON_ADDITIONAL_ARGS: `--pinned-memory-pool-byte-size=0 ${text}` });
  expect(argument).toBe(hasPath ? text.split(' ')[0] : undefined);
});

test('additional arguments are split at spaces, even inside quotes', () => {
  addModels('bert');
  const serverArguments = serveArguments(
    { SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--rate-limit=off  --log-format="a b"' },
    repository,
  );
  expect(serverArguments).toEqual(expect.arrayContaining(['--rate-limit=off', '--log-format="a', 'b"']));
});

test('the only folder is the default model, and a hidden folder also counts as a folder', () => {
  addModels('bert');
  expect(defaultModelName({}, repository)).toBe('bert');
  addModels('.cache');
  expect(() => defaultModelName({}, repository)).toThrow(
    /several folders \(.*\) and SAGEMAKER_TRITON_DEFAULT_MODEL_NAME is not set/,
  );
});

test('the configured default model is loaded if there are several models', () => {
  addModels('bert', 'tokenizer');
  expect(serveArguments({ SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'bert' }, repository)).toContain('--load-model=bert');
});

test('the configured default model must exist', () => {
  addModels('tokenizer');
  expect(() => defaultModelName({ SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'bert' }, repository)).toThrow(
    "is 'bert', but the archive has only tokenizer",
  );
});

test('an empty archive is rejected', () => {
  expect(() => defaultModelName({}, repository)).toThrow('the archive has no model folder');
});

test('a config.pbtxt at the root of the archive is rejected', () => {
  addModels('1');
  fs.writeFileSync(path.join(repository, 'config.pbtxt'), '');
  expect(() => defaultModelName({}, repository)).toThrow('config.pbtxt is at the root of the archive');
});

// The expected values were recorded with the start script of release 24.09 and a stub in place of the server.
test.each([
  [{}, undefined],
  [{ SAGEMAKER_TRITON_PING_MODE: 'live' }, 'ready'],
  [{ SAGEMAKER_TRITON_OVERRIDE_PING_MODE: 'live' }, undefined],
  [{ SAGEMAKER_TRITON_PING_MODE: 'live', SAGEMAKER_TRITON_OVERRIDE_PING_MODE: 'live' }, 'live'],
])('with the container environment %j, the ping mode of the server is %j', (environment, mode) => {
  expect(serveEnvironment(environment).SAGEMAKER_TRITON_PING_MODE).toBe(mode);
});

test('an unknown inference type is rejected', () => {
  addModels('bert');
  expect(() => serveArguments({ SAGEMAKER_TRITON_INFERENCE_TYPE: 'stream' }, repository)).toThrow(
    "is 'stream', but must be infer, generate or generate_stream",
  );
});

test('the server options of an endpoint become the corresponding arguments', () => {
  const model = classifier();
  addModels(model.name);
  const options: ServerOptions = {
    logLevel: LogLevel.WARNING,
    threadCount: 4,
    pythonSharedMemory: Size.mebibytes(4),
    responseCacheSize: Size.mebibytes(64),
    additionalArguments: ['--rate-limit=execution_count', '--rate-limit-resource=R1:4:0', '--exit-timeout-secs=60'],
  };
  const environment = serverEnvironment(options, { release: '24.09', models: [model], multiModel: false });
  expect(serveArguments(environment, repository)).toEqual(
    expect.arrayContaining([
      '--log-verbose=false',
      '--log-info=false',
      '--sagemaker-thread-count=4',
      '--backend-config=python,shm-default-byte-size=4194304',
      '--cache-config=local,size=67108864',
      '--rate-limit=execution_count',
      '--rate-limit-resource=R1:4:0',
      '--exit-timeout-secs=60',
    ]),
  );
});
