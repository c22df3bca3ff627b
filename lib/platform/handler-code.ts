import * as fs from 'fs';
import * as path from 'path';
import { CfnResource, FileAssetPackaging, Names, Stack, Stage } from 'aws-cdk-lib';
import { Code, CodeConfig, ResourceBindOptions } from 'aws-cdk-lib/aws-lambda';
import {
  ASSET_RESOURCE_METADATA_ENABLED_CONTEXT,
  ASSET_RESOURCE_METADATA_IS_BUNDLED_KEY,
  ASSET_RESOURCE_METADATA_PATH_KEY,
  ASSET_RESOURCE_METADATA_PROPERTY_KEY,
  DISABLE_ASSET_STAGING_CONTEXT,
} from 'aws-cdk-lib/cx-api';
import { Construct } from 'constructs';
import { assetPath } from '../assets';

/**
 * A handler of this library, bundled in `assets/lambda`. `Code.fromAsset` gives the same asset, but loads aws-cdk-lib's S3 module and
 * its table of regions first, which takes as long as the rest of a small app.
 */
export class HandlerCode extends Code {
  public readonly isInline = false;
  private staged = '';

  constructor(private readonly handler: string) {
    super();
  }

  public override bind(scope: Construct): CodeConfig {
    const { outdir, assetOutdir } = Stage.of(scope) ?? {};
    if (outdir === undefined || assetOutdir === undefined) throw new Error(`${scope.node.path} is not in an App`);
    const folder = assetPath('lambda', this.handler);
    const sourceHash = hashOf(this.handler);
    const fileName = scope.node.tryGetContext(DISABLE_ASSET_STAGING_CONTEXT)
      ? folder
      : path.relative(outdir, stage(folder, path.join(assetOutdir, `asset.${sourceHash}`)));
    this.staged = fileName;
    const { bucketName, objectKey } = Stack.of(scope).synthesizer.addFileAsset({
      fileName,
      sourceHash,
      packaging: FileAssetPackaging.ZIP_DIRECTORY,
      displayName: `${Names.stackRelativeConstructPath(scope)}/Code`,
      deployTime: true,
    });
    return { s3Location: { bucketName, objectKey } };
  }

  /** Tells the AWS SAM CLI where the code lies, as all code from assets does. */
  public override bindToResource(resource: CfnResource, { resourceProperty = 'Code' }: ResourceBindOptions = {}): void {
    if (!resource.node.tryGetContext(ASSET_RESOURCE_METADATA_ENABLED_CONTEXT)) return;
    resource.addMetadata(ASSET_RESOURCE_METADATA_PATH_KEY, this.staged);
    resource.addMetadata(ASSET_RESOURCE_METADATA_IS_BUNDLED_KEY, false);
    resource.addMetadata(ASSET_RESOURCE_METADATA_PROPERTY_KEY, resourceProperty);
  }
}

/** Names and contents of a handler's files, hashed when they were bundled: to read them all takes longer than to make an endpoint. */
function hashOf(handler: string): string {
  hashes ??= JSON.parse(fs.readFileSync(assetPath('handler-hashes.json'), 'utf8')) as Record<string, string>;
  return hashes[handler];
}

let hashes: Record<string, string> | undefined;

/** File by file, which takes half the time of fs.cpSync. */
function stage(folder: string, copy: string): string {
  if (fs.existsSync(copy)) return copy;
  fs.mkdirSync(copy, { recursive: true });
  for (const file of fs.readdirSync(folder)) fs.copyFileSync(path.join(folder, file), path.join(copy, file));
  return copy;
}
