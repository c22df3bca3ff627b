import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { ServiceTime } from '../../lib/measurements';
import { sendToServer } from '../../cli/local/server-request';
import { TritonProcess } from '../../cli/local/triton-process';
import { startLocalServer } from '../local-server';

const MODEL = path.join(__dirname, 'model');

interface Duration {
  readonly count: number;
  readonly ns: number;
}

interface BatchStatistics {
  readonly batch_size: number;
  readonly compute_input: Duration;
  readonly compute_infer: Duration;
  readonly compute_output: Duration;
}

/** A Triton server on this host. It stands for an instance of the fleet. */
export class Server {
  public static async start(): Promise<Server> {
    const environment = { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'sleep' };
    const { workFolder, triton } = await startLocalServer('fleet', environment, (repository) =>
      fs.cpSync(MODEL, path.join(repository, 'sleep'), { recursive: true }),
    );
    return new Server(workFolder, triton);
  }

  private readonly agent = new http.Agent({ keepAlive: true });

  private constructor(
    private readonly workFolder: string,
    private readonly triton: TritonProcess,
  ) {}

  /** Sends a request to the model. */
  public async invoke(batch = 1): Promise<void> {
    const input = { name: 'INPUT', datatype: 'INT32', shape: [batch, 1], data: new Array<number>(batch).fill(0) };
    const { status, body } = await sendToServer(this.triton.address, this.agent, {
      method: 'POST',
      path: '/invocations',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ inputs: [input] })),
    });
    if (status !== 200) throw new Error(body.toString());
  }

  /** The mean execution time of each batch size, from the statistics of the server. */
  public async executionTimes(): Promise<ServiceTime[]> {
    const address = this.triton.http;
    const { body } = await sendToServer(address, this.agent, { method: 'GET', path: '/v2/models/sleep/stats' });
    const { model_stats: models } = JSON.parse(body.toString()) as {
      model_stats: { batch_stats: BatchStatistics[] }[];
    };
    return models[0].batch_stats
      .map(({ batch_size, compute_input, compute_infer, compute_output }) => ({
        batch: batch_size,
        milliseconds: (compute_input.ns + compute_infer.ns + compute_output.ns) / compute_infer.count / 1e6,
      }))
      .sort((a, b) => a.batch - b.batch);
  }

  public async stop(): Promise<void> {
    this.agent.destroy();
    await this.triton.stop();
    fs.rmSync(this.workFolder, { recursive: true, force: true });
  }
}
