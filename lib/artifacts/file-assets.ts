import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { FileAssetLocation, FileAssetPackaging, Stack, Stage } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { stagingInContext } from './asset-staging';
import { AssetStaging } from './packaging';
import { HashedFile } from './repository-file';
import { sayOutside } from './say-outside';
import { writeAtomically } from './write-atomically';

/** Files that the deployment uploads to the bootstrap bucket, each under the hash of its content. */
export class FileAssets {
  private readonly assembly: Stage;
  /** Undefined where neither the endpoint nor the app says it. */
  private readonly staging?: AssetStaging;

  constructor(
    private readonly scope: Construct,
    private readonly displayName: string,
    staging?: AssetStaging,
  ) {
    const assembly = Stage.of(scope);
    if (!assembly)
      throw new Error(`${scope.node.path}: a TritonModel requires an App or Stage above it in the construct tree`);
    this.assembly = assembly;
    this.staging = staging ?? stagingInContext(scope) ?? (assembly.parentStage ? AssetStaging.COPY : undefined);
    fs.mkdirSync(assembly.assetOutdir, { recursive: true });
  }

  /** The file of a cloud assembly for content of a hash. */
  public pathFor(hash: string, extension: string): string {
    return path.join(this.assembly.assetOutdir, `asset.${hash}${extension}`);
  }

  /** A file on disk, under its SHA-256. An absent file is not uploaded, but found in the bucket: not even a pointer is there in its place. */
  public addFile(file: HashedFile & { readonly source: string }): FileAssetLocation {
    if (this.staging !== AssetStaging.COPY && !file.absent) {
      if (this.staging === undefined) sayOutside(this.scope, file.source);
      return this.add(file.source, file.sha256);
    }
    const copy = this.pathFor(file.sha256, path.extname(file.source));
    if (!file.absent && !fs.existsSync(copy)) {
      // Not a hard link: it changes the ctime of the file, so the next synthesis would hash the file again, and it shares later changes.
      writeAtomically(copy, (temporary) => fs.copyFileSync(file.source, temporary, fs.constants.COPYFILE_FICLONE));
    }
    return this.add(copy, file.sha256);
  }

  /** A text made at synth. */
  public addText(content: string, extension: string): FileAssetLocation {
    const hash = createHash('sha256').update(content).digest('hex');
    const file = this.pathFor(hash, extension);
    if (!fs.existsSync(file)) writeAtomically(file, (temporary) => fs.writeFileSync(temporary, content));
    return this.add(file, hash);
  }

  /** A file, under the hash that stands for its content. The object's key is the hash and the file's last extension. */
  public add(file: string, hash: string): FileAssetLocation {
    return Stack.of(this.scope).synthesizer.addFileAsset({
      fileName: path.relative(this.assembly.outdir, file),
      packaging: FileAssetPackaging.FILE,
      sourceHash: hash,
      displayName: this.displayName,
    });
  }
}
