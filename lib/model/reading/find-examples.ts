import * as fs from 'fs';
import * as path from 'path';
import { modelFilesIn } from '../files/find-model-file';

const SUFFIX = '.example.json';

/**
 * Finds the examples next to a model: `bert.example.json` or `bert.long.example.json` for `bert.onnx` or the folder `bert`. Examples of a
 * model with a longer name in the same folder, such as `bert.v2.example.json` for `bert.v2.onnx`, are not examples of `bert`.
 *
 * @param model path of the model without an extension
 * @returns paths of the examples
 */
export function findExamples(model: string): string[] {
  const [folder, name] = [path.dirname(model), path.basename(model)];
  const entries = entriesOf(folder);
  const longerNames = namesOfModels(entries).filter((other) => other.startsWith(`${name}.`));
  return entries
    .map((entry) => entry.name)
    .filter((file) => file.startsWith(`${name}.`) && file.endsWith(SUFFIX))
    .filter((file) => !longerNames.some((other) => file.startsWith(`${other}.`)))
    .sort()
    .map((file) => path.join(folder, file));
}

/** The names of the models in a folder: the names of folders, and the names of model files without their extensions. */
function namesOfModels(entries: fs.Dirent[]): string[] {
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const files = modelFilesIn(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name));
  return [...folders, ...files.map(({ name }) => path.basename(name, path.extname(name)))];
}

/** The entries of a folder; empty if only the model inside the folder may be read. */
function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
