import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findInstallation } from './installation';
import { listeningPorts } from './listening-ports';

/** Timeout for the server to start, respond or write its log. It only ends tests that hang, so it is longer than any wait on a busy host. */
const TIMEOUT_MILLISECONDS = 600_000;

export interface TritonServerOptions {
  readonly modelRepository: string;
  readonly backendDirectory: string;
  /** Library that simulates GPUs. */
  readonly gpuLibrary: string;
  readonly gpuCount: number;
}

/** Result of loading a model. */
export interface LoadResult {
  readonly loaded: boolean;
  /** Error message. The message is empty if the model was loaded. */
  readonly message: string;
  /** Whether the server crashed, so that it must be restarted. */
  readonly crashed?: boolean;
}

/** A tritonserver process with explicit loading of models. */
export class TritonServer {
  public static async start(options: TritonServerOptions): Promise<TritonServer> {
    const { tritonserver, libraries } = findInstallation();
    const args = [
      `--model-repository=${options.modelRepository}`,
      `--backend-directory=${options.backendDirectory}`,
      '--model-control-mode=explicit',
      '--http-address=127.0.0.1',
      '--http-port=0',
      '--allow-grpc=false',
      '--allow-metrics=false',
      '--log-info=false',
      '--log-warning=false',
      '--exit-timeout-secs=0',
    ];
    // If this process is killed, the kernel stops the server.
    const child = spawn('setpriv', ['--pdeathsig', 'INT', '--', tritonserver, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        LD_LIBRARY_PATH: libraries,
        LD_PRELOAD: options.gpuLibrary,
        PRETEND_GPUS: String(options.gpuCount),
      },
    });
    const server = new TritonServer(child);
    await server.waitUntilReady();
    return server;
  }

  private readonly log: string[] = [];
  private endReason?: string;
  private url = '';

  private constructor(private readonly child: ChildProcess) {
    child.once('error', (error) => (this.endReason = `cannot be started: ${error}`));
    child.once('close', (code, signal) => (this.endReason ??= `ended with ${signal ?? `code ${code}`}`));
    if (child.stderr) {
      createInterface(child.stderr).on('line', (line) => this.log.push(line));
    }
  }

  public async load(model: string): Promise<LoadResult> {
    this.log.length = 0;
    let body: string;
    try {
      const response = await fetch(`${this.url}/repository/models/${encodeURIComponent(model)}/load`, {
        method: 'POST',
        body: '{}',
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      body = await response.text();
      if (response.ok) {
        return { loaded: true, message: '' };
      }
    } catch (error) {
      // A server that does not respond in time is not a result, because then the result would depend on the speed of the host.
      if ((error as Error).name === 'TimeoutError') throw error;
      await this.stop();
      const reason = this.log.map((line) => /what\(\): +(.*)/.exec(line)?.[1]).find(Boolean);
      return {
        loaded: false,
        message: `the server crashed: ${reason ?? this.endReason ?? error}`,
        crashed: true,
      };
    }
    const { error } = JSON.parse(body) as { error: string };
    const isOnlyInLog = error.endsWith('failed to poll from model repository');
    return { loaded: false, message: isOnlyInLog ? await this.pollFailure(model) : error };
  }

  public async stop(): Promise<void> {
    if (this.endReason) {
      return;
    }
    const closed = once(this.child, 'close');
    // With SIGINT, the server sometimes never ends: it waits for a lock while it unloads its models.
    this.child.kill('SIGKILL');
    await closed;
  }

  /** Finds an error in a model's files, which the server prints only in its log. */
  private async pollFailure(model: string): Promise<string> {
    const prefix = `Poll failed for model directory '${model}': `;
    const line = await this.waitFor(() => this.log.find((entry) => entry.includes(prefix)), `log line "${prefix}"`);
    const syntaxError = this.log.map((entry) => /Error parsing text-format .*/.exec(entry)?.[0]).find(Boolean);
    return syntaxError ?? line.slice(line.indexOf(prefix) + prefix.length).replace(/"$/, '');
  }

  private async waitUntilReady(): Promise<void> {
    const { pid = NaN } = this.child;
    const { port } = await this.waitFor(() => listeningPorts(pid)[0], 'a server that listens');
    this.url = `http://127.0.0.1:${port}/v2`;
    const isReady = () =>
      fetch(`${this.url}/health/ready`).then(
        (response) => response.ok,
        () => false,
      );
    await this.waitFor(isReady, 'a server that is ready');
  }

  private async waitFor<T>(condition: () => T | Promise<T>, description: string): Promise<NonNullable<T>> {
    for (const deadline = Date.now() + TIMEOUT_MILLISECONDS; Date.now() < deadline && !this.endReason; await sleep(5)) {
      const result = await condition();
      if (result) {
        return result;
      }
    }
    throw new Error(
      `timed out waiting for ${description}; the server ${this.endReason ?? 'is running'}; its log:\n${this.log.join('\n')}`,
    );
  }
}
