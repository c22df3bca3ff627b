import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import { FolderFile } from '../folder-content';
import { FileRule, LocalModel } from './local-model';

const VERSION = /^(0|[1-9][0-9]{0,17})$/;
/** What Triton's number parser takes for a version although the name has more to it. */
const LIKE_A_VERSION = /^\s*[+-]?[0-9]/;
const OTHER_FOLDERS = ['warmup', 'initial_state', 'configs'];

/** The versions that Triton would load under the model's policy, the newest first. */
export function versionsToLoad(files: FolderFile[], policy: ModelConfigDocument['version_policy']): string[] {
  const folders = new Set(files.filter((file) => file.path.includes('/')).map((file) => file.path.split('/')[0]));
  const existing = [...folders].filter((name) => VERSION.test(name)).sort((a, b) => Number(BigInt(b) - BigInt(a)));
  const named = policy?.specific && new Set(policy.specific.versions.map(String));
  if (named) return existing.filter((version) => named.has(version));
  if (policy?.all) return existing;
  return existing.slice(0, policy?.latest?.num_versions ?? 1);
}

export const versionFolderRules: FileRule[] = [
  {
    id: 'repo.version-dir-prefix',
    *check(model) {
      for (const name of otherFolders(model).filter((folder) => LIKE_A_VERSION.test(folder) && !/^0\d/.test(folder))) {
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
      for (const name of otherFolders(model).filter((folder) => !LIKE_A_VERSION.test(folder) || /^0\d/.test(folder))) {
        yield {
          field: 'files',
          message: `got the folder '${name}', which Triton ignores; versions are folders such as '1'`,
        };
      }
    },
  },
  {
    id: 'repo.no-version',
    *check({ versions, source, config, modelFileNames, files }) {
      if (versions.length > 0) return;
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
      const present = new Set(versions);
      const missing = (config.version_policy?.specific?.versions ?? []).filter((each) => !present.has(String(each)));
      for (const version of missing) {
        yield {
          field: 'version_policy.specific.versions',
          message: `got ${version}, for which there is no version folder`,
        };
      }
    },
  },
];

function otherFolders({ content, versioned }: LocalModel): string[] {
  if (!content || !versioned) return [];
  return content.folders.filter(
    (name) => !VERSION.test(name) && !OTHER_FOLDERS.includes(name) && !name.startsWith('.'), // such as .ipynb_checkpoints
  );
}
