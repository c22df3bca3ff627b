import { createHash } from 'crypto';
import * as fs from 'fs';
import * as http from 'http';
import * as path from 'path';
import { hostReasonOf } from './describe-failure';
import { messageOf } from './loopback-responses';
import { NotRunError } from './outcome';
import { writePublishedFiles } from './published-files';
import { unpack } from './repository';
import { sendToServer, ServerRequest, ServerResponse } from './server-request';
import { Preparation, ServerSetup } from './server-setup';
import { TritonProcess } from './triton-process';
import { replaceEnginesWithOnnx } from './unbuilt-engine';
import { WheelRuntime } from './wheel-runtime';

const OK = 200;

/** A request to a model. */
type ModelRequest = Pick<ServerRequest, 'headers' | 'body' | 'timeoutSeconds'>;

/** An archive that was unpacked and adapted to this host. */
interface UnpackedArchive {
  /** The name of the model in the server: a hash, as SageMaker generates it. */
  readonly id: string;
  readonly folder: string;
  readonly preparation: Preparation;
}

/**
 * The models of a multi-model endpoint: archives that a deployment would publish, and archives in a folder of the user. As on SageMaker, a model is
 * loaded by its first request, with the server's `/models` API (triton-inference-server/server, src/sagemaker_server.cc). SageMaker also unloads models
 * if the memory of the instance is full; the memory of this host says nothing about that.
 */
export class MultiModelLoader {
  /** The models that cannot run on this host, with the reasons. */
  public readonly notRun = new Map<string, string>();

  private readonly agent = new http.Agent({ keepAlive: true });
  private readonly unpackedArchives = new Map<string, UnpackedArchive>();
  private readonly loadedModels = new Set<string>();
  /** The folders with archives. */
  private readonly prefixes: string[];
  /** The last task that loads a model. These tasks run one at a time. */
  private queue: Promise<unknown> = Promise.resolve();

  /**
   * @param userPrefix a folder with further archives
   * @param report receives messages about models
   */
  constructor(
    private readonly runtime: WheelRuntime,
    private readonly server: TritonProcess,
    private readonly setup: ServerSetup,
    private readonly report: (targetModel: string, message: string) => void,
    userPrefix?: string,
  ) {
    const prefix = path.join(setup.workFolder, 'prefix');
    if (setup.variant.published) writePublishedFiles(setup.variant.published, prefix, true);
    this.prefixes = [prefix, ...(userPrefix === undefined ? [] : [userPrefix])];
  }

  /** Sends a request to a model. If necessary, loads the model first. */
  public async invoke(targetModel: string, request: ModelRequest): Promise<ServerResponse> {
    const failure = await this.ensureLoaded(targetModel);
    if (failure) return failure;
    const response = await this.send(`/models/${idOf(targetModel)}/invoke`, targetModel, request);
    const notRun = response.status === OK ? undefined : hostReasonOf(messageOf(response.body), this.setup.variant);
    if (notRun !== undefined) this.notRun.set(targetModel, notRun);
    return response;
  }

  /** Unpacks the archives of models, to find out how each is executed. Ignores errors, because the first request to the model reports them. */
  public async unpackAll(targetModels: string[]): Promise<void> {
    for (const targetModel of targetModels) {
      const archive = this.find(targetModel);
      if (archive !== undefined) await this.unpack(targetModel, archive).catch(() => undefined);
    }
  }

  /** The adaptations of an unpacked model to this host; undefined if the model is not unpacked. */
  public preparationOf(targetModel: string): Preparation | undefined {
    return this.unpackedArchives.get(targetModel)?.preparation;
  }

  /** Combines the preparation of the server with the preparations of all unpacked models. */
  public combinePreparations(server: Preparation): Preparation {
    const unpacked = [...this.unpackedArchives];
    const differences = unpacked.flatMap(([, { preparation }]) => preparation.differences);
    return {
      ...server,
      models: unpacked.flatMap(([targetModel, { preparation }]) =>
        preparation.models.map((model) => ({ ...model, name: `${targetModel}: ${model.name}` })),
      ),
      differences: [...new Set([...server.differences, ...differences])],
    };
  }

