import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { AddressInfo, createServer, Server, Socket } from 'node:net';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import * as fc from 'fast-check';
import { ModelConfig } from '../../../lib/model-config';
import { parseEmf } from './emf';

// Tests the parts of the metrics exporter, which runs as a Python model in Triton's image.

const EXPORTER_FOLDER = path.join(__dirname, '../../../lib/endpoint/server-metrics/exporter');
const PROGRAMS_FOLDER = path.join(EXPORTER_FOLDER, '1');

/** Runs Python statements that print a value as JSON. The statements can use `module(name)` and `data`. Returns the value. */
async function python(statements: string, data: unknown = {}): Promise<unknown> {
  const setup = [
    'import importlib, json, sys, time',
    'module = lambda name: importlib.import_module("1." + name)',
    'data = json.load(sys.stdin)',
  ];
  const child = spawn('python3', ['-c', [...setup, statements].join('\n')], {
    env: { ...process.env, PYTHONPATH: EXPORTER_FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
  });
  child.stdin.end(JSON.stringify(data));
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (texts.stdout += chunk));
  child.stderr.on('data', (chunk) => (texts.stderr += chunk));
  await once(child, 'close');
  if (texts.stderr) throw new Error(texts.stderr);
  return JSON.parse(texts.stdout);
}

test('the exporter is compatible with Python 3.8, and imports only the standard library and the utilities of the backend', async () => {
  const statements = `
import ast, os
names = [name for name in os.listdir(data) if name.endswith(".py")]
imports = set()
for name in names:
    for node in ast.walk(ast.parse(open(os.path.join(data, name)).read(), feature_version=(3, 8))):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            imports.add(node.module)
print(json.dumps([len(names), sorted(imports)]))`;
  const modules = ['json', 'math', 'os', 're', 'socket', 'sys', 'threading', 'time'];
  expect(await python(statements, PROGRAMS_FOLDER)).toEqual([7, [...modules, 'triton_python_backend_utils'].sort()]);
});

test.each(['23.07', '24.10', '25.09'])('the configuration is valid in release %s', (tritonRelease) => {
  const text = fs.readFileSync(path.join(EXPORTER_FOLDER, 'config.pbtxt'), 'utf8');
  expect(() => ModelConfig.fromText(text).validate({ tritonRelease, gpuCount: 0 })).not.toThrow();
});

