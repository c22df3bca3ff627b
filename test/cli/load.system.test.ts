import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { loadCommand } from '../../cli/load';
import { meetsObjective, percentileOf, renderLoadResult } from '../../cli/load/load-report';
import { LoadResult, sendOpenLoop } from '../../cli/load/open-loop';
import { toPerfAnalyzerCsv } from '../../cli/load/perf-analyzer-csv';
import { readRequest } from '../../cli/load/request-file';
import { LoadTarget } from '../../cli/load/target';
import { readMeasurements } from '../../cli/assembly/measurements';
import { Arrivals } from '../../lib/capacity/sizing/arrivals';
import { RealTriton } from '../lambda/real-triton';
import { runCommand } from './run-command';

const REQUESTS_PER_SECOND = 1000;
const REQUEST = { inputs: [{ name: 'image', datatype: 'FP32', shape: [2, 1], data: [1, 2] }] };

function loadResult(latencies: number[], failures = 0): LoadResult {
  return {
    latencies,
    dueTimes: latencies.map((_, index) => index),
    firstResponses: [],
    gaps: [],
    errors: new Map(failures ? [['ModelError: no', failures]] : []),
    seconds: 2,
    offeredRate: 10,
  };
}

function fileWith(content: string): string {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'load-')), 'request.json');
  fs.writeFileSync(file, content);
  return file;
}

test('if no Region is configured, the error explains how to set it', async () => {
  const previousEnvironment = { ...process.env };
  delete process.env.AWS_REGION;
  process.env.AWS_CONFIG_FILE = '/nowhere';
  try {
    await expect(LoadTarget.of('classifier').requireRegion()).rejects.toThrow(
      'no Region for the endpoint classifier: set AWS_REGION, or set AWS_PROFILE to a profile with a Region',
    );
    await LoadTarget.of('http://127.0.0.1:8080').requireRegion();
  } finally {
    process.env = previousEnvironment;
  }
});

test.each(['--content-type', '--target-model', '--target-variant'])(
  '%s with a line break is rejected before a request is sent',
  async (option) => {
    const args = ['http://127.0.0.1:9/x', '--rate=1', `--request=${fileWith('{}')}`, `${option}=a\r\nx-evil: y`];
    const { stderr, status } = await runCommand(loadCommand(), args);
    expect(stderr).toContain('allowed: characters of an HTTP header, without line breaks');
    expect(status).toBe(2);
  },
);

describe('an open loop', () => {
  test.each(['poisson', 'constant'] as const)('with %s arrivals does not wait for responses', async (kind) => {
    let sent = 0;
    let respondToAll: () => void = () => undefined;
    const allResponses = new Promise<number[]>((resolve) => (respondToAll = () => resolve([])));
    const arrivals = Arrivals[kind](REQUESTS_PER_SECOND);
    const { latencies, errors } = await sendOpenLoop({ arrivals, requests: 20, seconds: 10, seed: 1 }, () => {
      if (++sent === 20) respondToAll(); // no response arrives before the last request is sent
      return allResponses;
    });
    expect(latencies).toHaveLength(20);
    expect(errors.size).toBe(0);
  });

  test('sends no requests after its duration', async () => {
    const arrivals = Arrivals.constant(100);
    const { latencies } = await sendOpenLoop({ arrivals, requests: 1000, seconds: 0.1, seed: 1 }, async () => []);
    expect(latencies).toHaveLength(10);
  });

  test('counts failed requests by error message', async () => {
    let sent = 0;
    const failEverySecond = async (): Promise<number[]> => {
      if (++sent % 2 === 0) throw new Error('late');
      return [];
    };
    const { latencies, errors } = await sendOpenLoop(
      { arrivals: Arrivals.constant(REQUESTS_PER_SECOND), requests: 6, seconds: 10, seed: 1 },
      failEverySecond,
    );
    expect(latencies).toHaveLength(3);
    expect([...errors]).toEqual([['Error: late', 3]]);
  });

  test('measures the first response of a stream from the scheduled time of the request, and each later response from the previous response', async () => {
    const loop = { arrivals: Arrivals.constant(REQUESTS_PER_SECOND), requests: 1, seconds: 10, seed: 1 };
    const { firstResponses, gaps } = await sendOpenLoop(loop, async () => {
      const now = performance.now();
      return [now + 1000, now + 1010, now + 1030];
    });
    expect(gaps.map(Math.round)).toEqual([10, 20]);
    expect(firstResponses).toHaveLength(1);
    expect(firstResponses[0]).toBeGreaterThanOrEqual(1000);
  });

  test('sends no more requests after an interruption', async () => {
    const signal = AbortSignal.abort();
    const loop = { arrivals: Arrivals.constant(REQUESTS_PER_SECOND), requests: 6, seconds: 10, seed: 1 };
    expect((await sendOpenLoop(loop, async () => [], signal)).latencies).toEqual([]);
  });
});

