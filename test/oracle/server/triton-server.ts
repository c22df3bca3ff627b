import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findInstallation } from './installation';

/** How long the server may take to start, to answer, to write its log, or to stop, before it counts as hanging. */
const PATIENCE_MILLISECONDS = 180_000;

export interface TritonServerOptions {
  readonly modelRepository: string;
  readonly backendDirectory: string;
  /** Library that pretends GPUs. */
  readonly gpuLibrary: string;
  readonly gpus: number;
}

/** What the server said when asked to load a model. */
export interface LoadAnswer {
  readonly loaded: boolean;
  /** The reason, empty when it was loaded. */
  readonly message: string;
  /** Whether the server crashed or never answered, and is of no use any more. */
  readonly crashed?: boolean;
}

/** One tritonserver process that loads the models it is told to. */
export class TritonServer {
  public static async start(options: TritonServerOptions): Promise<TritonServer> {
    const { tritonserver, libraries } = findInstallation();
    const port = await freePort();
    const args = [
      `--model-repository=${options.modelRepository}`,
      `--backend-directory=${options.backendDirectory}`,
      '--model-control-mode=explicit',
      '--http-address=127.0.0.1',
      `--http-port=${port}`,
      '--allow-grpc=false',
      '--allow-metrics=false',
      '--log-info=false',
      '--log-warning=false',
      '--exit-timeout-secs=0',
    ];
    // Should this process die without stopping the server, the kernel stops it.
    const child = spawn('setpriv', ['--pdeathsig', 'INT', '--', tritonserver, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        LD_LIBRARY_PATH: libraries,
        LD_PRELOAD: options.gpuLibrary,
        PRETEND_GPUS: String(options.gpus),
      },
    });
    const server = new TritonServer(child, `http://127.0.0.1:${port}/v2`);
    await server.untilReady();
    return server;
  }

  private readonly log: string[] = [];
  private end?: string;

  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
  ) {
    child.once('error', (error) => (this.end = `cannot be started: ${error}`));
    child.once('close', (code, signal) => (this.end ??= `ended with ${signal ?? `code ${code}`}`));
    if (child.stderr) {
      createInterface(child.stderr).on('line', (line) => this.log.push(line));
    }
  }

  public async load(model: string): Promise<LoadAnswer> {
    this.log.length = 0;
    let body: string;
    try {
      const response = await fetch(`${this.url}/repository/models/${encodeURIComponent(model)}/load`, {
        method: 'POST',
        body: '{}',
        signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
      });
      body = await response.text();
      if (response.ok) {
        return { loaded: true, message: '' };
      }
    } catch (error) {
      await this.stop();
      const reason = this.log.map((line) => /what\(\): +(.*)/.exec(line)?.[1]).find(Boolean);
      return { loaded: false, message: `the server crashed or hung: ${reason ?? this.end ?? error}`, crashed: true };
    }
    const { error } = JSON.parse(body) as { error: string };
    const hidden = error.endsWith('failed to poll from model repository');
    return { loaded: false, message: hidden ? await this.pollFailure(model) : error };
  }

  public async stop(): Promise<void> {
    if (this.end) {
      return;
    }
    const closed = once(this.child, 'close');
    this.child.kill('SIGINT');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE_MILLISECONDS);
    await closed;
    clearTimeout(timer);
  }

  /** What is wrong with a model's files goes to the log alone. */
  private async pollFailure(model: string): Promise<string> {
    const prefix = `Poll failed for model directory '${model}': `;
    const line = await this.until(() => this.log.find((entry) => entry.includes(prefix)), `log line "${prefix}"`);
    const syntaxError = this.log.map((entry) => /Error parsing text-format .*/.exec(entry)?.[0]).find(Boolean);
    return syntaxError ?? line.slice(line.indexOf(prefix) + prefix.length).replace(/"$/, '');
  }

  private async untilReady(): Promise<void> {
    const ready = () =>
      fetch(`${this.url}/health/ready`).then(
        (response) => response.ok,
        () => false,
      );
    await this.until(ready, 'a server that is ready');
  }

  private async until<T>(condition: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
    for (const end = Date.now() + PATIENCE_MILLISECONDS; Date.now() < end && !this.end; await sleep(5)) {
      const result = await condition();
      if (result) {
        return result;
      }
    }
    throw new Error(`waited in vain for ${what}; the server ${this.end ?? 'runs'} and said:\n${this.log.join('\n')}`);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
