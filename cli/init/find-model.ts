import * as fs from 'fs';
import * as path from 'path';
import { readModelFolder } from '../../lib/model/existing-models';
import { ModelFiles } from '../../lib/model/model-files';
import { hasConfig } from '../check/find-models';

/** What `--model` names. */
export type ModelPlace =
  /** Its config.pbtxt has what Triton has to know. */
  | { readonly kind: 'configured'; readonly path: string; readonly name: string }
  | { readonly kind: 'repository'; readonly path: string; readonly name?: string }
  /** A model file alone, or in a folder without config.pbtxt. */
  | { readonly kind: 'file'; readonly path: string; readonly name: string; readonly file: string };

const EXTENSIONS = ['.onnx', '.pt'];

/** @throws Error when there is no model */
export function findModel(given: string): ModelPlace {
  const whole = path.resolve(given);
  const stat = fs.statSync(whole, { throwIfNoEntry: false });
  if (!stat) throw new Error(`--model: ${given} does not exist`);
  if (!stat.isDirectory()) return aroundFile(whole);
  if (hasConfig(whole)) return configured(whole);
  if (subfolders(whole).some((name) => hasConfig(path.join(whole, name)))) return { kind: 'repository', path: whole };
  const file = onlyModelFile(whole);
  if (file === undefined) {
    throw new Error(
      `--model: got ${given}, which has no config.pbtxt and not exactly one ONNX (.onnx) or TorchScript (.pt) file; ` +
        "allowed: such a file, a model's folder, or a model repository",
    );
  }
  return { kind: 'file', path: whole, name: plainName(path.basename(whole)), file };
}

function configured(folder: string): ModelPlace {
  return { kind: 'configured', path: folder, name: readModelFolder(folder).name };
}

/** A file in a version folder has a model's folder around it. */
function aroundFile(file: string): ModelPlace {
  if (path.basename(file) === 'config.pbtxt') return configured(path.dirname(file));
  if (!EXTENSIONS.includes(path.extname(file))) {
    throw new Error(
      `--model: got ${file}; allowed: an ONNX file (.onnx), a TorchScript file (.pt), a model's folder with config.pbtxt, or a model repository`,
    );
  }
  const folder = path.dirname(file);
  if (!/^\d+$/.test(path.basename(folder))) {
    return { kind: 'file', path: file, name: plainName(path.basename(file, path.extname(file))), file };
  }
  const model = path.dirname(folder);
  return hasConfig(model)
    ? configured(model)
    : { kind: 'file', path: model, name: plainName(path.basename(model)), file };
}

/** The model file of the newest version, or that of a folder without versions. */
function onlyModelFile(folder: string): string | undefined {
  const versions = subfolders(folder).filter((name) => /^\d+$/.test(name));
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0] ?? '.';
  const files = fs.readdirSync(path.join(folder, newest)).filter((name) => EXTENSIONS.includes(path.extname(name)));
  return files.length === 1 ? path.join(folder, newest, files[0]) : undefined;
}

/** The files that the app names: a file alone, or its folder. */
export function modelFilesOf({ path: place, file }: ModelPlace & { kind: 'file' }): ModelFiles {
  return place === file ? ModelFiles.fromFile(place) : ModelFiles.fromDirectory(place);
}

function subfolders(folder: string): string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

/** A name that is good as that of a model, a folder and an npm package. */
export function plainName(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[_-]+/, '') || 'model';
}