describe('the report', () => {
  const latenciesFrom100To1 = Array.from({ length: 100 }, (_, index) => 100 - index);

  test('compares a percentile with the objective', () => {
    expect(percentileOf(loadResult(latenciesFrom100To1), 99)).toBe(99);
    expect(meetsObjective(loadResult(latenciesFrom100To1), { percentile: 99, milliseconds: 99 })).toBe(true);
    expect(meetsObjective(loadResult(latenciesFrom100To1), { percentile: 99, milliseconds: 98 })).toBe(false);
  });

  test('counts failed requests as slower than all completed requests', () => {
    expect(percentileOf(loadResult(latenciesFrom100To1, 2), 99)).toBe(Infinity);
    expect(meetsObjective(loadResult([], 5))).toBe(false);
    expect(renderLoadResult(loadResult(latenciesFrom100To1, 2), { percentile: 99, milliseconds: 500 })).toMatch(
      /MISSED.*no response/,
    );
  });

  test('contains the response times of streams, and counts a failed request as a stream without a first response', () => {
    const report = renderLoadResult({
      ...loadResult(latenciesFrom100To1, 2),
      firstResponses: latenciesFrom100To1,
      gaps: latenciesFrom100To1,
    });
    expect(report).toContain('p50 51.0 ms, p90 92.0 ms, p95 97.0 ms, p99 no response');
    expect(report).toContain('p50 50.0 ms, p90 90.0 ms, p95 95.0 ms, p99 99.0 ms');
    expect(renderLoadResult(loadResult(latenciesFrom100To1))).not.toContain('first response');
  });

  test('is written in the format of perf_analyzer', () => {
    expect(toPerfAnalyzerCsv(loadResult(latenciesFrom100To1), 4)).toBe(
      'Request Rate,Inferences/Second,Client Send,Client Recv,p50 latency,p90 latency,p95 latency,p99 latency\n' +
        '10.000,200.000,0,0,50000,90000,95000,99000\n',
    );
  });
});

describe('a target', () => {
  test.each(['http://10.0.0.1:8080', 'http://example.com', 'https://127.0.0.1', 'ftp://127.0.0.1', '-name', 'a b'])(
    'cannot be %s',
    (target) => {
      expect(() => LoadTarget.of(target)).toThrow('allowed: the name of an endpoint, or http://127.0.0.1:<port>');
    },
  );

  test.each(['vision', 'http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:1'])('can be %s', (target) => {
    expect(LoadTarget.of(target).endpointName).toBe(target === 'vision' ? 'vision' : 'local');
  });
});

