import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileLibrary } from './installation';
import { LoadAnswer, TritonServer } from './triton-server';

/** The server keeps everything it ever loaded (unloading has crashed it), so it is replaced now and then. */
const MODELS_PER_SERVER = 300;

/** A folder of the model repository. */
export interface Model {
  /** Name of the folder, and of the model where its text names it. */
  readonly name: string;
  /** The config.pbtxt. */
  readonly text: string;
}

export interface Verdict {
  readonly kind: 'accept' | 'reject' | 'needs-other-models';
  /** The server's words. */
  readonly message: string;
}

/** A real Triton server that says whether it would serve a model. */
export class Oracle {
  private readonly directory = mkdtempSync(join(tmpdir(), 'triton-oracle-'));
  private readonly gpuLibrary = compileLibrary('pretend-gpus.c', this.directory);
  private readonly backendLibrary = compileLibrary('acknowledging-backend.c', this.directory);
  private readonly backends = join(this.directory, 'backends');
  private repository = '';
  private server?: TritonServer;
  private models = 0;
  private rounds = 0;

  /** @param gpus how many GPUs the server believes to have */
  public constructor(private readonly gpus: number) {}

  /**
   * Loads a model, and with it the models it consists of.
   *
   * @param model the model that is judged
   * @param others what else is in the repository
   */
  public async judge(model: Model, others: Model[] = []): Promise<Verdict> {
    const answer = await this.load(model, others);
    // The server crashes over other models than the one at hand, too.
    const { loaded, message } = answer.crashed ? await this.load(model, others) : answer;
    return { kind: loaded ? 'accept' : lacksOtherModels(message) ? 'needs-other-models' : 'reject', message };
  }

  /** Makes the next model the only one that its server has ever seen. */
  public async forget(): Promise<void> {
    await this.stopServer();
  }

  public async close(): Promise<void> {
    await this.stopServer();
    rmSync(this.directory, { recursive: true });
  }

  private async load(model: Model, others: Model[]): Promise<LoadAnswer> {
    const models = [model, ...others];
    const taken = models.some(({ name }) => existsSync(join(this.repository, name)));
    if (taken || this.models > MODELS_PER_SERVER) {
      await this.stopServer();
    }
    const server = (this.server ??= await this.startServer());
    this.models += models.length;
    models.forEach((each) => this.write(each));
    const answer = await server.load(model.name);
    if (answer.crashed) {
      await this.stopServer();
    }
    return answer;
  }

  private async startServer(): Promise<TritonServer> {
    this.repository = join(this.directory, `repository-${this.rounds++}`);
    this.models = 0;
    mkdirSync(this.repository);
    return TritonServer.start({
      modelRepository: this.repository,
      backendDirectory: this.backends,
      gpuLibrary: this.gpuLibrary,
      gpus: this.gpus,
    });
  }

  private async stopServer(): Promise<void> {
    await this.server?.stop();
    this.server = undefined;
    this.repository = '';
  }

  /** What is judged is the configuration, not what is installed: every file and backend that it names is there. */
  private write({ name, text }: Model): void {
    const directory = join(this.repository, name);
    writeFile(join(directory, 'config.pbtxt'), text);
    // Where the text does not say it, the name of this file tells the server TensorFlow's platform, or the backend: then
    // TensorRT, of which the server knows more settings than of any other.
    const file = /"tensorflow"/.test(text) ? 'model.graphdef' : 'model.plan';
    const versions = [...text.matchAll(/\bversions\s*:\s*\[?([\d\s,]+)/g)].flatMap(
      ([, list]) => list.match(/\d+/g) ?? [],
    );
    for (const version of ['1', ...versions]) {
      writeFile(join(directory, version, file), '');
    }
    for (const [, field, data] of text.matchAll(/\b(label_filename|(?:input_)?data_file)\s*:\s*["']([^"'\\/]+)["']/g)) {
      writeFile(join(directory, FOLDERS[field] ?? '', data), '\0'.repeat(DATA_FILE_BYTES));
    }
    for (const [, backend] of text.matchAll(/(?:backend|platform)\s*:\s*["']([a-z_0-9]+)["']/g)) {
      this.addBackend(PLATFORM_BACKENDS[backend] ?? backend);
    }
  }

  private addBackend(name: string): void {
    const directory = join(this.backends, name);
    if (!existsSync(directory)) {
      mkdirSync(directory, { recursive: true });
      symlinkSync(this.backendLibrary, join(directory, `libtriton_${name}.so`));
    }
  }
}

/** More than any generated tensor has. */
const DATA_FILE_BYTES = 4096;

const FOLDERS: { readonly [field: string]: string | undefined } = {
  input_data_file: 'warmup',
  data_file: 'initial_state',
};

const PLATFORM_BACKENDS: { readonly [platform: string]: string | undefined } = {
  tensorrt_plan: 'tensorrt',
  onnxruntime_onnx: 'onnxruntime',
  pytorch_libtorch: 'pytorch',
  tensorflow_graphdef: 'tensorflow',
  tensorflow_savedmodel: 'tensorflow',
};

function lacksOtherModels(message: string): boolean {
  return /contains models that are not available|which has no loaded version|circular dependency/.test(message);
}

function writeFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