describe('metrics in the format of Prometheus', () => {
  const parse = (text: string, names: string[]): Promise<unknown> =>
    python('print(json.dumps(list(module("prometheus").parse_metrics(data[0].encode(), data[1]))))', [text, names]);

  test('can have line breaks, quotes, backslashes and braces in labels', async () => {
    expect(await parse('a{model="x\\ny\\"z\\\\n}, {b=\\"",version="1"} 7', ['a'])).toEqual([
      ['a', { model: 'x\ny"z\\n}, {b="', version: '1' }, 7],
    ]);
  });

  test('are skipped if a value is not finite, or a line is not a metric', async () => {
    const text = 'a Nan\na +Inf\na -Inf\na x\na\n{a} 1\nab 1\na{model="m" 3\n\u0000\n' + 'a{' + '"'.repeat(50_000);
    expect(await parse(text, ['a'])).toEqual([]);
  });

  test('are parsed within limits of memory and CPU time, whatever a model adds to the 16 MB of a response', async () => {
    const statements = `
import resource
resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
size, count = 16 << 20, lambda body: len(list(module("prometheus").parse_metrics(body, ["a", "b"])))
print(json.dumps([count(part * (size // len(part)) + b"\\nb 1") for part in [
    b"a{" + b"x" * size,
    b'a{x="' + b"\\\\n" * (size // 2),
    b"\\na{" + b"x" * 40000 + b"} 1",
    b"\\na{" + b"x" * 4000,
    b"\\na{" + b"} " * 2000,
    b"a" + b" " * size,
    b"a 1" + b"0" * size,
    b"\\n",
]]))`;
    expect(await python(statements)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });
});

describe('differences of counters', () => {
  const SUCCESS = 'nv_inference_request_success';
  type Reading = [name: string, labels: Record<string, string>, value: number][];
  const row = (model: string, value: number, version = '1'): Reading[number] => [SUCCESS, { model, version }, value];
  const differences = (readings: Reading[], setup = ''): Promise<unknown> =>
    python(
      `counters = module("counters").Counters()\n${setup}\nprint(json.dumps([[[model, value] for model, _, value in counters.differences(reading)] for reading in data]))`,
      readings,
    );

  test('begin with the first reading', async () => {
    expect(await differences([[row('m', 5)], [row('m', 8)]])).toEqual([[['m', 0]], [['m', 3]]]);
  });

  test('begin with zero if the server had not opened its ports', async () => {
    expect(await differences([[row('m', 5)], [row('m', 8)]], 'counters.start_at_zero()')).toEqual([
      [['m', 5]],
      [['m', 3]],
    ]);
  });

  test('begin with zero for a model that was loaded later', async () => {
    expect(await differences([[row('m', 5)], [row('m', 5), row('n', 4)]])).toEqual([
      [['m', 0]],
      [
        ['m', 0],
        ['n', 4],
      ],
    ]);
  });

  test('are the value of a counter that was reset', async () => {
    expect(await differences([[row('m', 5)], [row('m', 2)], []])).toEqual([[['m', 0]], [['m', 2]], []]);
  });
});

describe('documents', () => {
  /** Returns the documents of a minute with two readings of the server. */
  const documents = async (readings: [string, string], defaultModel: string) => {
    const statements = `
minute, counters = module("minute"), module("counters").Counters()
ended = minute.Minute(29000000)
for text in data["readings"]:
    ended.add(list(module("prometheus").parse_metrics(text.encode(), minute.NAMES)), counters)
dimensions = {"EndpointName": "vision", "VariantName": "AllTraffic"}
documents = module("documents").documents_of(ended, dimensions, data["default"])
print(json.dumps([module("documents").encode(each).decode() for each in documents]))`;
    const lines = (await python(statements, { readings, default: defaultModel })) as string[];
    return lines.map((line) => parseEmf(line));
  };

  /** The metrics of a model, whose counters are the multiples of a factor. */
  const metricsOf = (model: string, version: string, factor: number): string => {
    const labels = `{model="${model}",version="${version}"}`;
    return [
      `nv_inference_request_success${labels} ${10 * factor}`,
      `nv_inference_request_failure{model="${model}",reason="OTHER",version="${version}"} ${factor}`,
      `nv_inference_request_failure{model="${model}",reason="REJECTED",version="${version}"} ${2 * factor}`,
      `nv_inference_count${labels} ${20 * factor}`,
      `nv_inference_exec_count${labels} ${5 * factor}`,
      `nv_inference_queue_duration_us${labels} ${1234 * factor}`,
      `nv_inference_compute_input_duration_us${labels} ${100 * factor}`,
      `nv_inference_compute_infer_duration_us${labels} ${2000 * factor}`,
      `nv_inference_compute_output_duration_us${labels} ${30_000 * factor}`,
      `nv_inference_pending_request_count${labels} ${factor}`,
    ].join('\n');
  };

  const reading = (factor: number, ...rows: string[]): string =>
    [
      metricsOf('ensemble', '1', factor),
      metricsOf('step', '1', factor),
      metricsOf('step', '2', factor),
      metricsOf('cdk_sagemaker_triton_metrics', '1', 100 * factor),
      ...rows,
    ].join('\n');

  test('are one of the server and one of each model, with zeros of an idle server', async () => {
    const result = await documents([reading(1), reading(1)], 'ensemble');
    expect(result.map(({ dimensions }) => dimensions)).toEqual([
      { EndpointName: 'vision', VariantName: 'AllTraffic' },
      { EndpointName: 'vision', VariantName: 'AllTraffic', ModelName: 'ensemble' },
      { EndpointName: 'vision', VariantName: 'AllTraffic', ModelName: 'step' },
    ]);
    expect(result[0]).toEqual(
      expect.objectContaining({ timestamp: 29_000_000 * 60_000, namespace: 'TritonOnSageMaker' }),
    );
    expect(result[0].metrics).toEqual({
      SuccessfulRequests: 0,
      QueueDuration: 0,
      ComputeDuration: 0,
      PendingRequests: [3, 3],
    });
  });

  test('add the versions of a model', async () => {
    const [, , { metrics }] = await documents([reading(1), reading(3)], 'ensemble');
    expect(metrics).toEqual({
      SuccessfulRequests: 40,
      FailedRequests: 12,
      Inferences: 80,
      Executions: 20,
      QueueDuration: 4.936,
      ComputeDuration: 128.4,
      PendingRequests: [2, 6],
    });
  });

  test('count the requests and the computation of the default model, and the queues of all models', async () => {
    const [{ metrics }] = await documents([reading(1), reading(3)], 'ensemble');
    expect(metrics).toEqual({
      SuccessfulRequests: 20,
      QueueDuration: 7.404,
      ComputeDuration: 64.2,
      PendingRequests: [3, 9],
    });
  });

  test('contain the response cache and the pinned memory pool only if the server has them', async () => {
    const rows = (count: number, used: number): string[] => [
      `nv_cache_num_hits_per_model{model="step",version="1"} ${count}`,
      `nv_cache_num_misses_per_model{model="step",version="1"} ${2 * count}`,
      'nv_pinned_memory_pool_total_bytes 1000',
      `nv_pinned_memory_pool_used_bytes ${used}`,
    ];
    const result = await documents([reading(1, ...rows(1, 0)), reading(1, ...rows(4, 333))], 'ensemble');
    expect(
      result.map(({ metrics }) => [metrics.PinnedMemoryUtilization, metrics.CacheHits, metrics.CacheMisses]),
    ).toEqual([
      [[0, 33.3], undefined, undefined],
      [undefined, undefined, undefined],
      [undefined, 3, 6],
    ]);
  });

  test('omit only a value that is infinite as the sum of several counters', async () => {
    const rows = ['1', '2'].map((version) => `nv_inference_count{model="step",version="${version}"} 1e308`);
    const result = await documents(
      [metricsOf('step', '3', 1), [metricsOf('step', '3', 2), ...rows].join('\n')],
      'step',
    );
    expect(result.map(({ metrics }) => [metrics.SuccessfulRequests, metrics.Inferences])).toEqual([
      [10, undefined],
      [10, undefined],
    ]);
  });

  test('do not require more memory with each reading that has new names of models', async () => {
    const statements = `
ended, counters, failed = module("minute").Minute(1), module("counters").Counters(), 0
for reading in range(12):
    try:
        ended.add([(name, {"model": "%d %d" % (reading, number)}, 1)
            for number in range(4000) for name in ("nv_inference_count", module("minute").PENDING)], counters)
    except ValueError:
        failed += 1
print(json.dumps([failed, len(ended.totals), len(ended.pending)]))`;
    expect(await python(statements)).toEqual([10, 8000, 8000]);
  });

  test('are not written for a minute in which no reading succeeded', async () => {
    const statements = 'print(json.dumps(module("documents").documents_of(module("minute").Minute(1), {}, "m")))';
    expect(await python(statements)).toEqual([]);
  });
});

test('documents with any name, values and samples are valid lines of at most 4,096 bytes', async () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 255 });
  const value = fc.oneof(fc.nat(), fc.double({ min: 0, max: 2 ** 53, noNaN: true }));
  const minute = fc.record({
    model: name,
    // Names of SageMaker have at most 63 characters.
    endpoint: fc.stringMatching(/^[A-Za-z0-9-]{1,63}$/),
    totals: fc.dictionary(fc.constantFrom('SuccessfulRequests', 'QueueDuration', 'CacheHits', 'Inferences'), value),
    pending: fc.array(value, { minLength: 1, maxLength: 300 }),
    pinned: fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 300 }),
  });
  const statements = `
minute, documents, lines = module("minute"), module("documents"), []
for each in data:
    ended = minute.Minute(29000000)
    ended.totals = {each["model"]: each["totals"]}
    ended.pending, ended.all_pending, ended.pinned = {each["model"]: each["pending"]}, each["pending"], each["pinned"]
    dimensions = {"EndpointName": each["endpoint"], "VariantName": each["endpoint"]}
    for document in documents.documents_of(ended, dimensions, each["model"]):
        line = documents.encode(document)
        lines.append(line and line.decode())
print(json.dumps(lines))`;
  const minutes = fc.sample(minute, { numRuns: 500, seed: fc.readConfigureGlobal()?.seed });
  const lines = (await python(statements, minutes)) as (string | null)[];
  expect(lines).toHaveLength(1000);
  expect(lines).not.toContain(null);
  for (const line of lines as string[]) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(4096);
    expect(line).toMatch(/^\n[^\n]+\n$/);
    expect(parseEmf(line).namespace).toBe('TritonOnSageMaker');
  }
});

