import { createHash } from 'crypto';
import { CfnResource, CustomResource, FileAssetLocation, Lazy } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { computeAtSynthesis, KNOWN_AT_SYNTHESIS, trackSynthesis } from '../cdk/at-synthesis';
import { ArchivedModel } from './archived-model';
import { addBundle, BUNDLE_SIZE_LIMIT } from './bundle';
import { requirePulled } from './check-lock';
import { digestSmall } from './digest';
import { FileAssets } from './file-assets';
import { LISTING_METADATA_KEY, listingOfModels } from './listing';
import { EngineBuilds } from './model-data-options';
import { addArchive, packFiles } from './model-archive';
import { ManifestLocation, ModelPublisher } from './model-publisher';
import { PackedArchive, PublicationManifest } from '../contracts/publication-manifest';

/** Options to publish archives, which copies them to the bucket from which the endpoint loads models. */
export interface ModelArchivesOptions {
  /** The default is a bucket of the stack. For an open prefix, the default is a bucket that is retained when the stack is deleted. */
  readonly bucket?: IBucket;
  /** Whether other principals can add models to the prefix. */
  readonly openPrefix?: boolean;
}

/** Location of the archives of a multi-model endpoint. Values that depend on the set of models are tokens. */
export interface ModelArchives {
  readonly bucket: IBucket;
  /** Ends with `/`. */
  readonly prefix: string;
  /** Common prefix of all versions of the set of models. Ends with `/`. */
  readonly versionsPrefix: string;
  readonly s3Uri: string;
  /** Hash that changes if any model changes. */
  readonly contentHash: string;
  readonly bucketKey?: IKey;
  /** Resource that copies the archives to the bucket. */
  readonly publication: CustomResource;
  /** For an open prefix, the key of a JSON object that maps each model name to the object of the model. */
  readonly tableKey?: string;
}

/**
 * Publishes models: one custom resource copies each model as one `.tar.gz` to the bucket during the deployment. `archives` is called at
 * synth, because models can be added to the endpoint until then.
 *
 * The assets are added when CDK resolves tokens, which is before the stack writes its list of assets. For a nested stack, the parent writes the
 * list.
 */
export function publishArchives(
  scope: Construct,
  archives: () => ArchivedModel[],
  options: ModelArchivesOptions = {},
): ModelArchives {
  const { openPrefix: open = false } = options;
  const publisher = ModelPublisher.of(scope);
  const bucket = options.bucket ?? (open ? publisher.openBucket : publisher.ownBucket);
  const versionsPrefix = `${publisher.endpointPrefixIn(bucket, scope)}${open ? 'open' : 'models'}/`;
  const synthesis = trackSynthesis(scope);
  const currentHash = (): string => hashOfAll(archives());
  const hashAtSynthesis = computeAtSynthesis(synthesis, currentHash, currentHash);
  const contentHash = Lazy.uncachedString({ produce: hashAtSynthesis });
  const prefix = open ? `${versionsPrefix}models/` : `${versionsPrefix}${contentHash}${publisher.keySuffix(bucket)}/`;
  const placeholderLocation = { bucketName: KNOWN_AT_SYNTHESIS, objectKey: KNOWN_AT_SYNTHESIS };
  const manifestLocation = computeAtSynthesis(
    synthesis,
    (): ManifestLocation => addManifest(scope, archives(), open),
    () => placeholderLocation,
  );
  const manifest = {
    bucketName: Lazy.uncachedString({ produce: () => manifestLocation().bucketName }),
    objectKey: Lazy.uncachedString({ produce: () => manifestLocation().objectKey }),
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
  });
  // The metadata is added to the publication and not to the SageMaker model, because the publication changes with the models anyway.
  const listing = Lazy.uncachedAny({ produce: () => listingOfModels(archives()) });
  (publication.node.defaultChild as CfnResource).addMetadata(LISTING_METADATA_KEY, listing);
  return {
    bucket,
    prefix,
    versionsPrefix: open ? prefix : versionsPrefix,
    s3Uri: bucket.s3UrlForObject(prefix),
    contentHash,
    bucketKey: bucket.encryptionKey,
    publication,
    tableKey: open ? `${versionsPrefix}table.json` : undefined,
  };
}

/** Builds the engines of an archive before the archives are published. */
export function buildEngines(
  { publication, bucket }: ModelArchives,
  { engines }: ArchivedModel,
  builds: EngineBuilds,
): void {
  ModelPublisher.of(publication).allowEngines(bucket);
  publication.node.addDependency(...engines.map((engine) => builds.build(engine).dependency));
}

/** Returns a hash of all archives. The function combines the content hashes of the archives, so it reads no archive. */
function hashOfAll(archives: ArchivedModel[]): string {
  const hash = createHash('sha256');
  for (const line of archives.map(({ name, contentHash }) => `${name}\n${contentHash}\n`).sort()) hash.update(line);
  return hash.digest('hex');
}

function addManifest(scope: Construct, archives: ArchivedModel[], open: boolean): FileAssetLocation {
  const assets = new FileAssets(scope, 'Triton models');
  archives.forEach((archive) => requirePulled(scope, archive.files));
  const packedArchives = archives.map((archive) => ({
    archive,
    path: archive.objectName(open),
    ...packFiles(assets, archive.packedFiles),
  }));
  const withoutEngines = packedArchives.filter(({ archive }) => archive.engines.length === 0);
  const small = withoutEngines.filter(({ bytes }) => bytes < BUNDLE_SIZE_LIMIT);
  const large = withoutEngines.filter(({ bytes }) => bytes >= BUNDLE_SIZE_LIMIT);
  const withEngines = packedArchives.filter(({ archive }) => archive.engines.length > 0);
  const manifest: PublicationManifest = {
    copies: large.map((file) => ({ path: file.path, key: addArchive(assets, file).objectKey })),
    texts: [],
    ...(small.length > 0 && {
      bundle: addBundle(
        assets,
        small.map(({ path, source }) => ({ path, source, ...digestSmall({ source }) })),
      ),
    }),
    ...(withEngines.length > 0 && {
      packed: withEngines.map((file): PackedArchive => ({
        path: file.path,
        key: addArchive(assets, file).objectKey,
        engines: file.archive.engines.map(({ path, sha256: key }) => ({ path, key })),
      })),
    }),
    ...(open && {
      table: Object.fromEntries(archives.map((archive, index) => [archive.name, packedArchives[index].path])),
    }),
  };
  return assets.addText(JSON.stringify(manifest), '.json');
}
