import * as fs from 'node:fs';
import * as path from 'node:path';
import { eventually } from '../../setup/eventually';
import { EmfDocument } from './emf';
import { caller, configuration, echo, ensemble, PYTHON } from './models';
import { EXPORTER, EXPORTER_FOLDER, RealServer, sendMany, ServerOptions } from './real-server';
import { RUNS_ALL } from '../../setup/proof';

// On a real server, the sums of the exporter's documents are the differences of the server's own counters.

/**
 * The exporter's program without its dependence on the speed of the host: it has much time to publish the last minute, and reads the metrics
 * for the first time before the server opens its ports. The program also prints the begin and the end of each reading.
 */
const PROGRAM = fs.readFileSync(path.join(EXPORTER_FOLDER, '1/publisher.py'), 'utf8');
if (!/^STOP_SECONDS = /m.test(PROGRAM)) throw new Error('the program has no STOP_SECONDS');
const PUBLISHER = `${PROGRAM.replace(/^STOP_SECONDS = .*/m, 'STOP_SECONDS = 600')}

class PrintingPublisher(Publisher):
    def start(self):
        self.attempt(self.step)
        super().start()

    def step(self):
        print("reading begins", file=sys.stderr, flush=True)
        try:
            super().step()
        finally:
            print("reading ends", file=sys.stderr, flush=True)

Publisher = PrintingPublisher
`;

/** Waits until the exporter has read all requests. The first reading can have begun before the last response. */
async function waitForReadings(server: RealServer): Promise<void> {
  const { length } = server.log;
  await eventually(() => expect(server.log.slice(length)).toMatch(/(reading begins[^]*?reading ends[^]*?){2}/));
}

const COUNTERS: Record<string, RegExp> = {
  SuccessfulRequests: /^nv_inference_request_success/,
  FailedRequests: /^nv_inference_request_failure/,
  Inferences: /^nv_inference_count/,
  Executions: /^nv_inference_exec_count/,
  QueueDuration: /^nv_inference_queue_duration_us/,
  ComputeDuration: /^nv_inference_compute_(input|infer|output)_duration_us/,
};

interface Sums {
  readonly documents: Record<string, Record<string, number>>;
  readonly server: Record<string, Record<string, number>>;
  readonly variant: Record<string, number>;
  readonly all: EmfDocument[];
}

/** Starts a server, sends requests, and returns the sums of the documents by model, and the sums of the server's counters by model. */
async function measure(
  options: Omit<ServerOptions, 'exporter'>,
  load: (server: RealServer) => Promise<void>,
): Promise<Sums> {
  const files = { ...options.files, [`${EXPORTER}/1/publisher.py`]: PUBLISHER };
  const server = await RealServer.start({ ...options, files, exporter: true });
  let counters: Map<string, number>;
  try {
    await load(server);
    await waitForReadings(server);
    counters = await server.metrics(/^nv_/);
  } finally {
    await server.stop();
  }
  const all = server.documents();
  const documents: Sums['documents'] = {};
  for (const { dimensions, metrics } of all) {
    for (const [name, value] of Object.entries(metrics)) {
      if (!Array.isArray(value)) add((documents[dimensions.ModelName ?? ''] ??= {}), name, value);
    }
  }
  const sums: Sums['server'] = {};
  for (const [row, value] of counters) {
    const model = /model="([^"]*)"/.exec(row)?.[1];
    const metric = Object.keys(COUNTERS).find((name) => COUNTERS[name].test(row));
    if (model === undefined || model === EXPORTER || !metric) continue;
    add((sums[model] ??= {}), metric, metric.endsWith('Duration') ? value / 1000 : value);
  }
  const { '': variant, ...models } = documents;
  return { documents: models, server: sums, variant, all };
}

function add(sums: Record<string, number>, name: string, value: number): void {
  sums[name] = Math.round(((sums[name] ?? 0) + value) * 1000) / 1000;
}

const total = (models: Record<string, number>[], name: string): number =>
  Math.round(models.reduce((sum, model) => sum + model[name], 0) * 1000) / 1000;

