import { FileAssetLocation } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { AssetStaging } from '../artifacts';
import { checkPaths } from '../artifacts/check-paths';
import { FileAssets } from '../artifacts/file-assets';
import { manifestOf } from '../artifacts/published-files';
import { HashedFile } from '../artifacts/repository-file';
import { ModelExample } from '../model';
import type { EngineBuild } from '../model/engine/engine-build';
import { sourceFiles } from './source-files';

/** Makes assets of what a build needs; the manifest names them. */
export function addSources(
  scope: Construct,
  engine: HashedFile,
  build: EngineBuild,
  examples: ModelExample[],
  staging?: AssetStaging,
): FileAssetLocation {
  const assets = new FileAssets(scope, `TensorRT engine ${engine.sha256.slice(0, 12)}`, staging);
  const files = sourceFiles(engine, build, examples);
  checkPaths(files);
  return assets.addText(JSON.stringify(manifestOf(assets, files)), '.json');
}
