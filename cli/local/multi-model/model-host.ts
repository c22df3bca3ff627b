import { NotRun, notRunReason } from '../outcome';
import { TritonProcess } from '../triton-process';
import { ArchiveStore, UnpackedArchive } from './archive-store';
import { ServerAnswer } from '../server-request';
import { HostRequest, ModelsApi } from './models-api';

/** The server's answer when a model does not fit beside those that are loaded. */
const OUT_OF_MEMORY = 507;
const OK = 200;

/** What happened to a model, for whoever looks on. */
export type HostEvent = { readonly targetModel: string; readonly what: string };

/**
 * What SageMaker does with a multi-model endpoint: it loads a model when it is asked for, and unloads the one that was asked for least
 * recently when the server has no memory left. Talks to the server's own `/models` API.
 */
export class ModelHost {
  /** In the order of their last request, the oldest first. */
  private readonly loaded = new Map<string, UnpackedArchive>();
  /** One model is loaded or unloaded at a time. */
  private queue: Promise<unknown> = Promise.resolve();
  private readonly api: ModelsApi;
  /** Models that this machine cannot run, with the reasons. */
  public readonly notRun = new Map<string, string>();

  constructor(
    private readonly server: TritonProcess,
    public readonly store: ArchiveStore,
    private readonly onEvent: (event: HostEvent) => void,
  ) {
    this.api = new ModelsApi(server.address);
  }

  /** The names of the loaded models. */
  public get loadedModels(): string[] {
    return [...this.loaded.keys()];
  }

  /** Answers a request to a model, which is loaded first when it has to be. */
  public async invoke(targetModel: string, request: HostRequest): Promise<ServerAnswer> {
    for (;;) {
      const failure = await this.ensureLoaded(targetModel);
      if (failure) return failure;
      const archive = this.loaded.get(targetModel);
      if (!archive) continue; // pushed out meanwhile
      const answer = await this.api.invoke(archive.id, targetModel, request);
      if (answer.status !== OUT_OF_MEMORY || !(await this.inTurn(() => this.evict(targetModel)))) return answer;
    }
  }

  /** Loads a model, if it is not; what the server said when it could not. */
  public ensureLoaded(targetModel: string): Promise<ServerAnswer | undefined> {
    return this.inTurn(async () => {
      const archive = this.loaded.get(targetModel);
      if (!archive) return this.load(targetModel);
      this.loaded.delete(targetModel);
      this.loaded.set(targetModel, archive);
      return undefined;
    });
  }

  /** Unloads a model; whether it was loaded. */
  public unload(targetModel: string): Promise<boolean> {
    return this.inTurn(() => this.unloadNow(targetModel, 'unloaded'));
  }

  private async load(targetModel: string): Promise<ServerAnswer | undefined> {
    const file = this.store.find(targetModel);
    if (file === undefined) return refusal(404, `There is no archive with that name below the prefix: ${targetModel}`);
    let archive: UnpackedArchive;
    try {
      archive = await this.store.unpack(targetModel, file);
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof NotRun) this.notRun.set(targetModel, message);
      this.onEvent({ targetModel, what: `not loaded: ${message}` });
      return refusal(400, message);
    }
    for (;;) {
      const logLength = this.server.logLength;
      const answer = await this.api.load(archive.id, targetModel, this.store.urlOf(archive));
      if (answer.status === OK) break;
      if (answer.status === OUT_OF_MEMORY && (await this.evict(targetModel))) continue;
      const said = answer.body.toString();
      const reason = [said, ...this.server.errorsSince(logLength, said)].filter((text) => text !== '').join('\n');
      this.onEvent({ targetModel, what: `not loaded (HTTP ${answer.status}): ${reason}` });
      const notRun = notRunReason(reason);
      if (notRun !== undefined) this.notRun.set(targetModel, notRun);
      return refusal(answer.status, reason);
    }
    this.loaded.set(targetModel, archive);
    this.onEvent({ targetModel, what: 'loaded' });
    return undefined;
  }

  /** Unloads the model that was asked for least recently; whether there was one beside the one that needs the memory. */
  private async evict(needing: string): Promise<boolean> {
    const oldest = this.loadedModels.find((targetModel) => targetModel !== needing);
    return oldest !== undefined && this.unloadNow(oldest, `unloaded, to make room for ${needing}`);
  }

  private async unloadNow(targetModel: string, what: string): Promise<boolean> {
    const archive = this.loaded.get(targetModel);
    if (!archive) return false;
    await this.api.unload(archive.id, targetModel);
    this.loaded.delete(targetModel);
    this.onEvent({ targetModel, what });
    return true;
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(task, task);
    this.queue = turn.catch(() => undefined);
    return turn;
  }
}

function refusal(status: number, error: string): ServerAnswer {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify({ error })) };
}
