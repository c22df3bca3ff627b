import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { addBundle, BUNDLE_SIZE_LIMIT } from './bundle';
import { FileAssets } from './file-assets';
import { listingOfFiles } from './listing';
import { BuiltEngine, ModelData, ModelDataOptions } from './model-data-options';
import { ModelPublisher } from './model-publisher';
import { CopiedFile, PublicationManifest } from '../contracts/publication-manifest';
import { contentHashOf, HashedFile } from './repository-file';

/** Copies the uncompressed files of a model repository to a prefix that is derived from the content, when the stack is deployed. */
export function publishFiles(
  scope: Construct,
  modelName: string,
  files: HashedFile[],
  options: ModelDataOptions,
): ModelData {
  const assets = new FileAssets(scope, `Triton model ${modelName}`);
  const contentHash = contentHashOf(files);
  const publisher = ModelPublisher.of(scope);
  const bucket: IBucket = options.bucket ?? publisher.ownBucket;
  const readPrefix = publisher.endpointPrefixIn(bucket, options.endpoint ?? scope);
  // A pool can have its own copy of a model.
  const prefix = `${readPrefix}${scope.node.addr.slice(-8)}/${modelName}/${contentHash}${publisher.keySuffix(bucket)}/`;
  const engines = files.filter(({ build }) => build).map((file) => buildEngine(file, options));
  const publication = publisher.publish(scope, 'Publication', {
    manifest: assets.addText(JSON.stringify(createManifest(assets, files)), '.json'),
    bucket,
    prefix,
    enginePrefix: engines[0]?.enginePrefix,
  });
  if (engines.length > 0) publisher.allowEngines(bucket);
  publication.node.addDependency(...engines.map(({ dependency }) => dependency));
  return {
    s3Uri: bucket.s3UrlForObject(prefix),
    uncompressed: true,
    bucketArn: bucket.bucketArn,
    key: prefix,
    readPrefix,
    contentHash,
    listing: listingOfFiles(files),
    bytes: engines.length > 0 ? undefined : files.reduce((sum, file) => sum + file.bytes, 0),
    bucketKey: bucket.encryptionKey,
    publication,
  };
}

function buildEngine(file: HashedFile, { engines }: ModelDataOptions): BuiltEngine {
  if (!engines) throw new Error(`${file.path}: got an engine to build; allowed: files`); // usually, a rule has already reported this
  return engines.build(file);
}

/** The manifest for files: copies of assets, texts, and engines that are built before the files are copied. */
export function createManifest(assets: FileAssets, files: HashedFile[]): PublicationManifest {
  const texts = files.filter(({ content }) => content !== undefined);
  const engines = files.filter(({ build }) => build);
  const localFiles = files.filter(({ content, build }) => content === undefined && !build);
  const small = localFiles.filter(({ bytes }) => bytes < BUNDLE_SIZE_LIMIT);
  const large = localFiles.filter(({ bytes }) => bytes >= BUNDLE_SIZE_LIMIT);
  return {
    copies: large.map((file) => addCopy(assets, file)),
    texts: texts.map(({ path, content = '' }) => ({ path, content })),
    ...(small.length > 0 && { bundle: addBundle(assets, small) }),
    ...(engines.length > 0 && { engines: engines.map(({ path, sha256: key }) => ({ path, key })) }),
  };
}

function addCopy(assets: FileAssets, file: HashedFile): CopiedFile {
  const { path, bytes, sha256, crc32, package: name, source = '' } = file;
  const { objectKey } = assets.addFile({ ...file, source });
  return {
    path,
    bytes,
    sha256,
    ...(crc32 !== undefined && { crc32 }),
    ...(name !== undefined && { package: name }),
    key: objectKey,
  };
}
