import { createHash } from 'crypto';
import * as fs from 'fs';
import { CfnResource, CustomResource, FileAssetLocation, Lazy, Names } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { atSynthesis, NOT_YET, synthesisOf } from '../platform/at-synthesis';
import { ArchivedModel } from './archived-model';
import { addBundle, BUNDLED_BELOW } from './bundle';
import { requirePulled } from './check-lock';
import { digestSmall } from './digest';
import { FileAssets } from './file-assets';
import { LISTING, listingOfModels } from './listing';
import { EngineSite } from './model-data-options';
import { writeArchive } from './model-archive';
import { ManifestLocation, ModelPublisher } from './model-publisher';
import { PackedArchive, PublicationManifest } from './publication-manifest';
import { contentHashOf, HashedFile } from './repository-file';

/** How archives are published. */
export interface ModelArchivesOptions {
  /** By default one of the stack's; for an open prefix one that outlives the stack. */
  readonly bucket?: IBucket;
  readonly retainedVersions?: number;
  /** Whether others may add models to the prefix. */
  readonly openPrefix?: boolean;
}

/** Where the archives of a multi-model endpoint lie. What depends on the set of models is a token. */
export interface ModelArchives {
  readonly bucket: IBucket;
  /** With its `/`. */
  readonly prefix: string;
  /** Prefix that all versions of the set have in common, with its `/`. */
  readonly group: string;
  readonly s3Uri: string;
  /** Changes whenever one of the models does. */
  readonly contentHash: string;
  readonly bucketKey?: IKey;
  /** What has to be deployed before the archives are there. */
  readonly publication: CustomResource;
  /** Of an open prefix: key of the JSON object that has the object of each model, by the model's name. */
  readonly tableKey?: string;
}

/**
 * Publishes the models that `archives` has when the stack is synthesized, each as one `.tar.gz`, all with one custom resource.
 *
 * Assets are added while tokens are resolved. That is before the stack writes its list of assets, also for a nested stack, whose assets
 * are in its parent's list.
 */
export function publishArchives(
  scope: Construct,
  archives: () => ArchivedModel[],
  options: ModelArchivesOptions = {},
): ModelArchives {
  const { openPrefix: open = false } = options;
  const publisher = ModelPublisher.of(scope);
  const bucket = options.bucket ?? (open ? publisher.openBucket : publisher.ownBucket);
  const group = groupOf(scope, publisher.prefixIn(bucket), open ? 'open' : 'models');
  const hasBegun = synthesisOf(scope);
  const current = (): string => hashOfAll(archives());
  const content = atSynthesis(hasBegun, current, current);
  const contentHash = Lazy.uncachedString({ produce: content });
  const prefix = open ? `${group}models/` : `${group}${contentHash}/`;
  const unknown = { bucketName: NOT_YET, objectKey: NOT_YET };
  const asset = atSynthesis(
    hasBegun,
    (): ManifestLocation => addManifest(scope, archives(), open),
    () => unknown,
  );
  const manifest = {
    bucketName: Lazy.uncachedString({ produce: () => asset().bucketName }),
    objectKey: Lazy.uncachedString({ produce: () => asset().objectKey }),
  };
  const publication = publisher.publish(scope, 'Publication', {
    manifest,
    bucket,
    prefix,
    declaration: open ? contentHash : undefined,
    enginePrefix: Lazy.uncachedString({
      produce: () =>
        archives().some(({ engines }) => engines.length > 0) ? publisher.enginePrefixIn(bucket) : undefined,
    }),
    retainedVersions: options.retainedVersions ?? 1,
  });
  // On the publication, which changes with the models anyway: the SageMaker model stays as it is.
  const listing = Lazy.uncachedAny({ produce: () => listingOfModels(archives()) });
  (publication.node.defaultChild as CfnResource).addMetadata(LISTING, listing);
  return {
    bucket,
    prefix,
    group: open ? prefix : group,
    s3Uri: bucket.s3UrlForObject(prefix),
    contentHash,
    bucketKey: bucket.encryptionKey,
    publication,
    tableKey: open ? `${group}table.json` : undefined,
  };
}

/** Has the engines of an archive built before the archives are published. */
export function buildEngines(
  { publication, bucket }: ModelArchives,
  { engines }: ArchivedModel,
  site: EngineSite,
): void {
  ModelPublisher.of(publication).allowEngines(bucket);
  publication.node.addDependency(...engines.map((engine) => site.build(engine).ready));
}

/** `<prefix of the stack><construct>/<kind>/`: what of one endpoint replaces each other. */
function groupOf(scope: Construct, stackPrefix: string, kind: string): string {
  const construct = Names.uniqueResourceName(scope, { maxLength: 100, separator: '-' });
  return `${stackPrefix}${construct}/${kind}/`;
}

/** Archives are not read when their content is known: each is named after its listing. */
function hashOfAll(archives: ArchivedModel[]): string {
  const hash = createHash('sha256');
  for (const line of archives.map(({ name, contentHash }) => `${name}\n${contentHash}\n`).sort()) hash.update(line);
  return hash.digest('hex');
}

function addManifest(scope: Construct, archives: ArchivedModel[], open: boolean): FileAssetLocation {
  const assets = new FileAssets(scope, 'Triton models');
  archives.forEach((archive) => requirePulled(scope, archive.files));
  const files = archives.map((archive) => ({
    archive,
    path: archive.objectName(open),
    ...pack(assets, archive.packed),
  }));
  const whole = files.filter(({ archive }) => archive.engines.length === 0);
  const small = whole.filter(({ bytes }) => bytes < BUNDLED_BELOW);
  const large = whole.filter(({ bytes }) => bytes >= BUNDLED_BELOW);
  const packed = files.filter(({ archive }) => archive.engines.length > 0);
  const keyOf = ({ source, contentHash }: PackedFiles): string => assets.add(source, `${contentHash}.tar`).objectKey;
  const manifest: PublicationManifest = {
    copies: large.map((file) => ({ path: file.path, key: keyOf(file) })),
    texts: [],
    ...(small.length > 0 && {
      bundle: addBundle(
        assets,
        small.map(({ path, source }) => ({ path, source, ...digestSmall(source) })),
      ),
    }),
    ...(packed.length > 0 && {
      packed: packed.map((file): PackedArchive => ({
        path: file.path,
        key: keyOf(file),
        engines: file.archive.engines.map(({ path, sha256: key }) => ({ path, key })),
      })),
    }),
    ...(open && { table: Object.fromEntries(archives.map((each, index) => [each.name, files[index].path])) }),
  };
  return assets.addText(JSON.stringify(manifest), '.json');
}

/** Files as one archive in the cloud assembly. */
interface PackedFiles {
  /** Size of the unpacked files. */
  readonly bytes: number;
  readonly contentHash: string;
  readonly source: string;
}

/** An archive of files that are only in a lock is found in the bucket. */
function pack(assets: FileAssets, files: HashedFile[]): PackedFiles {
  const contentHash = contentHashOf(files);
  const source = assets.pathFor(contentHash, '.tar.gz');
  if (!fs.existsSync(source) && !files.some(({ absent }) => absent)) writeArchive(files, source, contentHash);
  return { bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), contentHash, source };
}
