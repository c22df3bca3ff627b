import * as http from 'http';
import { missingModuleReason } from '../missing-module';
import { NotRunError, notRunReason } from '../outcome';
import { sendToServer, ServerRequest, ServerResponse } from '../server-request';
import { Address, TritonProcess } from '../triton-process';
import { ArchiveStore, UnpackedArchive } from './archive-store';

const OK = 200;

/** A request to a model. */
type ModelRequest = Pick<ServerRequest, 'headers' | 'body' | 'timeoutSeconds'>;

/** A message about a model for the user. */
type ModelEvent = { readonly targetModel: string; readonly message: string };

/**
 * Loads the models of a multi-model endpoint as SageMaker does: a model is loaded by its first request. Uses the server's `/models` API. SageMaker
 * also unloads models if the memory of the instance is full; the memory of this host says nothing about that.
 */
export class ModelLoader {
  private readonly loaded = new Map<string, UnpackedArchive>();
  /** The last task that loads a model. These tasks run one at a time. */
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

  /** Sends a request to a model. If necessary, loads the model first. */
  public async invoke(targetModel: string, request: ModelRequest): Promise<ServerResponse> {
    const failure = await this.ensureLoaded(targetModel);
    return failure ?? this.api.invoke(this.loaded.get(targetModel)?.id ?? '', targetModel, request);
  }

  /** Loads a model, unless it is already loaded. Returns an error response if loading fails. */
  public ensureLoaded(targetModel: string): Promise<ServerResponse | undefined> {
    const load = async (): Promise<ServerResponse | undefined> =>
      this.loaded.has(targetModel) ? undefined : this.load(targetModel);
    const result = this.queue.then(load, load);
    this.queue = result.catch(() => undefined);
    return result;
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
    const { logLength } = this.server;
    const response = await this.api.load(archive.id, targetModel, archive.folder);
    if (response.status !== OK) {
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
}

/**
 * The server's API for multi-model endpoints (triton-inference-server/server, src/sagemaker_server.cc). Every request includes the name of
 * the target model, which the server uses as the name of the model instead of the id.
 */
class ModelsApi {
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(private readonly address: Address) {}

  public load(id: string, targetModel: string, url: string): Promise<ServerResponse> {
    return this.send('/models', targetModel, { body: Buffer.from(JSON.stringify({ model_name: id, url })) });
  }

  public invoke(id: string, targetModel: string, request: ModelRequest): Promise<ServerResponse> {
    return this.send(`/models/${id}/invoke`, targetModel, request);
  }

  private send(path: string, targetModel: string, request: ModelRequest): Promise<ServerResponse> {
    const headers = { ...request.headers, 'x-amzn-sagemaker-target-model': targetModel };
    return sendToServer(this.address, this.agent, { ...request, method: 'POST', path, headers });
  }
}

function errorResponse(status: number, error: string): ServerResponse {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify({ error })) };
}