describe('a request file', () => {
  test('can contain a request, an example, or any body with a different content type', () => {
    const plainRequest = readRequest(fileWith(JSON.stringify(REQUEST)));
    const example = readRequest(fileWith(JSON.stringify({ request: REQUEST, response: {} })));
    for (const { bodyOf, items } of [plainRequest, example]) {
      for (const index of [0, 1]) expect(JSON.parse(Buffer.from(bodyOf(index)).toString())).toEqual(REQUEST);
      expect(items).toBe(2);
    }
    const contentType = 'application/vnd.sagemaker-triton.binary+json;json-header-size=2';
    expect(readRequest(fileWith('{}\0\0'), contentType)).toMatchObject({ contentType, items: 1 });
  });

  test('with a sequence id results in a different sequence id in each request', () => {
    const parameters = { sequence_id: 7, sequence_start: true, sequence_end: true };
    const { bodyOf } = readRequest(fileWith(JSON.stringify({ ...REQUEST, parameters })));
    const sent = [0, 1, 2].map((index) => JSON.parse(Buffer.from(bodyOf(index)).toString()));
    expect(sent).toEqual([7, 8, 9].map((id) => ({ ...REQUEST, parameters: { ...parameters, sequence_id: id } })));
  });

  test('that is not JSON causes an error with the name of the file', () => {
    expect(() => readRequest(fileWith('{'))).toThrow(/request\.json: .*allowed: JSON/);
  });
});

test('a real Triton server completes all requests', async () => {
  const triton = await RealTriton.start();
  try {
    const target = LoadTarget.of(triton.url);
    const inputs = [{ name: 'in_FP32', datatype: 'FP32', shape: [1, 1], data: [1] }];
    const request = { body: Buffer.from(JSON.stringify({ inputs })), contentType: 'application/json' };
    const loop = { arrivals: Arrivals.poisson(200), requests: 50, seconds: 10, seed: 1 };
    const measured = await sendOpenLoop(loop, () => target.send(request));
    target.close();
    expect([...measured.errors]).toEqual([]);
    expect(measured.latencies).toHaveLength(50);

    await triton.load('story', '', 'story');
    for (const isStream of [false, true]) {
      const loopback = await triton.startGenerateEndpoint('story', isStream ? 'generate_stream' : 'generate');
      const story = LoadTarget.of(loopback.url);
      const generate = (parameters: object): Promise<number[]> => {
        const body = Buffer.from(JSON.stringify({ prompt: 'Count', parameters }));
        return story.send({ body, contentType: 'application/json', isStream });
      };
      expect(await generate({ words: isStream ? 3 : 1 })).toHaveLength(isStream ? 3 : 0);
      // Triton sends these errors with status 200.
      const error = isStream ? 'the cache is full' : 'expects model to produce exactly 1 response';
      await expect(generate({ words: 2, break: true })).rejects.toThrow(error);
      story.close();
      loopback.close();
    }
  } finally {
    await triton.stop();
  }
});

test('the command sends warm-up requests and load, and exits with 1 if the objective is not met', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (body) => bodies.push(String(body))).on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const csv = fileWith('');
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const args = [url, '--request', fileWith(JSON.stringify(REQUEST)), '--rate', '500', '--requests', '10', '--csv', csv];
  const before = process.exitCode;
  try {
    const assembly = path.dirname(csv);
    const measurementOptions = ['--objective', '600000', '--assembly', assembly, '--endpoint', 'bert'];
    await loadCommand().parseAsync([...args, ...measurementOptions], { from: 'user' });
    expect(readMeasurements(assembly)).toEqual([
      expect.objectContaining({
        endpointName: 'bert',
        variantName: 'AllTraffic',
        source: 'load run, 500 requests per second',
      }),
    ]);
    expect(readMeasurements(assembly)[0].requests).toHaveLength(10);
    expect(process.exitCode).toBe(0);
    expect(bodies).toHaveLength(15);
    expect(JSON.parse(bodies[0])).toEqual(REQUEST);
    expect(fs.readFileSync(csv, 'utf8')).toMatch(/^Request Rate,.*\n[\d.]+,/);
    await loadCommand().parseAsync([...args, '--objective', '0.000001'], { from: 'user' });
    expect(process.exitCode).toBe(1);
  } finally {
    process.exitCode = before;
    log.mockRestore();
    server.closeAllConnections();
    server.close();
  }
});
