import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as os from 'node:os';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import { AssemblyFiles } from '../../cli/assembly-files';
import { AwsLoopback } from '../../cli/local/aws-loopback';
import { generateRoute } from '../../cli/local/generate-route';
import { TritonProcess } from '../../cli/local/triton-process';
import { WheelEngine } from '../../cli/local/wheel-engine';

const START_TIMEOUT_SECONDS = 600;

/** A real Triton server with the model `probe`, behind SageMaker's wire format. */
export class RealTriton {
  public static async start(): Promise<RealTriton> {
    const work = fs.mkdtempSync(path.join(os.tmpdir(), 'triton-test-'));
    const repository = path.join(work, 'model');
    fs.cpSync(path.join(__dirname, 'probe'), path.join(repository, 'probe'), { recursive: true });
    const variant = {
      stackName: 'test',
      endpointName: 'vision',
      variantName: 'AllTraffic',
      image: 'sagemaker-tritonserver:24.10-py3',
      environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'probe', SAGEMAKER_TRITON_LOG_VERBOSE: 'false' },
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
  public async load(targetModel: string, configuration = '', model = 'probe'): Promise<void> {
    const url = path.join(this.work, targetModel, 'model');
    fs.cpSync(path.join(__dirname, model), path.join(url, model), { recursive: true });
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
    const { address: triton, http: address = triton } = this.server;
    const invocations = { address, path: generateRoute(model, inferenceType) };
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
