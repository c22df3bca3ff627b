import { ArchivedModel } from './archived-model';
import { groupByPackage, PackageInFolder } from './deployed-packages';
import type { FileBuild } from '../model/folder/built-file';
import { contentHashOf, HashedFile } from './repository-file';

/** Metadata key of the listing of a model's files, which `cdk diff` shows to users. */
export const LISTING_METADATA_KEY = 'cdk-sagemaker-triton:content';

/** Maximum length of a listing. A template can have up to 1 MB. */
const MAX_CHARACTERS = 50_000;

/** Number of digest characters that show whether a file changed. */
const DIGEST_LENGTH = 12;

/**
 * Lists each file with the beginning of its digest, each config.pbtxt with its lines, each engine with its inputs, and each Python package in
 * one line. The lines of packages are at the end.
 */
export function listingOfFiles(files: HashedFile[]): string[] {
  return limitLength([
    ...files.filter((file) => file.package === undefined).flatMap(fileLines),
    ...groupByPackage(files).map(packageLine),
  ]);
}

function fileLines({ path, content, sha256, build, sources = [] }: HashedFile): string[] {
  if (build) return [`${path} ${sha256.slice(0, DIGEST_LENGTH)}`, ...buildLines(build, sources)];
  if (content === undefined || content === '') return [`${path} ${sha256.slice(0, DIGEST_LENGTH)}`];
  const lines = content.trimEnd().split('\n');
  return [path, ...lines.map((line) => `  ${line}`)];
}

/** Describes the files of a package in a version folder: the digest changes if a file changes. */
function packageLine({ folder, name, files }: PackageInFolder): string {
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  return `${folder} ${name}, ${count} ${contentHashOf(files).slice(0, DIGEST_LENGTH)}`;
}

/** Lists everything that determines a file that the deployment builds. */
function buildLines(build: FileBuild, sources: HashedFile[]): string[] {
  const [target, ...options] = build.describe();
  const files = sources.map(({ path, sha256 }) => `${path} ${sha256.slice(0, DIGEST_LENGTH)}`);
  return [target, ...files, ...options].map((line) => `  ${line}`);
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
