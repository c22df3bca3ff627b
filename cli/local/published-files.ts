import * as fs from 'fs';
import * as path from 'path';
import { AssemblyAssets } from '../assembly/assets';
import { NotRunError } from './outcome';
import { readManifest } from '../assembly/publications';
import { Properties } from '../assembly/template';
import type {
  BundledFile,
  EngineFile,
  PublicationManifest,
  PublicationProperties,
} from '../../lib/contracts/publication-manifest';

/** The files that a manifest lists. A manifest is the list of files that a deployment copies to S3. */
export interface ListedFiles {
  readonly manifest: PublicationManifest;
  /** Returns the path of an asset; undefined if the asset is not in the assembly. */
  readonly assetPath: (key: string) => string | undefined;
  /** Returns the content of an asset. */
  readonly read: (key: string) => Buffer | undefined;
}

/** The files that a deployment would publish under a prefix. */
export interface PublishedFiles extends ListedFiles {
  /** TensorRT engines that the deployment builds. */
  readonly engines: UnbuiltEngine[];
  /** TensorRT engines that the deployment adds to archives, by the path of the archive. */
  readonly enginesByArchive: ReadonlyMap<string, UnbuiltEngine[]>;
}

/** A TensorRT engine that only a deployment builds. */
export interface UnbuiltEngine {
  /** The path in the model repository, or in the archive. */
  readonly path: string;
  /** The source files of the engine; undefined if they are not in the assembly. */
  readonly sources?: ListedFiles;
}

/** Writing fails if the path exists, because it may be a link to a file outside the folder. */
const NEW_FILE = { flag: 'wx' };

/**
 * Finds the files that a deployment would write to an S3 prefix; undefined if no resource of the app writes to the prefix.
 *
 * @param engines the properties of the resources that build engines
 */
export function findPublishedFiles(
  prefixUri: string,
  publications: PublicationProperties[],
  engines: Properties[],
  assets: AssemblyAssets,
): PublishedFiles | undefined {
  const publication = publications.find(({ Bucket, Prefix }) => `s3://${Bucket}/${Prefix}` === prefixUri);
  if (!publication) return undefined;
  const files = filesOf(publication, prefixUri, assets);
  const toUnbuiltEngines = (engineFiles: EngineFile[] = []): UnbuiltEngine[] =>
    engineFiles.map(({ path: file, key }) => {
      const engine = engines.find(({ Prefix }) => Prefix === `${publication.EnginePrefix}${key}/`);
      return { path: file, sources: engine && filesOf(engine as unknown as ManifestSource, file, assets) };
    });
  const { packed = [] } = files.manifest;
  return {
    ...files,
    engines: toUnbuiltEngines(files.manifest.engines),
    enginesByArchive: new Map(packed.map((archive) => [archive.path, toUnbuiltEngines(archive.engines)])),
  };
}

type ManifestSource = Pick<PublicationProperties, 'SourceBucket' | 'ManifestKey'>;

function filesOf(source: ManifestSource, description: string, assets: AssemblyAssets): ListedFiles {
  const { SourceBucket, ManifestKey } = source;
  const manifest = readManifest(source, assets);
  if (manifest === undefined)
    throw new Error(`the assembly lacks ${ManifestKey}, which lists the files of ${description}`);
  return {
    manifest,
    assetPath: (key) => assets.find(`${SourceBucket}/${key}`),
    read: (key) => assets.read(`${SourceBucket}/${key}`),
  };
}

/**
 * Writes the files to a folder, as SageMaker does before it starts the container. Archives lack the engines that a deployment adds.
 *
 * @param asLinks whether to link instead of copy large files, for archives that are only read
 */
export function writePublishedFiles({ manifest, assetPath, read }: ListedFiles, folder: string, asLinks = false): void {
  const sourcePath = (key: string, label: string): string => {
    const source = assetPath(key);
    if (source === undefined) throw new NotRunError(`${label} is not on this host, only in S3`);
    if (!fs.existsSync(source)) {
      throw new NotRunError(
        `${label} existed when the stack was synthesized, but now ${source} is missing; synthesize again`,
      );
    }
    if (!fs.statSync(source).isFile()) throw new Error(`${label}: got ${source}; allowed: a regular file`);
    return source;
  };
  const targetPath = (file: string): string => {
    const target = path.join(folder, file);
    if (!target.startsWith(folder + path.sep)) throw new Error(`${file} is not a path inside the model's folder`);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    return target;
  };
  for (const file of [...manifest.copies, ...(manifest.packed ?? [])]) {
    // Copied by default: the caller later adapts the files to this host, which must not change the assets.
    if (asLinks) fs.symlinkSync(sourcePath(file.key, file.path), targetPath(file.path));
    else fs.copyFileSync(sourcePath(file.key, file.path), targetPath(file.path), fs.constants.COPYFILE_FICLONE);
  }
  const { bundle } = manifest;
  if (bundle) {
    sourcePath(bundle.key, 'the bundle of small files');
    const bytes = read(bundle.key) ?? Buffer.alloc(0);
    let offset = bundle.indexBytes;
    for (const file of JSON.parse(bytes.toString('utf8', 0, offset)) as BundledFile[]) {
      fs.writeFileSync(targetPath(file.path), bytes.subarray(offset, (offset += file.bytes)), NEW_FILE);
    }
  }
  for (const { path: file, content } of manifest.texts) fs.writeFileSync(targetPath(file), content, NEW_FILE);
}
