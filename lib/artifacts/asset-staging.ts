import { Stage } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { ASSET_STAGING_KEY } from '../contracts/asset-staging-key';
import { rulePage } from '../findings/rule-page';

/** `copy` copies the files into the cloud assembly at synth. `inPlace` refers to them by a relative path. */
const STAGINGS = ['inPlace', 'copy'] as const;

/**
 * Returns where the large files of a scope are. Without the context key, they are copied in a `Stage`, because pipelines deploy stages from a
 * different host. Undefined if nothing selects the location: the files then stay where they are.
 *
 * @throws if the context contains an invalid value
 */
export function stagingOf(scope: IConstruct): (typeof STAGINGS)[number] | undefined {
  const contextValue: unknown = scope.node.tryGetContext(ASSET_STAGING_KEY);
  const staging = STAGINGS.find((candidate) => candidate === contextValue);
  if (staging !== undefined) return staging;
  if (contextValue === undefined || contextValue === null)
    return Stage.of(scope)?.parentStage === undefined ? undefined : 'copy';
  throw new Error(
    `${scope.node.path}: context key '${ASSET_STAGING_KEY}': got ${JSON.stringify(contextValue)}; allowed: ` +
      `${STAGINGS.map((each) => `'${each}'`).join(' or ')}, so correct the key in cdk.json or in --context ${rulePage('files.staging')}`,
  );
}
