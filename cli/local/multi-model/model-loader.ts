import * as http from 'http';
import { missingModuleReason } from '../missing-module';
import { NotRunError, notRunReason } from '../outcome';
import { sendToServer, ServerRequest, ServerResponse } from '../server-request';
import { Address, TritonProcess } from '../triton-process';
import { ArchiveStore, UnpackedArchive } from './archive-store';

/** The HTTP status of the server's response if a model does not fit into memory next to the loaded models. */
const OUT_OF_MEMORY = 507;
const OK = 200;

/** A request to a model. */
type ModelRequest = Pick<ServerRequest, 'headers' | 'body' | 'timeoutSeconds'>;

/** A message about a model for the user. */
type ModelEvent = { readonly targetModel: string; readonly message: string };

/**
 * Loads and unloads the models of a multi-model endpoint as SageMaker does: a model is loaded by its first request, and the least recently
 * used model is unloaded if the server runs out of memory. Uses the server's `/models` API.
 */
export class ModelLoader {
  /** The loaded models, the least recently used first. */
  private readonly loaded = new Map<string, UnpackedArchive>();
  /** The last task that loads or unloads a model. These tasks run one at a time. */
  private queue: Promise<unknown> = Promise.resolve();
  private readonly api: ModelsApi;
  /** The models that cannot run on this host, with the reasons. */
  public readonly notRun = new Map<string, string>();

  constructor(
    private readonly server: TritonProcess,
    public readonly store: ArchiveStore,
    private readonly onEvent: (event: ModelEvent) => void,
  ) {
    this.api = new ModelsApi(server.address);
  }

  /** The names of the loaded models. */
  public get loadedModels(): string[] {
    return [...this.loaded.keys()];
  }

  /** Sends a request to a model. If necessary, loads the model first. */
  public async invoke(targetModel: string, request: ModelRequest): Promise<ServerResponse> {
    for (;;) {
      const failure = await this.ensureLoaded(targetModel);
      if (failure) return failure;
      const archive = this.loaded.get(targetModel);
      if (!archive) continue; // unloaded in the meantime
      const response = await this.api.invoke(archive.id, targetModel, request);
      if (response.status !== OUT_OF_MEMORY || !(await this.enqueue(() => this.evict(targetModel)))) return response;
    }
  }

  /** Loads a model, unless it is already loaded, and marks it as the most recently used. Returns an error response if loading fails. */
  public ensureLoaded(targetModel: string): Promise<ServerResponse | undefined> {
    return this.enqueue(async () => {
      const archive = this.loaded.get(targetModel);
      if (!archive) return this.load(targetModel);
      this.loaded.delete(targetModel);
      this.loaded.set(targetModel, archive);
      return undefined;
    });
  }

  /** Unloads a model. Returns whether it was loaded. */
  public unload(targetModel: string): Promise<boolean> {
    return this.enqueue(() => this.unloadNow(targetModel, 'unloaded'));
  }

  private async load(targetModel: string): Promise<ServerResponse | undefined> {
    const file = this.store.find(targetModel);
    if (file === undefined)
      return errorResponse(404, `There is no archive with that name below the prefix: ${targetModel}`);
    let archive: UnpackedArchive;
    try {
      archive = await this.store.unpack(targetModel, file);
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof NotRunError) this.notRun.set(targetModel, message);
      this.onEvent({ targetModel, message: `not loaded: ${message}` });
      return errorResponse(400, message);
    }
    for (;;) {
      const logLength = this.server.logLength;
      const response = await this.api.load(archive.id, targetModel, this.store.urlOf(archive));
      if (response.status === OK) break;
      if (response.status === OUT_OF_MEMORY && (await this.evict(targetModel))) continue;
      const message = response.body.toString();
      const reason = [message, ...this.server.errorsSince(logLength, message)].filter((text) => text !== '').join('\n');
      this.onEvent({ targetModel, message: `not loaded (HTTP ${response.status}): ${reason}` });
      const notRun = notRunReason(reason) ?? missingModuleReason(reason, this.store.setup.variant);
      if (notRun !== undefined) this.notRun.set(targetModel, notRun);
      return errorResponse(response.status, reason);
    }
    this.loaded.set(targetModel, archive);
    this.onEvent({ targetModel, message: 'loaded' });
    return undefined;
  }

  /** Unloads the least recently used model, but not `loadingModel`. Returns whether a model was unloaded. */
  private async evict(loadingModel: string): Promise<boolean> {
    const oldest = this.loadedModels.find((targetModel) => targetModel !== loadingModel);
    return oldest !== undefined && this.unloadNow(oldest, `unloaded, to make room for ${loadingModel}`);
  }

  private async unloadNow(targetModel: string, message: string): Promise<boolean> {
    const archive = this.loaded.get(targetModel);
    if (!archive) return false;
    await this.api.unload(archive.id, targetModel);
    this.loaded.delete(targetModel);
    this.onEvent({ targetModel, message });
    return true;
  }

  private enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = this.queue.then(task, task);
    this.queue = result.catch(() => undefined);
    return result;
  }
}

/**
 * The server's API for multi-model endpoints (triton-inference-server/server, src/sagemaker_server.cc). Every request includes the name of
 * the target model, which the server uses as the name of the model instead of the id.
 */
class ModelsApi {
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(private readonly address: Address) {}

  public load(id: string, targetModel: string, url: string): Promise<ServerResponse> {
    return this.send('POST', '/models', targetModel, { body: Buffer.from(JSON.stringify({ model_name: id, url })) });
  }

  public unload(id: string, targetModel: string): Promise<ServerResponse> {
    return this.send('DELETE', `/models/${id}`, targetModel, {});
  }

  public invoke(id: string, targetModel: string, request: ModelRequest): Promise<ServerResponse> {
    return this.send('POST', `/models/${id}/invoke`, targetModel, request);
  }

  private send(method: string, path: string, targetModel: string, request: ModelRequest): Promise<ServerResponse> {
    const headers = { ...request.headers, 'x-amzn-sagemaker-target-model': targetModel };
    return sendToServer(this.address, this.agent, { ...request, method, path, headers });
  }
}

function errorResponse(status: number, error: string): ServerResponse {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify({ error })) };
}
