import { TritonModel } from '../model';
import { requireChecksums, requireLargeAbsent, requireLocked } from './check-lock';
import { hashFiles } from './hash-files';
import { repositoryFiles } from './model-repository';
import { contentHashOf, HashedFile } from './repository-file';

/** Enough of a hash to tell the versions of one model. */
const SUFFIX_LENGTH = 16;

/** A model as one object of a multi-model endpoint: its own folder and, for an ensemble, those of its members. */
export class ArchivedModel {
  private hashed?: HashedFile[];

  constructor(
    /** What clients call it; may have folders (`team/model`). */
    public readonly name: string,
    public readonly model: TritonModel,
    /** The image in which its engines are built, as far as it is known in every account and region. */
    private readonly engineImage: () => string | undefined = () => undefined,
  ) {}

  /**
   * The files of the archive with their digests.
   *
   * @throws when a file is missing, or is not the one that its lock names
   */
  public get files(): HashedFile[] {
    this.hashed ??= this.hash();
    return this.hashed;
  }

  /** Its engines, which only a deployment can put into the archive. */
  public get engines(): HashedFile[] {
    return this.files.filter(({ build }) => build);
  }

  /** The files that are packed when the app is synthesized. */
  public get packed(): HashedFile[] {
    return this.files.filter(({ build }) => !build);
  }

  /** SHA-256 over the canonical listing. */
  public get contentHash(): string {
    return contentHashOf(this.files);
  }

  /** Size of the unpacked files, without engines. */
  public get bytes(): number {
    return this.files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The object's name below the prefix: what a request names as `TargetModel`. Under an open prefix it changes with the content. */
  public objectName(open: boolean): string {
    return open ? `${this.name}-${this.contentHash.slice(0, SUFFIX_LENGTH)}.tar.gz` : `${this.name}.tar.gz`;
  }

  private hash(): HashedFile[] {
    const files = repositoryFiles(this.model, this.engineImage());
    requireLargeAbsent(files);
    requireChecksums(files);
    return requireLocked(hashFiles(files));
  }
}
