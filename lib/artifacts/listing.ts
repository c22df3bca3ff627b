import { ArchivedModel } from './archived-model';
import type { EngineBuild } from '../model/engine/engine-build';
import { HashedFile } from './repository-file';

/** Key under which the metadata of a SageMaker model, or of what publishes many, say what is served: only people read it, in `cdk diff`. */
export const LISTING = 'cdk-sagemaker-triton:content';

/** What a template, which may have 1 MB, has room for. */
const MAX_CHARACTERS = 50_000;

/** Enough of a digest to see that a file is another. */
const DIGEST_LENGTH = 12;

/** Files with the beginning of their digest; of a config.pbtxt its lines, of an engine what it is built from. */
export function listingOfFiles(files: HashedFile[]): string[] {
  return limited(
    files.flatMap(({ path, content, sha256, build, sources = [] }) => {
      if (build) return [`${path} ${sha256.slice(0, DIGEST_LENGTH)}`, ...engineLines(build, sources)];
      return content === undefined || content === ''
        ? [`${path} ${sha256.slice(0, DIGEST_LENGTH)}`]
        : [
            path,
            ...content
              .trimEnd()
              .split('\n')
              .map((line) => `  ${line}`),
          ];
    }),
  );
}

/** What decides an engine. */
function engineLines({ target, arguments: options }: EngineBuild, sources: HashedFile[]): string[] {
  const { gpuModel, tensorRtVersion = 'of the image', image } = target ?? {};
  return [
    `engine for ${gpuModel}, TensorRT ${tensorRtVersion}, image ${image}`,
    ...sources.map(({ path, sha256 }) => `${path} ${sha256.slice(0, DIGEST_LENGTH)}`),
    ...options,
  ].map((line) => `  ${line}`);
}

/** Models with the beginning of their digest: the texts of a thousand exceed a template. Of engines also what they are built from. */
export function listingOfModels(archives: ArchivedModel[]): string[] {
  const lines = archives.map((archive) => [
    `${archive.name} ${archive.contentHash.slice(0, DIGEST_LENGTH)}`,
    ...listingOfFiles(archive.engines).map((line) => `  ${line}`),
  ]);
  return limited(lines.sort(([one], [other]) => (one < other ? -1 : 1)).flat());
}

function limited(lines: string[]): string[] {
  let characters = 0;
  const fitting = lines.filter((line) => (characters += line.length) <= MAX_CHARACTERS);
  const left = lines.length - fitting.length;
  return left === 0 ? lines : [...fitting, `and ${left} more lines`];
}
