import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { FileAssetLocation, FileAssetPackaging, Stack, Stage } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { stagingOf } from './asset-staging';
import { copySource } from './file-reader';
import { reportOutsideFile } from './report-outside-files';
import { HashedFile } from './repository-file';
import { isUnresolved } from '../findings/is-unresolved';
import { writeAtomically } from '../files/write-atomically';

/** Files that the deployment uploads to the bootstrap bucket. The key of each object is the hash of its content. */
export class FileAssets {
  private readonly assembly: Stage;
  private readonly staging: ReturnType<typeof stagingOf>;

  constructor(
    private readonly scope: Construct,
    private readonly displayName: string,
  ) {
    const assembly = Stage.of(scope);
    if (!assembly)
      throw new Error(`${scope.node.path}: a TritonModel requires an App or Stage above it in the construct tree`);
    this.assembly = assembly;
    this.staging = stagingOf(scope);
    fs.mkdirSync(assembly.assetOutdir, { recursive: true });
  }

  /** Returns the path of a file in the cloud assembly. The name of the file contains the hash of its content. */
  public pathFor(hash: string, extension: string): string {
    return path.join(this.assembly.assetOutdir, `asset.${hash}${extension}`);
  }

  /** Adds a file with its SHA-256 as the key. An absent file is not uploaded, because it must already be in the bucket. */
  public addFile(file: HashedFile & { readonly source: string }): FileAssetLocation {
    // Files of packages are copied, because the cache that contains them can be deleted before the deployment.
    if (this.staging !== 'copy' && !file.absent && file.package === undefined) {
      if (this.staging === undefined) reportOutsideFile(this.scope, file.source);
      return this.add(file.source, file.sha256);
    }
    const copy = this.pathFor(file.sha256, path.extname(file.source));
    if (!file.absent && !fs.existsSync(copy)) {
      // Not a hard link: the link would change the ctime of the file, so the next synth would hash the file again. Later changes of the file
      // would also change the link.
      writeAtomically(copy, (temporary) => copySource(file, temporary));
    }
    return this.add(copy, file.sha256);
  }

  /** Adds a text that is generated at synth. */
  public addText(content: string, extension: string): FileAssetLocation {
    const hash = createHash('sha256').update(content).digest('hex');
    const file = this.pathFor(hash, extension);
    if (!fs.existsSync(file)) writeAtomically(file, (temporary) => fs.writeFileSync(temporary, content));
    return this.add(file, hash);
  }

  /** Adds a file with the hash of its content. The object key is the hash and the last extension of the file. */
  public add(file: string, hash: string): FileAssetLocation {
    const { synthesizer } = Stack.of(this.scope);
    const location = synthesizer.addFileAsset({
      fileName: path.relative(this.assembly.outdir, file),
      packaging: FileAssetPackaging.FILE,
      sourceHash: hash,
      displayName: this.displayName,
    });
    // Manifests contain the keys.
    if (!isUnresolved(location.objectKey)) return location;
    throw new Error(
      `${this.scope.node.path}: got ${synthesizer.constructor.name}, which knows the keys of assets only at deployment; allowed: a stack with DefaultStackSynthesizer or CliCredentialsStackSynthesizer`,
    );
  }
}
