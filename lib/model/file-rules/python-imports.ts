import { posix } from 'path';
import { FolderFile, isOnDisk } from '../folder-content';
import { isInEnvironment, readPythonFile } from '../python-source';
import { PythonImport, pythonImports } from '../readers/python-imports';
import { fileAt, modelFiles, oncePerModel } from './local-model';

/** A module that the model's folder does not have, and the file that imports it. */
export interface ForeignImport {
  readonly name: string;
  readonly file: string;
  /** Whether it is imported when the model loads, whatever its methods do. */
  readonly always: boolean;
}

/** What model.py, and the files of its folder that it imports, import from elsewhere; each module once. */
export const foreignImports = oncePerModel((model): ForeignImport[] => {
  const found = new Map<string, ForeignImport>();
  const seen = new Set<string>();
  const names = importableNames(model.files);
  const visit = (file: FolderFile, always: boolean): void => {
    if (seen.has(file.path) || !isOnDisk(file)) return;
    seen.add(file.path);
    for (const each of pythonImports(readPythonFile(file))) {
      const [name] = each.module.split('.');
      const local = filesOf(each, file, model.files);
      for (const other of local) visit(other, always && each.always);
      const known = local.length > 0 || name === '' || names.has(name);
      if (!known && !found.get(name)?.always) found.set(name, { name, file: file.path, always: always && each.always });
    }
  };
  for (const file of modelFiles(model)) visit(file, true);
  return [...found.values()];
});

/** The files that an import runs: Python looks into the version folder and the model's folder. */
function filesOf({ module, names }: PythonImport, importer: FolderFile, files: FolderFile[]): FolderFile[] {
  const dots = module.length - module.replace(/^\.+/, '').length;
  const parts = module.split('.').filter((part) => part !== '');
  const version = importer.path.split('/')[0];
  const start = posix.join(importer.path, ...Array(dots).fill('..'));
  const roots = dots === 0 ? [version, '.'] : [start];
  const modules = [...parts.map((_, index) => parts.slice(0, index + 1)), ...names.map((name) => [...parts, name])];
  const paths = roots.flatMap((root) =>
    modules.flatMap((each) => [posix.join(root, ...each) + '.py', posix.join(root, ...each, '__init__.py')]),
  );
  return [...new Set(paths)].flatMap((path) => fileAt(files, path) ?? []);
}

/** What files and folders of a model can be imported as: code may put any folder of the model into Python's path. */
function importableNames(files: FolderFile[]): Set<string> {
  const names = new Set<string>();
  for (const file of files) {
    for (const part of isInEnvironment(file) ? [] : file.path.split('/')) {
      names.add(part);
      if (/\.(?:py|so)$/.test(part)) names.add(part.split('.')[0]);
    }
  }
  return names;
}