  /** Loads a model, unless it is already loaded. Returns an error response if loading fails. */
  private ensureLoaded(targetModel: string): Promise<ServerResponse | undefined> {
    const load = async (): Promise<ServerResponse | undefined> =>
      this.loadedModels.has(targetModel) ? undefined : this.load(targetModel);
    const result = this.queue.then(load, load);
    this.queue = result.catch(() => undefined);
    return result;
  }

  private async load(targetModel: string): Promise<ServerResponse | undefined> {
    const file = this.find(targetModel);
    if (file === undefined)
      return errorResponse(404, `There is no archive with that name below the prefix: ${targetModel}`);
    let archive: UnpackedArchive;
    try {
      archive = await this.unpack(targetModel, file);
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof NotRunError) this.notRun.set(targetModel, message);
      this.report(targetModel, `not loaded: ${message}`);
      return errorResponse(400, message);
    }
    const { logLength } = this.server;
    const body = Buffer.from(JSON.stringify({ model_name: archive.id, url: archive.folder }));
    const response = await this.send('/models', targetModel, { body });
    if (response.status !== OK) {
      const message = response.body.toString();
      const reason = [message, ...this.server.errorsSince(logLength, message)].filter((text) => text !== '').join('\n');
      this.report(targetModel, `not loaded (HTTP ${response.status}): ${reason}`);
      const notRun = hostReasonOf(reason, this.setup.variant);
      if (notRun !== undefined) this.notRun.set(targetModel, notRun);
      return errorResponse(response.status, reason);
    }
    this.loadedModels.add(targetModel);
    this.report(targetModel, 'loaded');
    return undefined;
  }

  /** Finds the archive of a model; undefined if there is none. */
  private find(targetModel: string): string | undefined {
    return this.prefixes
      .map((prefix) => ({ prefix, file: path.resolve(prefix, targetModel) }))
      .find(({ prefix, file }) => file.startsWith(prefix + path.sep) && fs.existsSync(file))?.file;
  }

  /**
   * Unpacks the archive of a model to the folder that SageMaker would use, unless it is already unpacked.
   *
   * @throws if the file is not an archive, or the model cannot run on this host
   */
  private async unpack(targetModel: string, archive: string): Promise<UnpackedArchive> {
    const existing = this.unpackedArchives.get(targetModel);
    if (existing) return existing;
    const id = idOf(targetModel);
    const root = path.join(this.setup.workFolder, 'models', id);
    const folder = path.join(root, 'model');
    try {
      await unpack(archive, folder).catch((error: Error) => {
        throw new Error(`${targetModel} cannot be unpacked: ${error.message}`);
      });
      moveToSubfolder(folder);
      const engines = this.setup.variant.published?.enginesByArchive.get(targetModel) ?? [];
      const differences = replaceEnginesWithOnnx(engines, folder, `${folder}.engines`);
      const initialPreparation = this.runtime.prepareModel(this.setup, folder, targetModel);
      const preparation = { ...initialPreparation, differences: [...initialPreparation.differences, ...differences] };
      if (preparation.unavailableReason !== undefined) throw new NotRunError(preparation.unavailableReason);
      const unpacked = { id, folder, preparation };
      this.unpackedArchives.set(targetModel, unpacked);
      return unpacked;
    } catch (error) {
      // The unpacker may still write the entries that it has started.
      fs.rmSync(root, { recursive: true, force: true, maxRetries: 10 });
      throw error;
    }
  }

  /** Every request includes the name of the target model, which the server uses as the name of the model instead of the id. */
  private send(route: string, targetModel: string, request: ModelRequest): Promise<ServerResponse> {
    const headers = { ...request.headers, 'x-amzn-sagemaker-target-model': targetModel };
    return sendToServer(this.server.address, this.agent, { ...request, method: 'POST', path: route, headers });
  }
}

function idOf(targetModel: string): string {
  return createHash('sha256').update(targetModel).digest('hex').slice(0, 32);
}

/**
 * Moves a model with config.pbtxt at the root of its archive to the subfolder `model`. In the container, the server itself treats such an
 * archive as a model named `model`, but only below /opt/ml/models.
 */
function moveToSubfolder(folder: string): void {
  if (!fs.existsSync(path.join(folder, 'config.pbtxt'))) return;
  const temporary = `${folder}.root`;
  fs.renameSync(folder, temporary);
  fs.mkdirSync(folder);
  fs.renameSync(temporary, path.join(folder, 'model'));
}

function errorResponse(status: number, error: string): ServerResponse {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify({ error })) };
}
