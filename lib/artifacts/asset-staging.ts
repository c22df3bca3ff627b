import type { IConstruct } from 'constructs';
import { rulePage } from '../findings/rule-page';
import { AssetStaging } from './packaging';

/** Context key for the default of the property `assetStaging` in an app or a part of an app. */
export const ASSET_STAGING_KEY = 'cdk-sagemaker-triton:assetStaging';

/** Advice for error messages: how to copy all files into the cloud assembly. */
export const COPY_FILES_ADVICE = `set the context key '${ASSET_STAGING_KEY}' to '${AssetStaging.COPY}'`;

/**
 * Reads the default of `assetStaging` from the context.
 *
 * @throws if the context contains an invalid value
 */
export function stagingInContext(scope: IConstruct): AssetStaging | undefined {
  const contextValue: unknown = scope.node.tryGetContext(ASSET_STAGING_KEY);
  const staging = Object.values(AssetStaging).find((candidate) => candidate === contextValue);
  if (staging !== undefined || contextValue === undefined || contextValue === null) return staging;
  throw new Error(
    `${scope.node.path}: context key '${ASSET_STAGING_KEY}': got ${JSON.stringify(contextValue)}; allowed: ` +
      `${Object.values(AssetStaging)
        .map((each) => `'${each}'`)
        .join(' or ')}, so correct the key in cdk.json or in --context ${rulePage('files.staging')}`,
  );
}
