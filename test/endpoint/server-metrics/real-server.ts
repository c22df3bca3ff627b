import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import { Socket } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import getPort from 'get-port';
import { inspectInterpreter } from '../../../cli/local/interpreter';
import { serveArguments } from '../../../cli/local/serve-arguments';
import { createPythonBackend } from '../../../cli/local/wheel-backends';
import { findInstallation } from '../../oracle/server/installation';
import { ListeningPort, listeningPorts } from '../../oracle/server/listening-ports';
import { eventually } from '../../setup/eventually';
import { EmfDocument, parseEmf } from './emf';

export const EXPORTER_FOLDER = path.join(__dirname, '../../../lib/endpoint/server-metrics/exporter');
export const EXPORTER = 'cdk_sagemaker_triton_metrics';

/** The ports of the server. */
interface Ports {
  readonly sagemaker: number;
  readonly http: number;
  readonly metrics: number;
}

/** The end of Triton's error message for a port that a different process uses. */
const PORT_IN_USE = 'already in use';

/** Timeout for the server to stop. It only ends tests that hang. */
const TIMEOUT_MILLISECONDS = 600_000;

export interface ServerOptions {
  /** Contents of the files of the model repository, by path. */
  readonly files: Record<string, string | Buffer>;
  readonly defaultModel: string;
  /** Further models to load. */
  readonly load?: string[];
  /** Whether the server loads the metrics exporter. */
  readonly exporter: boolean;
  readonly args?: string[];
  /** The port that the exporter reads, if it is not the port of the server. */
  readonly scrapedPort?: number;
}

export interface Response {
  readonly status: number;
  readonly body: string;
  readonly milliseconds: number;
}

/** A Triton server that is started with the arguments of SageMaker's start script. Its standard output is a pipe, as in a container. */
export class RealServer {
  public static async start(options: ServerOptions): Promise<RealServer> {
    for (;;) {
      const server = new RealServer(createFolder(options), await getPort(), options);
      if (await server.waitUntilReady()) return server;
      await server.stop();
    }
  }

  /** Standard error. */
  public log = '';
  /** Standard output. */
  public output = '';
  /** Time from the start of the process until `/ping` returns 200. */
  public readyMilliseconds = NaN;
  private readonly child: ChildProcess;
  private readonly stdout: Socket;
  private readonly agent = new http.Agent({ keepAlive: true });

  private ports: Ports = { sagemaker: NaN, http: NaN, metrics: NaN };
  private readonly outputEnded: Promise<unknown>;

