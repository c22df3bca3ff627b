import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import { adviceForSeveralFiles } from '../files/find-model-file';
import { FolderFile } from '../folder/folder-content';
import { FileRule, LocalModel } from './local-model';

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
  {
    id: 'repo.version-dir-prefix',
    *check(model) {
      for (const name of unknownFolders(model).filter(
        (folder) => VERSION_PREFIX.test(folder) && !/^0\d/.test(folder),
      )) {
        yield {
          field: 'files',
          message: `got the folder '${name}', which Triton reads as a version although it is not a plain number; allowed: folders such as '1'; rename or remove the folder`,
        };
      }
    },
  },
  {
    id: 'repo.version-dir',
    severity: Severity.WARNING,
    *check(model) {
      for (const name of unknownFolders(model).filter(
        (folder) => !VERSION_PREFIX.test(folder) || /^0\d/.test(folder),
      )) {
        yield {
          field: 'files',
          message: `got the folder '${name}', which Triton ignores; versions are folders such as '1'`,
        };
      }
    },
  },
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
  {
    id: 'repo.version-specific',
    severity: Severity.WARNING,
    *check({ versions, config }) {
      const loadedVersions = new Set(versions);
      const missing = (config.version_policy?.specific?.versions ?? []).filter(
        (each) => !loadedVersions.has(String(each)),
      );
      for (const version of missing) {
        yield {
          field: 'version_policy.specific.versions',
          message: `got ${version}, for which there is no version folder`,
        };
      }
    },
  },
];

/** Names of the folders that Triton does not use: they are neither versions nor folders such as `warmup`. */
function unknownFolders({ content, hasVersionFolders }: LocalModel): string[] {
  if (!content || !hasVersionFolders) return [];
  return content.folders.filter(
    (name) => !VERSION_NAME.test(name) && !KNOWN_FOLDERS.includes(name) && !name.startsWith('.'), // a leftover such as .ipynb_checkpoints
  );
}
