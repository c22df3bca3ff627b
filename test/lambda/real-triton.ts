import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as os from 'node:os';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import { AssemblyAssets } from '../../cli/assembly/assets';
import { AwsLoopback } from '../../cli/local/aws-loopback';
import { generateRoute } from '../../cli/local/serve-arguments';
import { Address, TritonProcess } from '../../cli/local/triton-process';
import { WheelRuntime } from '../../cli/local/wheel-runtime';
import { writeEnsemble } from './ensemble';

const START_TIMEOUT_SECONDS = 600;

/** A Triton server behind a local server that implements SageMaker's API. The default model is `probe`. */
export class RealTriton {
  /** @param folder the model's folder in a model repository */
  public static async start(folder = path.join(__dirname, 'probe')): Promise<RealTriton> {
    const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'triton-test-'));
    const repository = path.join(workFolder, 'model');
    const model = path.basename(folder);
    fs.cpSync(folder, path.join(repository, model), { recursive: true });
    const variant = {
      stackName: 'test',
      endpointName: 'vision',
      variantName: 'AllTraffic',
      image: 'sagemaker-tritonserver:24.10-py3',
      environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: model, SAGEMAKER_TRITON_LOG_VERBOSE: 'false' },
      modelDataUri: 's3://nowhere',
    };
    const runtime = new WheelRuntime();
    const setup = { variant, repository, workFolder, verbose: false };
    const { models, unavailableReason } = runtime.prepare(setup);
    if (unavailableReason !== undefined) throw new Error(unavailableReason);
    const server = await runtime.start(setup, models);
    await server.waitUntilReady(START_TIMEOUT_SECONDS, new AbortController().signal);
    const { variantName } = variant;
    const loopback = await AwsLoopback.start({ triton: server.address, variantName, assets: new AssemblyAssets() });
    return new RealTriton(workFolder, server, loopback);
  }

  private constructor(
    private readonly workFolder: string,
    private readonly server: TritonProcess,
    private readonly loopback: AwsLoopback,
  ) {}

  /** The base URL of InvokeEndpoint. */
  public get url(): string {
    return this.loopback.url;
  }

  /** Loads a model with additional configuration, as SageMaker does on a multi-model endpoint. */
  public async load(targetModel: string, configuration = '', folder = 'probe'): Promise<void> {
    const model = path.join(this.repositoryOf(targetModel), path.basename(folder));
    fs.cpSync(path.resolve(__dirname, folder), model, { recursive: true });
    fs.appendFileSync(path.join(model, 'config.pbtxt'), configuration);
    await this.loadRepository(targetModel);
  }

  /** Loads an ensemble, as SageMaker does on a multi-model endpoint. */
  public async loadEnsemble(targetModel: string, outputCount: number): Promise<void> {
    writeEnsemble(this.repositoryOf(targetModel), outputCount);
    await this.loadRepository(targetModel);
  }

  private repositoryOf(targetModel: string): string {
    return path.join(this.workFolder, targetModel, 'model');
  }

  private async loadRepository(targetModel: string): Promise<void> {
    const url = this.repositoryOf(targetModel);
    const request = http.request({ ...this.server.address, method: 'POST', path: '/models' });
    request.setHeader('x-amzn-sagemaker-target-model', targetModel);
    request.end(JSON.stringify({ model_name: targetModel, url }));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const body = await text(response);
    if (response.statusCode !== 200) throw new Error(body);
  }

  /** Starts an endpoint that sends requests to the generate extension of a loaded model. */
  public async startGenerateEndpoint(model: string, inferenceType: string): Promise<AwsLoopback> {
    const { address, http: port = address } = this.server;
    return this.startEndpoint(port, generateRoute(model, inferenceType));
  }

  /** Starts a separate endpoint that serves a loaded model. */
  public async startModelEndpoint(targetModel: string): Promise<AwsLoopback> {
    return this.startEndpoint(this.server.address, `/models/${targetModel}/invoke`);
  }

  private startEndpoint(address: Address, route: string): Promise<AwsLoopback> {
    const invocations = { address, path: route };
    const { address: triton } = this.server;
    return AwsLoopback.start({ triton, invocations, variantName: 'AllTraffic', assets: new AssemblyAssets() });
  }

  /** Stops only the Triton server. The local server continues to run. */
  public async kill(): Promise<void> {
    await this.server.stop();
  }

  public async stop(): Promise<void> {
    this.loopback.close();
    await this.server.stop();
    fs.rmSync(this.workFolder, { recursive: true, force: true });
  }
}
