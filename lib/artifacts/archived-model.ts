import { TritonModel } from '../model';
import { requireChecksums, rejectMissingSmallFiles, requireLocked } from './check-lock';
import { hashFiles } from './hash-files';
import { repositoryFiles } from './model-repository';
import { contentHashOf, HashedFile } from './repository-file';

/** Number of hash characters that distinguish the versions of a model. */
const SUFFIX_LENGTH = 16;

/**
 * A model of a multi-model endpoint, as one archive in S3. The archive contains the folders of the model and of the models that it uses.
 */
export class ArchivedModel {
  private hashed?: HashedFile[];

  constructor(
    /** Name that clients use. The name can contain folders (`team/model`). */
    public readonly name: string,
    public readonly model: TritonModel,
    /** Description of the image that builds the engines, such as its release. Undefined if the image is not known. */
    private readonly engineImage: () => string | undefined = () => undefined,
  ) {}

  /**
   * The files of the archive with their digests.
   *
   * @throws if a file is missing, or differs from its lock file
   */
  public get files(): HashedFile[] {
    this.hashed ??= this.hash();
    return this.hashed;
  }

  /** Engines of the model, which the deployment adds to the archive. */
  public get engines(): HashedFile[] {
    return this.files.filter(({ build }) => build);
  }

  /** The files that are packed at synth. */
  public get packedFiles(): HashedFile[] {
    return this.files.filter(({ build }) => !build);
  }

  /** SHA-256 of the sorted list of paths, sizes and digests. */
  public get contentHash(): string {
    return contentHashOf(this.files);
  }

  /** Size of the unpacked files, without engines. */
  public get bytes(): number {
    return this.files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Object name below the prefix, which requests pass as `TargetModel`. Under an open prefix (other principals can also add models), the
   * name contains a hash of the content.
   */
  public objectName(withHash: boolean): string {
    return withHash ? `${this.name}-${this.contentHash.slice(0, SUFFIX_LENGTH)}.tar.gz` : `${this.name}.tar.gz`;
  }

  private hash(): HashedFile[] {
    const files = repositoryFiles(this.model, this.engineImage());
    rejectMissingSmallFiles(files);
    requireChecksums(files);
    return requireLocked(hashFiles(files));
  }
}
