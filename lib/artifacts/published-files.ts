import { Names } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { addBundle, BUNDLED_BELOW } from './bundle';
import { FileAssets } from './file-assets';
import { listingOfFiles } from './listing';
import { BuiltEngine, ModelData, ModelDataOptions } from './model-data-options';
import { ModelPublisher } from './model-publisher';
import { CopiedFile, PublicationManifest } from './publication-manifest';
import { contentHashOf, HashedFile } from './repository-file';

/** Publishes a repository's files uncompressed, under a prefix that its content decides. */
export function publishFiles(
  scope: Construct,
  modelName: string,
  files: HashedFile[],
  options: ModelDataOptions,
): ModelData {
  const publisher = ModelPublisher.of(scope);
  const bucket: IBucket = options.bucket ?? publisher.ownBucket;
  const contentHash = contentHashOf(files);
  const group = groupOf(scope, publisher.prefixIn(bucket), modelName);
  const prefix = `${group}${contentHash}/`;
  const engines = files.filter(({ build }) => build).map((file) => buildEngine(file, options));
  const assets = new FileAssets(scope, `Triton model ${modelName}`, options.staging);
  const manifest = assets.addText(JSON.stringify(manifestOf(assets, files)), '.json');
  const publication = publisher.publish(scope, 'Publication', {
    manifest,
    bucket,
    prefix,
    enginePrefix: engines[0]?.enginePrefix,
    retainedVersions: options.retainedVersions ?? 1,
  });
  publication.node.addDependency(...engines.map(({ ready }) => ready));
  return {
    s3Uri: bucket.s3UrlForObject(prefix),
    uncompressed: true,
    bucketArn: bucket.bucketArn,
    key: prefix,
    group,
    contentHash,
    listing: listingOfFiles(files),
    bytes: engines.length > 0 ? undefined : files.reduce((sum, file) => sum + file.bytes, 0),
    bucketKey: bucket.encryptionKey,
    publication,
  };
}

/** `<prefix of the stack><construct>/<model>/`: what of one model replaces each other. */
function groupOf(scope: Construct, stackPrefix: string, modelName: string): string {
  const construct = Names.uniqueResourceName(scope, { maxLength: 100, separator: '-' });
  return `${stackPrefix}${construct}/${modelName}/`;
}

function buildEngine(file: HashedFile, { engines }: ModelDataOptions): BuiltEngine {
  if (!engines) throw new Error(`${file.path}: got an engine to build; allowed: files`); // a finding before
  return engines.build(file);
}

/** What files consist of: copies of assets, texts, and engines that were built before. */
export function manifestOf(assets: FileAssets, files: HashedFile[]): PublicationManifest {
  const texts = files.filter(({ content }) => content !== undefined);
  const engines = files.filter(({ build }) => build);
  const onDisk = files.filter(({ content, build }) => content === undefined && !build);
  const small = onDisk.filter(({ bytes }) => bytes < BUNDLED_BELOW);
  const large = onDisk.filter(({ bytes }) => bytes >= BUNDLED_BELOW);
  return {
    copies: large.map((file) => copyOf(assets, file)),
    texts: texts.map(({ path, content = '' }) => ({ path, content })),
    ...(small.length > 0 && { bundle: addBundle(assets, small) }),
    ...(engines.length > 0 && { engines: engines.map(({ path, sha256: key }) => ({ path, key })) }),
  };
}

function copyOf(assets: FileAssets, file: HashedFile): CopiedFile {
  const { path, bytes, sha256, crc32, source = '' } = file;
  const { objectKey } = assets.addFile({ ...file, source });
  return { path, bytes, sha256, ...(crc32 !== undefined && { crc32 }), key: objectKey };
}
