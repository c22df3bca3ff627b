import { IConstruct } from 'constructs';
import { rulePage } from '../findings/rule-page';
import { AssetStaging } from './packaging';

/** Context of an app, or of a part of it, that decides for all models whose endpoint does not. */
export const ASSET_STAGING = 'cdk-sagemaker-triton:assetStaging';

/** What brings all files into the assembly. */
export const COPY_FILES = `set the context key '${ASSET_STAGING}' to '${AssetStaging.COPY}'`;

/**
 * What the app's context says of large files.
 *
 * @throws when it says neither of both
 */
export function stagingInContext(scope: IConstruct): AssetStaging | undefined {
  const given: unknown = scope.node.tryGetContext(ASSET_STAGING);
  const staging = Object.values(AssetStaging).find((each) => each === given);
  if (staging !== undefined || given === undefined || given === null) return staging;
  throw new Error(
    `${scope.node.path}: context key '${ASSET_STAGING}': got ${JSON.stringify(given)}; allowed: ` +
      `${Object.values(AssetStaging)
        .map((each) => `'${each}'`)
        .join(' or ')}, so correct the key in cdk.json or in --context ${rulePage('files.staging')}`,
  );
}
