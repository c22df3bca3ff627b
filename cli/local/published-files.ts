import * as fs from 'fs';
import * as path from 'path';
import { AssemblyFiles } from '../assembly-files';
import { NotRun } from './outcome';
import { bundleIndex, publicationManifest } from '../resource-shapes';
import { parseJson } from '../shape';
import type { EngineFile, PublicationManifest, PublicationProperties } from '../../lib/artifacts/publication-manifest';

/** Files that a manifest of the assembly lists. */
export interface ListedFiles {
  readonly manifest: PublicationManifest;
  /** The file of the assembly that becomes an object; undefined when it has to be in the bucket already. */
  readonly fileOf: (key: string) => string | undefined;
  /** The content of such a file. */
  readonly read: (key: string) => Buffer | undefined;
}

/** The files that a deployment would publish under a prefix. */
export interface PublishedFiles extends ListedFiles {
  /** Files that the deployment builds. */
  readonly engines: UnbuiltEngine[];
  /** Those of archives that it packs, by the paths of the archives. */
  readonly packed: ReadonlyMap<string, UnbuiltEngine[]>;
}

/** A TensorRT engine that only a deployment has. */
export interface UnbuiltEngine {
  /** Path in the model repository, or in the archive. */
  readonly path: string;
  /** What it is built from; undefined when it is not in the assembly. */
  readonly sources?: ListedFiles;
}

/** A path that is there twice could be a link, which leads out of the folder. */
const NEW = { flag: 'wx' };

/**
 * Finds the publication that fills a prefix, among those of a template.
 *
 * @param engines the resources that build engines
 */
export function findPublishedFiles(
  prefixUri: string,
  publications: Record<string, unknown>[],
  engines: Record<string, unknown>[],
  objects: AssemblyFiles,
): PublishedFiles | undefined {
  const found = publications.find(({ Bucket, Prefix }) => `s3://${Bucket}/${Prefix}` === prefixUri);
  if (!found) return undefined;
  const { EnginePrefix } = found as unknown as PublicationProperties;
  const files = filesOf(found, prefixUri, objects);
  const unbuilt = (listed: EngineFile[] = []): UnbuiltEngine[] =>
    listed.map(({ path: file, key }) => {
      const built = engines.find(({ Prefix }) => Prefix === `${EnginePrefix}${key}/`);
      return { path: file, sources: built && filesOf(built, file, objects) };
    });
  const { packed = [] } = files.manifest;
  return {
    ...files,
    engines: unbuilt(files.manifest.engines),
    packed: new Map(packed.map((archive) => [archive.path, unbuilt(archive.engines)])),
  };
}

function filesOf(resource: Record<string, unknown>, what: string, objects: AssemblyFiles): ListedFiles {
  const { SourceBucket, ManifestKey } = resource as unknown as PublicationProperties;
  const manifest = objects.read(`${SourceBucket}/${ManifestKey}`);
  if (manifest === undefined) throw new Error(`the assembly lacks ${ManifestKey}, which lists the files of ${what}`);
  return {
    manifest: parseJson(manifest.toString(), `${SourceBucket}/${ManifestKey}`, publicationManifest),
    fileOf: (key) => objects.find(`${SourceBucket}/${key}`),
    read: (key) => objects.read(`${SourceBucket}/${key}`),
  };
}

/** Finds the archive that a deployment would publish as an object. */
export function findPublishedArchive(
  uri: string,
  publications: Record<string, unknown>[],
  objects: AssemblyFiles,
): string | undefined {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  const published = findPublishedFiles(uri.slice(0, uri.length - name.length), publications, [], objects);
  const copy = published?.manifest.copies.find(({ path: file }) => file === name);
  return copy && published?.fileOf(copy.key);
}

/**
 * Lays the files out as SageMaker does before it starts the container; archives without the engines that a deployment adds to them.
 *
 * @param asLinks large ones as links, for archives that are only read
 */
export function layOut({ manifest, fileOf, read }: ListedFiles, folder: string, asLinks = false): void {
  const sourceOf = (key: string, wanted: string): string => {
    const source = fileOf(key);
    if (source === undefined) throw new NotRun(`${wanted} is not on this host, only in S3`);
    if (!fs.existsSync(source)) {
      throw new NotRun(
        `${wanted} existed when the stack was synthesized, but now ${source} is missing; synthesize again`,
      );
    }
    if (!fs.statSync(source).isFile()) throw new Error(`${wanted}: got ${source}; allowed: a regular file`);
    return source;
  };
  const place = (file: string): string => {
    const target = path.join(folder, file);
    if (!target.startsWith(folder + path.sep)) throw new Error(`${file} is not a path inside the model's folder`);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    return target;
  };
  for (const file of [...manifest.copies, ...(manifest.packed ?? [])]) {
    // A copy, since the server's files are adapted to this machine.
    if (asLinks) fs.symlinkSync(sourceOf(file.key, file.path), place(file.path));
    else fs.copyFileSync(sourceOf(file.key, file.path), place(file.path), fs.constants.COPYFILE_FICLONE);
  }
  const { bundle } = manifest;
  if (bundle) {
    sourceOf(bundle.key, 'the bundle of small files');
    const bytes = read(bundle.key) ?? Buffer.alloc(0);
    let offset = bundle.indexBytes;
    for (const file of parseJson(bytes.toString('utf8', 0, offset), bundle.key, bundleIndex)) {
      fs.writeFileSync(place(file.path), bytes.subarray(offset, (offset += file.bytes)), NEW);
    }
  }
  for (const { path: file, content } of manifest.texts) fs.writeFileSync(place(file), content, NEW);
}
