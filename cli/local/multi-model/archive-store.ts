import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { Engine, modelsFolder, Preparation, Service } from '../engine';
import { NotRun } from '../outcome';
import { UnbuiltEngine } from '../published-files';
import { unpack } from '../repository';
import { serveOnnx } from '../unbuilt-engine';

/** An archive that was unpacked and adapted to this machine. */
export interface UnpackedArchive {
  /** What the server knows it by, as SageMaker names it. */
  readonly id: string;
  readonly folder: string;
  readonly preparation: Preparation;
}

/** The archives of a multi-model endpoint: those that a deployment would publish, and those that lie in a folder of the user's. */
export class ArchiveStore {
  private readonly unpacked = new Map<string, UnpackedArchive>();

  /**
   * @param prefixes folders that stand for the endpoint's prefix
   * @param unbuilt engines that archives lack, since only a deployment builds them
   */
  constructor(
    private readonly engine: Engine,
    private readonly service: Service,
    private readonly prefixes: string[],
    private readonly unbuilt: ReadonlyMap<string, UnbuiltEngine[]> = new Map(),
  ) {
    fs.mkdirSync(modelsFolder(service), { recursive: true });
  }

  /** Where a model's archive lies; undefined when there is none of that name. */
  public find(targetModel: string): string | undefined {
    return this.prefixes
      .map((prefix) => ({ prefix: path.resolve(prefix), file: path.resolve(prefix, targetModel) }))
      .find(({ prefix, file }) => file.startsWith(prefix + path.sep) && fs.existsSync(file))?.file;
  }

  /**
   * Unpacks a model's archive where SageMaker would, once.
   *
   * @throws in words when it is no archive, or its model cannot run on this machine
   */
  public async unpack(targetModel: string, archive: string): Promise<UnpackedArchive> {
    const kept = this.unpacked.get(targetModel);
    if (kept) return kept;
    const id = createHash('sha256').update(targetModel).digest('hex').slice(0, 32);
    const folder = path.join(modelsFolder(this.service), id, 'model');
    try {
      await unpack(archive, folder).catch((error: Error) => {
        throw new Error(`${targetModel} cannot be unpacked: ${error.message}`);
      });
      moveIntoFolder(folder);
      const differences = serveOnnx(this.unbuilt.get(targetModel) ?? [], folder, `${folder}.engines`);
      const admitted = this.engine.admit(this.service, folder, targetModel);
      const preparation = { ...admitted, differences: [...admitted.differences, ...differences] };
      if (preparation.rejection !== undefined) throw new Error(preparation.rejection);
      if (preparation.obstacle !== undefined) throw new NotRun(preparation.obstacle);
      const archived = { id, folder, preparation };
      this.unpacked.set(targetModel, archived);
      return archived;
    } catch (error) {
      this.remove(targetModel);
      throw error;
    }
  }

  /** The models that were unpacked. */
  public get preparations(): Map<string, Preparation> {
    return new Map([...this.unpacked].map(([targetModel, { preparation }]) => [targetModel, preparation]));
  }

  /** Where the server finds an unpacked archive. */
  public urlOf({ folder }: UnpackedArchive): string {
    return this.engine.seen(this.service, folder);
  }

  private remove(targetModel: string): void {
    const id = createHash('sha256').update(targetModel).digest('hex').slice(0, 32);
    fs.rmSync(path.join(modelsFolder(this.service), id), { recursive: true, force: true });
  }
}

/** The server takes an archive with config.pbtxt at its root as a model named `model`, but below /opt/ml/models only. */
function moveIntoFolder(folder: string): void {
  if (!fs.existsSync(path.join(folder, 'config.pbtxt'))) return;
  const root = `${folder}.root`;
  fs.renameSync(folder, root);
  fs.mkdirSync(folder);
  fs.renameSync(root, path.join(folder, 'model'));
}
