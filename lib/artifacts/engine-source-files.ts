import * as fs from 'fs';
import type { FileAssetLocation } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { assetPath } from '../files/assets';
import type { EngineBuild } from '../model/engine/engine-build';
import { describeEngine, sourcePathOf } from '../model/engine/engine-description';
import type { ModelExample } from '../model/model-example';
import { requireLocked } from './check-lock';
import { checkPaths } from './check-paths';
import { FileAssets } from './file-assets';
import { hashFiles } from './hash-files';
import { createManifest } from './published-files';
import { HashedFile } from './repository-file';

/**
 * Returns the files of the source folder of an engine build: the ONNX file with its external data, plugins, the build program, and its input
 * `build.json`. An ONNX file in S3 is not included.
 *
 * @param engine the engine to build. Its `sha256` is the key of the engine
 * @param build the inputs and settings of the build
 * @param examples requests that compare the engine with the ONNX model
 */
export function sourceFiles(engine: HashedFile, build: EngineBuild, examples: ModelExample[]): HashedFile[] {
  const sources = requireLocked(engine.sources ?? []).map((file) => ({ ...file, path: sourcePathOf(file) }));
  const description = JSON.stringify(describeEngine(build, engine.sha256, examples));
  return [...sources, ...hashFiles([...programFiles(), { path: 'build.json', content: description }])];
}

function programFiles(): { path: string; source: string }[] {
  const folder = assetPath('engine');
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => ({ path: `script/${name}`, source: `${folder}/${name}` }));
}

/** Adds the source folder to the assets of the stack. Returns the location of the manifest, which lists the files of the folder. */
export function addSourceFiles(
  scope: Construct,
  engine: HashedFile,
  build: EngineBuild,
  examples: ModelExample[],
): FileAssetLocation {
  const assets = new FileAssets(scope, `TensorRT engine ${engine.sha256.slice(0, 12)}`);
  const files = sourceFiles(engine, build, examples);
  checkPaths(files);
  return assets.addText(JSON.stringify(createManifest(assets, files)), '.json');
}
