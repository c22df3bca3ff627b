import { ModelFolderFile } from '../folder/built-file';
import { deployedLockOf } from './packages-lock';
import { isVersionFolder } from '../folder/folder-content';
import { DEPLOYED_LOCK, PythonPackages } from './python-packages';

/**
 * The files of packages in each version folder of a model. The Python backend adds the version folder and the model's folder to the end of
 * `sys.path` (python_backend, src/pb_stub.cc). In the model's folder, Triton would report each folder that is not a version.
 */
export function packageEntries(packages: PythonPackages, modelFiles: ModelFolderFile[]): ModelFolderFile[] {
  const folders = modelFiles.map(({ path }) => path.split('/')[0]);
  const versions = [...new Set(folders.filter(isVersionFolder))];
  return [
    { path: DEPLOYED_LOCK, content: deployedLockOf(packages._lock) },
    ...versions.flatMap((version) =>
      packages._unpacked.files.map((file) => ({ ...file, path: `${version}/${file.path}` })),
    ),
  ];
}
