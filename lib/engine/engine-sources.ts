import * as fs from 'fs';
import { FileAssetLocation } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { AssetStaging } from '../artifacts';
import { requireLocked } from '../artifacts/check-lock';
import { checkPaths } from '../artifacts/check-paths';
import { FileAssets } from '../artifacts/file-assets';
import { hashFiles } from '../artifacts/hash-files';
import { manifestOf } from '../artifacts/published-files';
import { HashedFile } from '../artifacts/repository-file';
import { assetPath } from '../assets';
import { ModelExample } from '../model';
import type { EngineBuild } from '../model/engine/engine-build';
import { describeEngine, sourcePathOf } from '../model/engine/engine-description';

/** What a build needs: the ONNX file with its data, plugins, the program that builds, and what that has to know. */
export function addSources(
  scope: Construct,
  engine: HashedFile,
  build: EngineBuild,
  examples: ModelExample[],
  staging?: AssetStaging,
): FileAssetLocation {
  const assets = new FileAssets(scope, `TensorRT engine ${engine.sha256.slice(0, 12)}`, staging);
  const sources = requireLocked(engine.sources ?? []).map((file) => ({ ...file, path: sourcePathOf(file) }));
  const description = JSON.stringify(describeEngine(build, engine.sha256, examples));
  const made = hashFiles([...programs(), { path: 'build.json', content: description }]);
  checkPaths([...sources, ...made]);
  return assets.addText(JSON.stringify(manifestOf(assets, [...sources, ...made])), '.json');
}

function programs(): { path: string; source: string }[] {
  const folder = assetPath('engine');
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => ({ path: `script/${name}`, source: `${folder}/${name}` }));
}
