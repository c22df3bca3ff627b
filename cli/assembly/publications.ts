import type { BundledFile, PublicationManifest, PublicationProperties } from '../../lib/contracts/publication-manifest';
import { AssemblyAssets } from './assets';
import { Template } from './intrinsics';
import { resourcesOfType } from './template';

/** A template, and the files that its deployment uploads. `assets` is empty if only the template is available. */
export interface Deployment {
  readonly template: Template;
  readonly assets: AssemblyAssets;
}

/** A file that a publication (see `Publication`) writes to its S3 prefix. */
export interface PublishedFile {
  /** Undefined if the file is not on this host. */
  readonly bytes?: number;
  /** Identifies the content: files with equal ids have equal content. */
  readonly contentId: string;
  /** The text of a file that is generated during synthesis. */
  readonly text?: string;
  /** Name and version of the Python package that the file belongs to. */
  readonly package?: string;
}

/** A publication: the custom resource `Custom::TritonModelPublication`, which copies model files from the asset bucket to an S3 prefix. */
export interface Publication {
  readonly properties: PublicationProperties;
  /** The files by path; undefined if the manifest (the list of the files) is not on this host. */
  readonly files?: Map<string, PublishedFile>;
  /** `bucket/key` of each asset that the publication uses. */
  readonly assetKeys: string[];
  /** The S3 object of each model, by model name. Only for an open prefix, which receives new models without a new fleet. */
  readonly objectByModel?: Record<string, string>;
}

/** The properties of the publications in a template. */
export function publicationPropertiesOf(template: Template): PublicationProperties[] {
  return resourcesOfType(template, 'Custom::TritonModelPublication').map(
    ({ properties }) => properties as unknown as PublicationProperties,
  );
}

/** Finds the publication that writes the model data at an S3 URI, if there is one. */
export function publicationOf(dataUri: string, { template, assets }: Deployment): Publication | undefined {
  const properties = publicationPropertiesOf(template).find(({ Bucket, Prefix }) =>
    dataUri.startsWith(`s3://${Bucket}/${Prefix}`),
  );
  if (!properties) return undefined;
  const manifest = readManifest(properties, assets);
  if (manifest === undefined) return { properties, assetKeys: [] };
  const sourceKey = (key: string): string => `${properties.SourceBucket}/${key}`;
  const keys = [
    properties.ManifestKey,
    ...(manifest.bundle ? [manifest.bundle.key] : []),
    ...manifest.copies.map(({ key }) => key),
    ...(manifest.packed ?? []).map(({ key }) => key),
  ];
  return {
    properties,
    files: filesOf(manifest, assets, sourceKey),
    assetKeys: [...new Set(keys)].map(sourceKey),
    objectByModel: manifest.table,
  };
}

/** Reads a manifest; undefined if it is not on this host. */
export function readManifest(
  { SourceBucket, ManifestKey }: Pick<PublicationProperties, 'SourceBucket' | 'ManifestKey'>,
  assets: AssemblyAssets,
): PublicationManifest | undefined {
  const content = assets.read(`${SourceBucket}/${ManifestKey}`);
  return content && (JSON.parse(content.toString()) as PublicationManifest);
}

function filesOf(
  { copies, bundle, texts, packed = [] }: PublicationManifest,
  assets: AssemblyAssets,
  sourceKey: (key: string) => string,
): Map<string, PublishedFile> {
  const files = new Map<string, PublishedFile>();
  for (const { path, bytes, key, package: name } of copies)
    files.set(path, { bytes: bytes ?? assets.bytesOf(sourceKey(key)), contentId: key, package: name });
  for (const { path, content } of texts)
    files.set(path, { bytes: Buffer.byteLength(content), contentId: content, text: content });
  for (const { path, key, engines } of packed)
    files.set(path, { contentId: [key, ...engines.map((engine) => engine.key)].join() });
  const bundleContent = bundle && assets.read(sourceKey(bundle.key));
  if (bundleContent) {
    const index = bundleContent.toString('utf8', 0, bundle.indexBytes);
    for (const { path, bytes, sha256, package: name } of JSON.parse(index) as BundledFile[])
      files.set(path, { bytes, contentId: sha256, package: name });
  }
  return files;
}