  /**
   * @param metricsPort the port of the metrics, which the exporter receives before the server opens it. The server chooses the other ports
   */
  private constructor(
    private readonly folder: string,
    private readonly metricsPort: number,
    options: ServerOptions,
  ) {
    const { python, tritonserver, libraries } = findInstallation();
    const interpreter = inspectInterpreter(python);
    const installation = path.join(tritonserver, '../..');
    const backends = path.join(folder, 'backends');
    createPythonBackend(backends, installation, interpreter);
    const loaded = [...(options.load ?? []), ...(options.exporter ? [EXPORTER] : [])];
    const additionalArguments = [
      ...loaded.map((name) => `--load-model=${name}`),
      '--allow-gpu-metrics=false',
      ...(options.args ?? []),
    ];
    const environment = {
      SAGEMAKER_BIND_TO_PORT: '0',
      SAGEMAKER_TRITON_ALLOW_METRICS: 'true',
      SAGEMAKER_TRITON_METRICS_PORT: String(metricsPort),
      SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: options.defaultModel,
      SAGEMAKER_TRITON_LOG_VERBOSE: 'false',
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: additionalArguments.join(' '),
      SERVER_METRICS_ENDPOINT_NAME: 'vision',
      SERVER_METRICS_VARIANT_NAME: 'AllTraffic',
      SERVER_METRICS_PORT: String(options.scrapedPort ?? metricsPort),
    };
    const args = [
      ...serveArguments(environment, path.join(folder, 'model')),
      `--backend-directory=${backends}`,
      `--backend-config=python,shm-region-prefix-name=${path.basename(folder)}-`,
      `--cache-directory=${path.join(installation, 'caches')}`,
      ...['--allow-http=true', '--http-address=127.0.0.1', '--http-port=0'],
    ];
    // Node.js would connect the output of a child process to a socket instead of a pipe.
    const fifo = path.join(folder, 'stdout');
    execFileSync('mkfifo', [fifo]);
    this.stdout = new Socket({
      fd: fs.openSync(fifo, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK),
      writable: false,
    });
    const stdoutOfServer = fs.openSync(fifo, 'w');
    this.child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', tritonserver, ...args], {
      stdio: ['ignore', stdoutOfServer, 'pipe'],
      env: {
        ...process.env,
        ...environment,
        PATH: `${interpreter.bin}:${process.env.PATH}`,
        LD_LIBRARY_PATH: libraries,
      },
    });
    fs.closeSync(stdoutOfServer);
    this.stdout.on('data', (chunk) => (this.output += chunk));
    this.child.stderr?.on('data', (chunk) => (this.log += chunk));
    this.outputEnded = Promise.all([once(this.stdout, 'end'), once(this.child, 'close')]);
  }

  /** Stops or continues to read standard output, so that its pipe becomes full. */
  public readOutput(enabled: boolean): void {
    if (enabled) this.stdout.resume();
    else this.stdout.pause();
  }

  public ping(): Promise<number> {
    return this.send(this.ports.sagemaker, 'GET', '/ping').then(({ status }) => status);
  }

  /** Sends a request with one number to the default model. */
  public invoke(value: number): Promise<Response> {
    return this.send(this.ports.sagemaker, 'POST', '/invocations', requestBody(value));
  }

  /** Sends a request with one number, or with other inputs, to a model. */
  public infer(model: string, value: number, body = requestBody(value)): Promise<Response> {
    return this.send(this.ports.http, 'POST', `/v2/models/${model}/infer`, body);
  }

  /** The server's own metrics that match the pattern, by their name and labels. */
  public async metrics(pattern: RegExp): Promise<Map<string, number>> {
    const { body } = await this.send(this.ports.metrics, 'GET', '/metrics');
    const lines = body.split('\n').filter((line) => !line.startsWith('#') && pattern.test(line));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    );
  }

  /** Lines of the standard output that can be documents. */
  public documents(): EmfDocument[] {
    return this.output
      .split('\n')
      .filter((line) => line.includes('_aws'))
      .map(parseEmf);
  }

  /** The ID of the process of a Python model. */
  public stubOf(model: string): number {
    const [stub] = this.processesOf(path.join('model', model, '1', 'model.py'));
    if (stub === undefined) throw new Error(`${model} has no process`);
    return stub;
  }

  /** Stops the server, as the container does. Returns the time until its process ended. */
  public async stop(): Promise<number> {
    this.agent.destroy();
    const started = performance.now();
    if (!this.hasEnded) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      const timer = setTimeout(() => this.child.kill('SIGKILL'), TIMEOUT_MILLISECONDS);
      await ended;
      clearTimeout(timer);
    }
    const milliseconds = performance.now() - started;
    // The processes of the models end when the server has ended, unless a test has stopped them.
    for (const stub of this.processesOf('model')) continueProcess(stub);
    this.stdout.resume();
    await this.outputEnded;
    this.stdout.destroy();
    fs.rmSync(this.folder, { recursive: true, force: true });
    return milliseconds;
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** The IDs of the processes whose first argument is a path in the folder of this server. */
  private processesOf(pathInFolder: string): number[] {
    const argument = path.join(this.folder, pathInFolder);
    const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => {
      try {
        const [, file = ''] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return file === argument || file.startsWith(`${argument}/`);
      } catch {
        return false; // the process has ended
      }
    });
  }

  /**
   * Waits until all ports are open and `/ping` returns 200. Returns false if a different process has bound the port of the metrics before the
   * server.
   */
  private async waitUntilReady(): Promise<boolean> {
    const started = performance.now();
    await eventually(async () => {
      if (this.hasEnded) return;
      this.ports = this.openPorts();
      if ((await this.ping()) !== 200) throw new Error('the server is not ready');
    });
    if (this.hasEnded) {
      await this.outputEnded;
      if (this.log.includes(PORT_IN_USE)) return false;
      await this.stop();
      throw new Error(`the server did not start:\n${this.log}`);
    }
    this.readyMilliseconds = performance.now() - started;
    return true;
  }

  /** Finds the open ports by their addresses. Throws if a port is not open yet. */
  private openPorts(): Ports {
    const open = listeningPorts(this.child.pid ?? NaN);
    const { port: metrics } = find(open, ({ port }) => port === this.metricsPort);
    const { port: sagemaker } = find(open, ({ address }) => address === '0.0.0.0');
    const { port: http } = find(open, ({ address, port }) => address === '127.0.0.1' && port !== metrics);
    return { sagemaker, http, metrics };
  }

  private send(port: number, method: string, requestPath: string, body?: string): Promise<Response> {
    const started = performance.now();
    const headers = { 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, method, path: requestPath, agent: this.agent, headers };
      const request = http.request(options, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk)).on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: text, milliseconds: performance.now() - started }),
        );
      });
      request.on('error', reject).end(body);
    });
  }
}

/** Creates a folder with the model repository. */
function createFolder({ files, exporter }: ServerOptions): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'metrics-'));
  const repository = path.join(folder, 'model');
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(repository, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  // Files of the test replace those of the exporter.
  if (exporter) fs.cpSync(EXPORTER_FOLDER, path.join(repository, EXPORTER), { recursive: true, force: false });
  return folder;
}

function find(ports: ListeningPort[], condition: (port: ListeningPort) => boolean): ListeningPort {
  const found = ports.find(condition);
  if (!found) throw new Error('the server is not ready');
  return found;
}

/** Sends requests from concurrent clients, each of which waits for the response before the next request. */
export async function sendMany(
  count: number,
  clients: number,
  send: (index: number) => Promise<Response>,
): Promise<Response[]> {
  const responses: Response[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) responses.push(await send(next++));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return responses;
}

function requestBody(value: number): string {
  return JSON.stringify({ inputs: [{ name: 'x', datatype: 'FP32', shape: [1, 1], data: [value] }] });
}

function continueProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // The process has ended.
  }
}
