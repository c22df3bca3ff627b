import type { FolderFile } from './folder-content';

/** Whether a file is part of an unpacked Python environment in the model's folder. */
export function isInPythonEnvironment({ path }: FolderFile): boolean {
  return /(?:^|\/)lib\/python3\.\d+\//.test(path);
}
