import * as fs from 'fs';
import { requireLocked } from '../artifacts/check-lock';
import { hashFiles } from '../artifacts/hash-files';
import { HashedFile } from '../artifacts/repository-file';
import { assetPath } from '../assets';
import type { ModelExample } from '../model/model-example';
import type { EngineBuild } from '../model/engine/engine-build';
import { describeEngine, sourcePathOf } from '../model/engine/engine-description';

/**
 * What a build needs, by its place in the source folder: the ONNX file with its data, plugins, the program that builds, and `build.json`,
 * which that reads. An ONNX file in S3 is not among them.
 *
 * @param engine the file that is built, with its key
 * @param build what it is built from
 * @param examples requests with which the engine is compared with the ONNX model
 */
export function sourceFiles(engine: HashedFile, build: EngineBuild, examples: ModelExample[]): HashedFile[] {
  const sources = requireLocked(engine.sources ?? []).map((file) => ({ ...file, path: sourcePathOf(file) }));
  const description = JSON.stringify(describeEngine(build, engine.sha256, examples));
  return [...sources, ...hashFiles([...programs(), { path: 'build.json', content: description }])];
}

function programs(): { path: string; source: string }[] {
  const folder = assetPath('engine');
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => ({ path: `script/${name}`, source: `${folder}/${name}` }));
}
