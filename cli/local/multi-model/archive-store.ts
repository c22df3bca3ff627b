import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { NotRunError } from '../outcome';
import { UnbuiltEngine, writePublishedFiles } from '../published-files';
import { unpack } from '../repository';
import { Preparation, ServerSetup } from '../server-setup';
import { replaceEnginesWithOnnx } from '../unbuilt-engine';
import { WheelRuntime } from '../wheel-runtime';

/** An archive that was unpacked and adapted to this host. */
export interface UnpackedArchive {
  /** The name of the model in the server: a hash, as SageMaker generates it. */
  readonly id: string;
  readonly folder: string;
  readonly preparation: Preparation;
}

/** The archives of a multi-model endpoint: archives that a deployment would publish, and archives in a folder of the user. */
export class ArchiveStore {
  /** @param userPrefix a folder with further archives */
  public static open(runtime: WheelRuntime, setup: ServerSetup, userPrefix?: string): ArchiveStore {
    const { published } = setup.variant;
    const prefix = path.join(setup.workFolder, 'prefix');
    if (published) writePublishedFiles(published, prefix, true);
    return new ArchiveStore(runtime, setup, [prefix, ...(userPrefix === undefined ? [] : [userPrefix])]);
  }

  private readonly unpackedArchives = new Map<string, UnpackedArchive>();

  /** @param prefixes the folders with archives */
  private constructor(
    private readonly runtime: WheelRuntime,
    public readonly setup: ServerSetup,
    private readonly prefixes: string[],
  ) {
    fs.mkdirSync(this.modelsFolder, { recursive: true });
  }

  /** Finds the archive of a model; undefined if there is none. */
  public find(targetModel: string): string | undefined {
    return this.prefixes
      .map((prefix) => ({ prefix: path.resolve(prefix), file: path.resolve(prefix, targetModel) }))
      .find(({ prefix, file }) => file.startsWith(prefix + path.sep) && fs.existsSync(file))?.file;
  }

  /**
   * Unpacks the archive of a model to the folder that SageMaker would use, unless it is already unpacked.
   *
   * @throws if the file is not an archive, or the model cannot run on this host
   */
  public async unpack(targetModel: string, archive: string): Promise<UnpackedArchive> {
    const existing = this.unpackedArchives.get(targetModel);
    if (existing) return existing;
    const id = createHash('sha256').update(targetModel).digest('hex').slice(0, 32);
    const root = path.join(this.modelsFolder, id);
    const folder = path.join(root, 'model');
    try {
      await unpack(archive, folder).catch((error: Error) => {
        throw new Error(`${targetModel} cannot be unpacked: ${error.message}`);
      });
      moveToSubfolder(folder);
      const differences = replaceEnginesWithOnnx(this.unbuiltEngines(targetModel), folder, `${folder}.engines`);
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

  /**
   * Unpacks the archives of models, to find out how each model is executed. Ignores errors, because the first request to the model reports
   * the errors.
   */
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

  /** The folder with the unpacked archives. */
  private get modelsFolder(): string {
    return path.join(this.setup.workFolder, 'models');
  }

  /** The TensorRT engines that an archive lacks, because only a deployment builds them. */
  private unbuiltEngines(targetModel: string): UnbuiltEngine[] {
    return this.setup.variant.published?.enginesByArchive.get(targetModel) ?? [];
  }
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