test('documents are not divided in a pipe to which other processes write lines in parts', async () => {
  const documents = `import importlib, os
encode = importlib.import_module("1.documents").encode
for number in range(3000): os.write(1, encode({"_aws": number, "Samples": [0.125] * (number % 600)}))`;
  const noise = 'import os\nfor number in range(30000): os.write(1, b"noise " * (number % 2000))';
  const script = `python3 -c '${noise}' & python3 -c '${noise}' & python3 -c '${documents}'; wait`;
  const child = spawn('sh', ['-c', `( ${script} ) | cat`], {
    env: { ...process.env, PYTHONPATH: EXPORTER_FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const numbers: number[] = [];
  createInterface(child.stdout).on('line', (line) => {
    if (line.includes('_aws')) numbers.push((JSON.parse(line) as { _aws: number })._aws);
  });
  await once(child, 'close');
  expect(numbers).toEqual(Array.from({ length: 3000 }, (_, number) => number));
});

test('a document that is too long without samples is dropped', async () => {
  const statements = 'print(json.dumps(module("documents").encode({"Name": "n" * 5000, "Samples": [1, 2, 3]})))';
  expect(await python(statements)).toBeNull();
});

describe('reading /metrics', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    sockets.splice(0).forEach((socket) => socket.destroy());
    server.close();
  });

  /** Reads from a server that does this with each connection. Returns the text, or the error. The timeout is in seconds. */
  const read = async (handle: (socket: Socket) => void, timeout = 60): Promise<unknown> => {
    server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.once('data', () => handle(socket));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const statements = `
try:
    print(json.dumps(module("scrape").read_metrics(data, ${timeout}).decode()))
except (OSError, ValueError) as error:
    print(json.dumps(str(error)))`;
    return python(statements, (server.address() as AddressInfo).port);
  };

  test('returns the body', async () => {
    const response = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\na 1\né';
    expect(await read((socket) => socket.end(response))).toBe('a 1\né');
  });

  test('fails if the response is incomplete, because missing counters would seem to start at zero', async () => {
    expect(await read((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\na 1\n'))).toBe(
      'the response of /metrics is incomplete',
    );
  });

  test('fails if the status is not 200', async () => {
    expect(await read((socket) => socket.end('HTTP/1.1 503 Busy\r\n\r\n'))).toContain('503');
  });

  test('times out if the server does not respond, or sends byte after byte', async () => {
    expect(await read(() => undefined, 0.5)).toContain('timed out');
    server.close();
    const drip = (socket: Socket): void => {
      const timer = setInterval(() => socket.write('a'), 50);
      socket.on('close', () => clearInterval(timer));
    };
    expect(await read(drip, 0.5)).toContain('timed out');
  });

  test('fails if the response is endless', async () => {
    const flood = (socket: Socket): void => {
      socket.write(Buffer.alloc(1 << 20), (error) => error ?? flood(socket));
    };
    expect(await read(flood)).toContain('more than');
  });
});
