import type { PublicationManifest, PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { ModelConfig } from '../../lib/model-config';
import { Template } from '../local/intrinsics';
import { bundleIndex, publicationManifest } from '../resource-shapes';
import { parseJson } from '../shape';
import { propertiesOf } from '../template';
import { AssemblyFiles } from '../assembly-files';
import { differences } from './differences';

/** A template with the files that its deployment uploads; none where only the template is known. */
export interface Deployment {
  readonly template: Template;
  readonly objects: AssemblyFiles;
  /** `bucket/key` of what is uploaded for the stack. */
  readonly assets?: string[];
}

/** A file that a publication puts under its prefix. */
export interface PublishedFile {
  /** Undefined where the assembly does not have it. */
  readonly bytes?: number;
  /** Equal for equal content. */
  readonly content: string;
  /** Of files that are written at synth. */
  readonly text?: string;
}

/** The files of a model, and how they get to S3. */
export interface Publication {
  readonly properties: PublicationProperties;
  /** By path; undefined where the manifest is not on this machine. */
  readonly files?: Map<string, PublishedFile>;
  /** `bucket/key` of what is uploaded for it. */
  readonly uploads: string[];
  /** Of an open prefix: the object of each model. */
  readonly table?: Record<string, string>;
}

/** What fills the prefix, or that of an archive, if a publication does. */
export function publicationOf(dataUri: string, { template, objects }: Deployment): Publication | undefined {
  const properties = Object.values(template.Resources ?? {})
    .filter(({ Type }) => Type === 'Custom::TritonModelPublication')
    .map((resource) => propertiesOf(resource, template) as unknown as PublicationProperties)
    .find(({ Bucket, Prefix }) => dataUri.startsWith(`s3://${Bucket}/${Prefix}`));
  if (!properties) return undefined;
  const place = (key: string): string => `${properties.SourceBucket}/${key}`;
  const manifestText = objects.read(place(properties.ManifestKey));
  if (manifestText === undefined) return { properties, uploads: [] };
  const manifest: PublicationManifest = parseJson(
    manifestText.toString(),
    place(properties.ManifestKey),
    publicationManifest,
  );
  const keys = [
    properties.ManifestKey,
    ...(manifest.bundle ? [manifest.bundle.key] : []),
    ...manifest.copies.map(({ key }) => key),
    ...(manifest.packed ?? []).map(({ key }) => key),
  ];
  return {
    properties,
    files: filesOf(manifest, objects, place),
    uploads: [...new Set(keys)].map(place),
    table: manifest.table,
  };
}

function filesOf(
  { copies, bundle, texts, packed = [] }: PublicationManifest,
  objects: AssemblyFiles,
  place: (key: string) => string,
): Map<string, PublishedFile> {
  const files = new Map<string, PublishedFile>();
  for (const { path, bytes, key } of copies)
    files.set(path, { bytes: bytes ?? objects.bytesOf(place(key)), content: key });
  for (const { path, content } of texts) files.set(path, { bytes: Buffer.byteLength(content), content, text: content });
  for (const { path, key, engines } of packed)
    files.set(path, { content: [key, ...engines.map((engine) => engine.key)].join() });
  const bundled = bundle && objects.read(place(bundle.key));
  if (bundled) {
    const index = bundled.toString('utf8', 0, bundle.indexBytes);
    for (const { path, bytes, sha256 } of parseJson(index, place(bundle.key), bundleIndex))
      files.set(path, { bytes, content: sha256 });
  }
  return files;
}

/** Which files of a model change, one phrase for each: `config.pbtxt: max_batch_size changes from 16 to 8`. */
export function fileChanges(before: Map<string, PublishedFile>, after: Map<string, PublishedFile>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const [old, fresh] = [before.get(path), after.get(path)];
    if (!old) return [`${path} is added`];
    if (!fresh) return [`${path} is removed`];
    if (old.content === fresh.content) return [];
    const settings = settingChanges(old, fresh);
    return settings.length > 0 ? settings.map((change) => `${change} in ${path}`) : [`${path} has different content`];
  });
}

function settingChanges(before: PublishedFile, after: PublishedFile): string[] {
  if (before.text === undefined || after.text === undefined) return [];
  try {
    return differences(ModelConfig.fromText(before.text).toJson(), ModelConfig.fromText(after.text).toJson());
  } catch {
    return []; // not a configuration, or one that this release does not know
  }
}
