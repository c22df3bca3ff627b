import { ArchivedModel } from './archived-model';
import type { EngineBuild } from '../model/engine/engine-build';
import { HashedFile } from './repository-file';

/** Metadata key of the listing of a model's files, which `cdk diff` shows to users. */
export const LISTING_METADATA_KEY = 'cdk-sagemaker-triton:content';

/** Maximum length of a listing. A template can have up to 1 MB. */
const MAX_CHARACTERS = 50_000;

/** Number of digest characters that show whether a file changed. */
const DIGEST_LENGTH = 12;

/** Lists each file with the beginning of its digest, each config.pbtxt with its lines, and each engine with its inputs. */
export function listingOfFiles(files: HashedFile[]): string[] {
  return limitLength(
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

/** Lists everything that determines an engine. */
function engineLines({ target, arguments: options }: EngineBuild, sources: HashedFile[]): string[] {
  const { gpuModel, tensorRtVersion = 'of the image', image } = target ?? {};
  return [
    `engine for ${gpuModel}, TensorRT ${tensorRtVersion}, image ${image}`,
    ...sources.map(({ path, sha256 }) => `${path} ${sha256.slice(0, DIGEST_LENGTH)}`),
    ...options,
  ].map((line) => `  ${line}`);
}

/** Lists each model with the beginning of its digest and the inputs of its engines. Complete listings would be too large for a template. */
export function listingOfModels(archives: ArchivedModel[]): string[] {
  const lines = archives.map((archive) => [
    `${archive.name} ${archive.contentHash.slice(0, DIGEST_LENGTH)}`,
    ...listingOfFiles(archive.engines).map((line) => `  ${line}`),
  ]);
  return limitLength(lines.sort(([a], [b]) => (a < b ? -1 : 1)).flat());
}

function limitLength(lines: string[]): string[] {
  let characters = 0;
  const fitting = lines.filter((line) => (characters += line.length) <= MAX_CHARACTERS);
  const omitted = lines.length - fitting.length;
  return omitted === 0 ? lines : [...fitting, `and ${omitted} more lines`];
}
