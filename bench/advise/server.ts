import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendToServer } from '../../cli/local/server-request';
import { TritonProcess } from '../../cli/local/triton-process';
import { startLocalServer } from '../local-server';
import { Load } from './loads';
import { configText } from './model-config';

const METRICS_PORT = 23_000;
const METRICS_MODEL = 'metrics';
const RETRIED = ['ECONNRESET', 'EAGAIN', 'EPIPE'];
const RETRY_MILLISECONDS = 5;

/** A Triton server on this host with a model for each setting of a load. It stands for an instance of the endpoint. */
export class Server {
  public static async start(load: Load): Promise<Server> {
    const environment = {
      SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: METRICS_MODEL,
      SAGEMAKER_TRITON_ALLOW_METRICS: 'true',
      SAGEMAKER_TRITON_METRICS_PORT: String(METRICS_PORT),
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: load.settings.map(({ name }) => `--load-model=${name}`).join(' '),
    };
    const { workFolder, triton } = await startLocalServer('advise', environment, (repository) => {
      fs.cpSync(path.join(__dirname, METRICS_MODEL), path.join(repository, METRICS_MODEL), { recursive: true });
      for (const setting of load.settings) {
        const folder = path.join(repository, setting.name);
        fs.cpSync(path.join(__dirname, 'model'), folder, { recursive: true });
        fs.writeFileSync(path.join(folder, 'config.pbtxt'), configText(load, setting));
      }
    });
    return new Server(workFolder, triton);
  }

  private readonly agent = new http.Agent({ keepAlive: true });

  private constructor(
    private readonly workFolder: string,
    private readonly triton: TritonProcess,
  ) {}

  /** Sends a request to the model of a setting. */
  public async invoke(setting: string, batch = 1): Promise<void> {
    await this.infer(setting, { name: 'INPUT', shape: [batch, 1], data: new Array<number>(batch).fill(0) });
  }

  /** The Prometheus metrics of the server. */
  public async metrics(): Promise<string> {
    const { outputs } = (await this.infer(METRICS_MODEL, { name: 'PORT', shape: [1], data: [METRICS_PORT] })) as {
      outputs: { data: string[] }[];
    };
    return outputs[0].data[0];
  }

  public async stop(): Promise<void> {
    this.agent.destroy();
    await this.triton.stop();
    fs.rmSync(this.workFolder, { recursive: true, force: true });
  }

  private async infer(model: string, input: { name: string; shape: number[]; data: number[] }): Promise<unknown> {
    const request = {
      method: 'POST',
      path: `/v2/models/${model}/infer`,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ inputs: [{ ...input, datatype: 'INT32' }] })),
    };
    for (;;) {
      try {
        const { status, body } = await sendToServer(this.triton.http, this.agent, request);
        if (status !== 200) throw new Error(body.toString());
        return JSON.parse(body.toString());
      } catch (error) {
        // The server can close an idle connection while a request is sent to it, and a busy host can reject a connection.
        if (!RETRIED.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
        await sleep(RETRY_MILLISECONDS);
      }
    }
  }
}