if (RUNS_ALL)
  test('of a model with dynamic batching, next to a model that prints without line breaks', async () => {
    let requests = NaN;
    const noise = `sys.stdout.write("noise " * 3000)`;
    const { documents, server, variant, all } = await measure(
      {
        files: {
          'echo/config.pbtxt': configuration(...PYTHON, 'dynamic_batching { max_queue_delay_microseconds: 5000 }'),
          'echo/1/model.py': echo(noise),
        },
        defaultModel: 'echo',
      },
      async (started) => {
        const responses = await sendMany(2000, 16, (index) => started.invoke(index));
        // The model prints until the end of the minute, when the exporter writes documents.
        while (started.documents().length === 0) responses.push(await started.invoke(0));
        expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
        requests = responses.length;
      },
    );
    expect(documents).toEqual(server);
    expect(documents.echo.SuccessfulRequests).toBe(requests);
    expect(documents.echo.Executions).toBeLessThan(requests);
    expect(variant).toEqual({
      SuccessfulRequests: requests,
      QueueDuration: server.echo.QueueDuration,
      ComputeDuration: server.echo.ComputeDuration,
    });
    expect(all[0].metrics.PinnedMemoryUtilization).toEqual(expect.arrayContaining([0]));
  });

test('of an ensemble with versions of a model and a model that calls a different model', async () => {
  const { documents, server, variant } = await measure(
    {
      files: {
        'pipeline/config.pbtxt': ensemble(['echo', 1], ['echo', 3], ['caller', -1]),
        'pipeline/1/.keep': '',
        'echo/config.pbtxt': configuration(...PYTHON, 'version_policy: { all { } }'),
        'echo/1/model.py': echo('time.sleep(0.002)'),
        'echo/3/model.py': echo(),
        'caller/config.pbtxt': configuration(...PYTHON),
        'caller/1/model.py': caller('called'),
        'called/config.pbtxt': configuration(...PYTHON),
        'called/1/model.py': echo('time.sleep(0.002)'),
      },
      defaultModel: 'pipeline',
      load: ['called'],
    },
    async (started) => {
      const responses = await sendMany(300, 8, (index) => started.invoke(index));
      expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    },
  );
  expect(documents).toEqual(server);
  expect(documents.echo.SuccessfulRequests).toBe(600);
  expect(documents.called.SuccessfulRequests).toBe(300);
  expect(variant.SuccessfulRequests).toBe(300);
  const { pipeline, echo: echoes, caller: calling } = server;
  const steps = [echoes, calling];
  // The server adds the durations of the steps to those of the ensemble, with the precision of a microsecond for each request.
  expect(pipeline.ComputeDuration / total(steps, 'ComputeDuration')).toBeCloseTo(1, 2);
  expect(variant.ComputeDuration).toBe(pipeline.ComputeDuration);
  expect(variant.QueueDuration).toBeCloseTo(total(Object.values(server), 'QueueDuration'), 2);
});

if (RUNS_ALL)
  test('of failing requests', async () => {
    let completed = NaN;
    const { documents, server } = await measure(
      {
        files: {
          'echo/config.pbtxt': configuration(...PYTHON),
          'echo/1/model.py': echo(),
          'raising/config.pbtxt': configuration(...PYTHON),
          'raising/1/model.py': echo('raise ValueError("raised")'),
          'rejecting/config.pbtxt': configuration(
            ...PYTHON,
            'dynamic_batching { default_queue_policy { max_queue_size: 1 } }',
          ),
          'rejecting/1/model.py': echo('time.sleep(0.05)'),
        },
        defaultModel: 'echo',
        load: ['raising', 'rejecting'],
      },
      async (started) => {
        for (const model of ['echo', 'raising']) {
          const responses = await sendMany(20, 2, () => started.infer(model, -1));
          expect(responses.filter(({ status }) => status === 200)).toEqual([]);
        }
        const responses = await sendMany(40, 20, () => started.infer('rejecting', 1));
        completed = responses.filter(({ status }) => status === 200).length;
      },
    );
    expect(documents).toEqual(server);
    // The server counts a response of a Python model that is an error as successful, and does not count requests that it rejects.
    const counts = Object.entries(documents).map(([model, sums]) => [
      model,
      sums.SuccessfulRequests,
      sums.FailedRequests,
    ]);
    expect(counts).toEqual([
      ['echo', 20, 0],
      ['raising', 0, 20],
      ['rejecting', completed, 0],
    ]);
  });
