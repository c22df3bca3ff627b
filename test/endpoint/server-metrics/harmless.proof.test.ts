import { once } from 'node:events';
import { AddressInfo, createServer, Socket } from 'node:net';
import { configuration, echo, PYTHON } from './models';
import { EXPORTER, RealServer, sendMany, ServerOptions } from './real-server';
import { eventually } from '../../setup/eventually';
import { RUNS_ALL } from '../../setup/proof';

// Whatever happens to the metrics exporter, a real server responds to requests and pings as without it, and ends when it is stopped.

const FILES = { 'echo/config.pbtxt': configuration(...PYTHON), 'echo/1/model.py': echo() };
/** A model that fills the pipe of standard output, and does not wait until the pipe has space again. */
const FILLING = {
  'filling/config.pbtxt': configuration(...PYTHON),
  'filling/1/model.py': `import os\n${echo('fill()')}\n
def fill():
    pipe = os.open("/proc/self/fd/1", os.O_WRONLY | os.O_NONBLOCK)
    try:
        while True:
            os.write(pipe, b"x" * 1024)
    except BlockingIOError:
        os.close(pipe)
`,
};

let server: RealServer;
const start = async (options: Partial<ServerOptions> = {}): Promise<void> => {
  server = await RealServer.start({ files: FILES, defaultModel: 'echo', exporter: true, ...options });
};
/** The statuses of the responses to requests and to a ping. */
const statuses = async (): Promise<number[]> => {
  const responses = await sendMany(300, 4, (index) => server.invoke(index));
  return [...new Set([...responses.map(({ status }) => status), await server.ping()])];
};
afterEach(() => server.stop());

test('the process of the exporter is killed', async () => {
  await start();
  process.kill(server.stubOf(EXPORTER), 'SIGKILL');
  expect(await statuses()).toEqual([200]);
});

if (RUNS_ALL)
  test('the process of the exporter is stopped', async () => {
    await start();
    process.kill(server.stubOf(EXPORTER), 'SIGSTOP');
    expect(await statuses()).toEqual([200]);
  });

test('the exporter cannot be imported', async () => {
  await start({ files: { ...FILES, [`${EXPORTER}/1/publisher.py`]: 'class' } });
  await eventually(() => expect(server.log).toContain('metrics exporter: not started: SyntaxError'));
  expect(await statuses()).toEqual([200]);
});

if (RUNS_ALL)
  test('the metrics port does not respond', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined))).listen(
      0,
      '127.0.0.1',
    );
    await once(silent, 'listening');
    try {
      await start({ scrapedPort: (silent.address() as AddressInfo).port });
      expect(await statuses()).toEqual([200]);
      await eventually(() => expect(sockets).not.toEqual([]));
    } finally {
      sockets.forEach((socket) => socket.destroy());
      silent.close();
    }
  });

if (RUNS_ALL)
  test('the exporter receives requests', async () => {
    await start();
    const body = JSON.stringify({ inputs: [{ name: 'unused', datatype: 'BOOL', shape: [1], data: [true] }] });
    const responses = await sendMany(20, 4, () => server.infer(EXPORTER, 1, body));
    const message = JSON.stringify({ error: 'the metrics exporter serves no requests' });
    expect(new Set(responses.map((response) => response.body))).toEqual(new Set([message]));
    expect(await statuses()).toEqual([200]);
  });

if (RUNS_ALL)
  test('the configuration is loaded without automatic completion', async () => {
    await start({ args: ['--disable-auto-complete-config'] });
    expect(await statuses()).toEqual([200]);
  });

// Without the exporter, the server also does not end while the pipe is full, because it prints that it received a signal.
if (RUNS_ALL)
  test('nothing reads standard output, and its pipe is full', async () => {
    await start({ files: { ...FILES, ...FILLING }, load: ['filling'] });
    server.readOutput(false);
    // This process still reads some of the first bytes.
    const responses = await sendMany(10, 1, () => server.infer('filling', 1));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await statuses()).toEqual([200]);
    server.readOutput(true);
  });
