import { posix } from 'path';
import { FolderFile, isInPythonEnvironment, isOnDisk } from '../folder/folder-content';
import { readPythonFile } from '../files/python-source';
import { PythonImport, pythonImports } from '../folder/readers/python-imports';
import { fileAt, modelFiles, cachePerModel } from './local-model';

/** An imported module that is not in the model's folder. */
export interface ExternalImport {
  readonly name: string;
  /** Path of the file with the import. */
  readonly file: string;
  /** Whether the module is imported when the model is loaded. */
  readonly isImportedAtLoad: boolean;
}

/** The external modules that model.py imports directly, or through files in the model's folder, without duplicates. */
export const externalImports = cachePerModel((model): ExternalImport[] => {
  const imports = new Map<string, ExternalImport>();
  const visited = new Set<string>();
  const names = importableNames(model.files);
  const visitFile = (file: FolderFile, isImportedAtLoad: boolean): void => {
    if (visited.has(file.path) || !isOnDisk(file)) return;
    visited.add(file.path);
    for (const each of pythonImports(readPythonFile(file))) {
      const [name] = each.module.split('.');
      const localFiles = filesOfImport(each, file, model.files);
      for (const other of localFiles) visitFile(other, isImportedAtLoad && each.isTopLevel);
      const isInModel = localFiles.length > 0 || name === '' || names.has(name);
      if (!isInModel && !imports.get(name)?.isImportedAtLoad)
        imports.set(name, { name, file: file.path, isImportedAtLoad: isImportedAtLoad && each.isTopLevel });
    }
  };
  for (const file of modelFiles(model)) visitFile(file, true);
  return [...imports.values()];
});

/** The files of the model that an import loads. Python searches the version folder and the model's folder. */
function filesOfImport({ module, names }: PythonImport, importer: FolderFile, files: FolderFile[]): FolderFile[] {
  const leadingDots = module.length - module.replace(/^\.+/, '').length;
  const parts = module.split('.').filter((part) => part !== '');
  const version = importer.path.split('/')[0];
  const packageFolder = posix.join(importer.path, ...Array(leadingDots).fill('..'));
  const roots = leadingDots === 0 ? [version, '.'] : [packageFolder];
  const modules = [...parts.map((_, index) => parts.slice(0, index + 1)), ...names.map((name) => [...parts, name])];
  const paths = roots.flatMap((root) =>
    modules.flatMap((each) => [posix.join(root, ...each) + '.py', posix.join(root, ...each, '__init__.py')]),
  );
  return [...new Set(paths)].flatMap((path) => fileAt(files, path) ?? []);
}

/** Names under which the model's files and folders can be imported, also in subfolders, because code can extend the search path. */
function importableNames(files: FolderFile[]): Set<string> {
  const names = new Set<string>();
  for (const file of files) {
    for (const part of isInPythonEnvironment(file) ? [] : file.path.split('/')) {
      names.add(part);
      if (/\.(?:py|so)$/.test(part)) names.add(part.split('.')[0]);
    }
  }
  return names;
}
