import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as os from 'node:os';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import { AssemblyFiles } from '../../cli/assembly-files';
import { AwsLoopback } from '../../cli/local/aws-loopback';
import { generateRoute } from '../../cli/local/generate-route';
import { Address, TritonProcess } from '../../cli/local/triton-process';
import { WheelEngine } from '../../cli/local/wheel-engine';

const START_TIMEOUT_SECONDS = 600;

/** A real Triton server with a model, `probe` unless another is named, behind SageMaker's wire format. */
export class RealTriton {
  /** @param folder the model's folder in a model repository */
  public static async start(folder = path.join(__dirname, 'probe')): Promise<RealTriton> {
    const work = fs.mkdtempSync(path.join(os.tmpdir(), 'triton-test-'));
    const repository = path.join(work, 'model');
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
    const engine = new WheelEngine();
    const service = { variant, repository, work, verbose: false };
    const { models, obstacle } = engine.prepare(service);
    if (obstacle !== undefined) throw new Error(obstacle);
    const server = await engine.start(service, models);
    await server.ready(START_TIMEOUT_SECONDS, new AbortController().signal);
    const { variantName } = variant;
    const loopback = await AwsLoopback.start({ triton: server.address, variantName, objects: new AssemblyFiles([]) });
    return new RealTriton(work, server, loopback);
  }

  private constructor(
    private readonly work: string,
    private readonly server: TritonProcess,
    private readonly loopback: AwsLoopback,
  ) {}

  /** Where InvokeEndpoint is answered. */
  public get url(): string {
    return this.loopback.url;
  }

  /** Loads a model, with more in its configuration, as SageMaker does on a multi-model endpoint. */
  public async load(targetModel: string, configuration = '', folder = 'probe'): Promise<void> {
    const url = path.join(this.work, targetModel, 'model');
    const model = path.basename(folder);
    fs.cpSync(path.resolve(__dirname, folder), path.join(url, model), { recursive: true });
    fs.appendFileSync(path.join(url, model, 'config.pbtxt'), configuration);
    const request = http.request({ ...this.server.address, method: 'POST', path: '/models' });
    request.setHeader('x-amzn-sagemaker-target-model', targetModel);
    request.end(JSON.stringify({ model_name: targetModel, url }));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const answer = await text(response);
    if (response.statusCode !== 200) throw new Error(answer);
  }

  /** What answers InvokeEndpoint with the generate extension of a loaded model. */
  public async generate(model: string, inferenceType: string): Promise<AwsLoopback> {
    const { address, http: port = address } = this.server;
    return this.front(port, generateRoute(model, inferenceType));
  }

  /** What answers InvokeEndpoint with a loaded model, as an endpoint of its own. */
  public async endpointOf(targetModel: string): Promise<AwsLoopback> {
    return this.front(this.server.address, `/models/${targetModel}/invoke`);
  }

  private front(address: Address, route: string): Promise<AwsLoopback> {
    const invocations = { address, path: route };
    const { address: triton } = this.server;
    return AwsLoopback.start({ triton, invocations, variantName: 'AllTraffic', objects: new AssemblyFiles([]) });
  }

  /** Ends the server, and leaves what stands before it. */
  public async kill(): Promise<void> {
    await this.server.stop();
  }

  public async stop(): Promise<void> {
    this.loopback.close();
    await this.server.stop();
    fs.rmSync(this.work, { recursive: true, force: true });
  }
}
