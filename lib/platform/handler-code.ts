import { createHash } from 'crypto';
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
    const sourceHash = hashOf(folder);
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

/** The bundles do not change while a process runs. */
const HASHES = new Map<string, string>();

function hashOf(folder: string): string {
  const known = HASHES.get(folder);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for (const file of fs.readdirSync(folder).sort()) {
    const content = fs.readFileSync(path.join(folder, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  const digest = hash.digest('hex');
  HASHES.set(folder, digest);
  return digest;
}

function stage(folder: string, copy: string): string {
  if (!fs.existsSync(copy)) fs.cpSync(folder, copy, { recursive: true });
  return copy;
}
