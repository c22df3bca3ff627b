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
import { assetPath } from '../files/assets';

/**
 * The code of a Lambda handler, which is bundled in `assets/lambda`. `Code.fromAsset` creates the same asset, but loads aws-cdk-lib's S3
 * module and its table of Regions, which takes 14 % of the synthesis time of one endpoint.
 */
export class HandlerCode extends Code {
  public readonly isInline = false;
  private stagedPath = '';

  constructor(private readonly handler: string) {
    super();
  }

  public override bind(scope: Construct): CodeConfig {
    const { outdir, assetOutdir } = Stage.of(scope) ?? {};
    if (outdir === undefined || assetOutdir === undefined) throw new Error(`${scope.node.path} is not in an App`);
    const folder = assetPath('lambda', this.handler);
    const sourceHash = handlerHashOf(this.handler);
    const fileName = scope.node.tryGetContext(DISABLE_ASSET_STAGING_CONTEXT)
      ? folder
      : path.relative(outdir, stage(folder, path.join(assetOutdir, `asset.${sourceHash}`)));
    this.stagedPath = fileName;
    const { bucketName, objectKey } = Stack.of(scope).synthesizer.addFileAsset({
      fileName,
      sourceHash,
      packaging: FileAssetPackaging.ZIP_DIRECTORY,
      displayName: `${Names.stackRelativeConstructPath(scope)}/Code`,
      deployTime: true,
    });
    return { s3Location: { bucketName, objectKey } };
  }

  /** Adds metadata with the path of the code, as CDK does for other code from assets. The AWS SAM CLI reads this metadata. */
  public override bindToResource(resource: CfnResource, { resourceProperty = 'Code' }: ResourceBindOptions = {}): void {
    if (!resource.node.tryGetContext(ASSET_RESOURCE_METADATA_ENABLED_CONTEXT)) return;
    resource.addMetadata(ASSET_RESOURCE_METADATA_PATH_KEY, this.stagedPath);
    resource.addMetadata(ASSET_RESOURCE_METADATA_IS_BUNDLED_KEY, false);
    resource.addMetadata(ASSET_RESOURCE_METADATA_PROPERTY_KEY, resourceProperty);
  }
}

/**
 * Hash of a handler's files. The build of the library computes it, because hashing the files takes longer than creating an endpoint
 * construct.
 */
function handlerHashOf(handler: string): string {
  hashes ??= JSON.parse(fs.readFileSync(assetPath('handler-hashes.json'), 'utf8')) as Record<string, string>;
  return hashes[handler];
}

let hashes: Record<string, string> | undefined;

/** Copies the files of a handler one by one, which takes half the time of fs.cpSync. */
function stage(folder: string, target: string): string {
  if (fs.existsSync(target)) return target;
  fs.mkdirSync(target, { recursive: true });
  for (const file of fs.readdirSync(folder)) fs.copyFileSync(path.join(folder, file), path.join(target, file));
  return target;
}
