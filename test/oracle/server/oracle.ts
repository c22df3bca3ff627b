import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileLibrary } from './installation';
import { LoadResult, TritonServer } from './triton-server';

/** The server is restarted after this number of models. Until then, it keeps all models, because unloading a model can crash the server. */
const MODELS_PER_SERVER = 300;

/** A folder of the model repository. */
export interface Model {
  /** Name of the folder, and of the model if the text contains a name. */
  readonly name: string;
  /** Text of the config.pbtxt. */
  readonly text: string;
}

/** The result of loading a model. */
export interface ServerResult {
  readonly kind: 'accept' | 'reject' | 'needs-other-models';
  /** Message of the server. */
  readonly message: string;
}

/** A real Triton server that determines whether a model can be loaded. */
export class Oracle {
  private readonly directory = mkdtempSync(join(tmpdir(), 'triton-oracle-'));
  private readonly gpuLibrary = compileLibrary('pretend-gpus.c', this.directory);
  private readonly backendLibrary = compileLibrary('acknowledging-backend.c', this.directory);
  private readonly backends = join(this.directory, 'backends');
  private repository = '';
  private server?: TritonServer;
  private loadedModels = 0;
  private serverCount = 0;

  /** @param gpus number of simulated GPUs */
  public constructor(private readonly gpus: number) {}

  /**
   * Loads a model and its composing models.
   *
   * @param model model to load
   * @param others other models in the repository
   */
  public async tryToLoad(model: Model, others: Model[] = []): Promise<ServerResult> {
    const result = await this.load(model, others);
    // If the server crashes, try again with a new server, because a different model may have caused the crash.
    const { loaded, message } = result.crashed ? await this.load(model, others) : result;
    return { kind: loaded ? 'accept' : lacksOtherModels(message) ? 'needs-other-models' : 'reject', message };
  }

  /** Stops the server, so that the next model is loaded by a new server without other models. */
  public async restart(): Promise<void> {
    await this.stopServer();
  }

  public async close(): Promise<void> {
    await this.stopServer();
    rmSync(this.directory, { recursive: true });
  }

  private async load(model: Model, others: Model[]): Promise<LoadResult> {
    const models = [model, ...others];
    const exists = models.some(({ name }) => existsSync(join(this.repository, name)));
    if (exists || this.loadedModels > MODELS_PER_SERVER) {
      await this.stopServer();
    }
    const server = (this.server ??= await this.startServer());
    this.loadedModels += models.length;
    models.forEach((written) => this.write(written));
    const result = await server.load(model.name);
    if (result.crashed) {
      await this.stopServer();
    }
    return result;
  }

  private async startServer(): Promise<TritonServer> {
    this.repository = join(this.directory, `repository-${this.serverCount++}`);
    this.loadedModels = 0;
    mkdirSync(this.repository);
    return TritonServer.start({
      modelRepository: this.repository,
      backendDirectory: this.backends,
      gpuLibrary: this.gpuLibrary,
      gpuCount: this.gpus,
    });
  }

  private async stopServer(): Promise<void> {
    await this.server?.stop();
    this.server = undefined;
    this.repository = '';
  }

  /** Writes a model with all files and backends that its configuration requires, so that only the configuration is tested. */
  private write({ name, text }: Model): void {
    const directory = join(this.repository, name);
    writeFile(join(directory, 'config.pbtxt'), text);
    // If the text contains neither a backend nor a platform, the file name determines the backend: TensorRT, because the server has the
    // most settings for this backend. For the TensorFlow backend, the file name determines the platform.
    const file = /"tensorflow"/.test(text) ? 'model.graphdef' : 'model.plan';
    const versions = [...text.matchAll(/\bversions\s*:\s*\[?([\d\s,]+)/g)].flatMap(
      ([, list]) => list.match(/\d+/g) ?? [],
    );
    for (const version of ['1', ...versions]) {
      writeFile(join(directory, version, file), '');
    }
    for (const [, field, data] of text.matchAll(/\b(label_filename|(?:input_)?data_file)\s*:\s*["']([^"'\\/]+)["']/g)) {
      writeFile(join(directory, DATA_FOLDERS[field] ?? '', data), '\0'.repeat(DATA_FILE_BYTES));
    }
    for (const [, backend] of text.matchAll(/(?:backend|platform)\s*:\s*["']([a-z_0-9]+)["']/g)) {
      if (backend !== 'ensemble') this.addBackend(PLATFORM_BACKENDS[backend] ?? backend);
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

/** Size of each data file. It is larger than all generated tensors. */
const DATA_FILE_BYTES = 4096;

/** Folders in which the server looks for data files, by the field with the file name. */
const DATA_FOLDERS: { readonly [field: string]: string | undefined } = {
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
