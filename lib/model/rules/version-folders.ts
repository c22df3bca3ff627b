import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import { adviceForSeveralFiles } from '../files/find-model-file';
import { environmentPath } from '../files/python-source';
import { FolderFile } from '../folder/folder-content';
import { FileRule, fileRules, LocalModel } from './local-model';

/** The name of a version folder. */
export const VERSION_NAME = /^(0|[1-9][0-9]{0,17})$/;
/** Matches names that Triton's number parser accepts as a version, although they contain further characters. */
const VERSION_PREFIX = /^\s*[+-]?[0-9]/;
/** Folders that Triton reads in addition to versions. */
const KNOWN_FOLDERS = ['warmup', 'initial_state', 'configs'];

/** The versions that Triton would load under the version policy of the model, beginning with the latest version. */
export function versionsToLoad(files: FolderFile[], policy: ModelConfigDocument['version_policy']): string[] {
  const folders = new Set(files.filter((file) => file.path.includes('/')).map((file) => file.path.split('/')[0]));
  const existingVersions = [...folders]
    .filter((name) => VERSION_NAME.test(name))
    .sort((a, b) => Number(BigInt(b) - BigInt(a)));
  const specificVersions = policy?.specific && new Set(policy.specific.versions.map(String));
  if (specificVersions) return existingVersions.filter((version) => specificVersions.has(version));
  if (policy?.all) return existingVersions;
  return existingVersions.slice(0, policy?.latest?.num_versions ?? 1);
}

/** Rules for the version folders of a model. */
export const versionFolderRules: FileRule[] = [
  ...fileRules(unknownFolders, [
    {
      id: 'repo.version-dir-prefix',
      when: ({ name }) => isReadAsVersion(name),
      message: ({ name }) =>
        `got the folder '${name}', which Triton reads as a version although it is not a plain number; allowed: folders such as '1'; rename or remove the folder`,
    },
    {
      id: 'repo.version-dir',
      severity: Severity.WARNING,
      when: ({ name }, _, model) => !isReadAsVersion(name) && !isInParameter(name, model),
      message: ({ name }) => `got the folder '${name}', which Triton ignores; versions are folders such as '1'`,
    },
  ]),
  {
    id: 'repo.no-version',
    *check({ versions, source, config, modelFileNames, files, content, hasVersionFolders, backend }) {
      if (versions.length > 0) return;
      const names = hasVersionFolders ? [] : (content?.files ?? []).map(({ path }) => path.split('/')[0]);
      const advice = adviceForSeveralFiles(names, backend);
      if (advice) yield { field: 'files', message: `got ${source} with several model files; ${advice}` };
      if (advice) return;
      const name = modelFileNames[0] ?? '<model file>';
      const policy = config.version_policy && files.length > 0 ? ' that the version policy chooses' : '';
      yield {
        field: 'files',
        message: `got ${source} without a version${policy}; allowed: version folders such as 1/${name}, or ${name} itself`,
      };
    },
  },
  ...fileRules(missingVersions, [
    {
      id: 'repo.version-specific',
      severity: Severity.WARNING,
      when: () => true,
      message: ({ version }) => `got ${version}, for which there is no version folder`,
    },
  ]),
];

/** The versions of the version policy that have no folder. */
function missingVersions({ config, versions }: LocalModel): { readonly version: bigint; readonly field: string }[] {
  const loadedVersions = new Set(versions);
  return (config.version_policy?.specific?.versions ?? [])
    .filter((version) => !loadedVersions.has(String(version)))
    .map((version) => ({ version, field: 'version_policy.specific.versions' }));
}

/** Whether Triton reads the name of a folder as a version, although it has further characters. */
function isReadAsVersion(name: string): boolean {
  return VERSION_PREFIX.test(name) && !/^0\d/.test(name);
}

/** Whether a parameter contains the path of a folder, such as that of a Python environment. */
function isInParameter(name: string, { config }: LocalModel): boolean {
  return [...config.parameters.values()].some(
    ({ string_value: value }) => environmentPath(value, config.name)?.split('/')[0] === name,
  );
}

/** Names of the folders that Triton does not use: they are neither versions nor folders such as `warmup`. */
function unknownFolders({ content, hasVersionFolders }: LocalModel): { readonly name: string }[] {
  if (!content || !hasVersionFolders) return [];
  return content.folders
    .filter((name) => !VERSION_NAME.test(name) && !KNOWN_FOLDERS.includes(name))
    .filter((name) => !name.startsWith('.')) // a leftover such as .ipynb_checkpoints
    .map((name) => ({ name }));
}
