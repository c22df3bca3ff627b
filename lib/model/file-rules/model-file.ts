import * as fs from 'fs';
import { ValidateOptions } from '../../model-config';
import { FileRule, LocalModel, modelFileOf } from './local-model';

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const LFS_POINTER_SIZE = 1024;

export const modelFileRules: FileRule[] = [
  {
    id: 'files.link',
    *check({ content }) {
      for (const problem of content?.problems ?? []) yield { field: 'files', message: problem };
    },
  },
  {
    id: 'files.git-lfs',
    *check({ files }) {
      for (const { path, source } of files) {
        if (isLfsPointer(source)) {
          yield {
            field: 'files',
            message: `got ${path}, which is a Git LFS pointer instead of the file itself; run 'git lfs pull'`,
          };
        }
      }
    },
  },
  {
    id: 'repo.default-file',
    *check(model, options) {
      if (model.modelFileNames.length === 0) return;
      const wanted = model.modelFileNames.join(' or ');
      for (const version of model.versions) {
        if (modelFileOf(model, version) ?? isFolderFile(model, version) ?? engineByCapability(model, version, options))
          continue;
        const found = model.files.filter((file) => file.path.startsWith(`${version}/`)).map((file) => file.path);
        yield {
          field: 'files',
          message: `got ${found.join(', ')}; the ${model.backend.name} backend looks for ${version}/${wanted}: rename the file, or set defaultModelFilename`,
        };
      }
    },
  },
];

/** A checkout without Git LFS has small text files in place of the models. */
export function isLfsPointer(source: string): boolean {
  if (fs.statSync(source).size > LFS_POINTER_SIZE) return false;
  return fs.readFileSync(source, 'latin1').startsWith(LFS_POINTER);
}

/** Some formats, such as TensorFlow's saved models, are folders. */
function isFolderFile({ files, modelFileNames }: LocalModel, version: string): true | undefined {
  const inside = (name: string): boolean => files.some((file) => file.path.startsWith(`${version}/${name}/`));
  return modelFileNames.some((name) => !name.endsWith('.onnx') && inside(name)) || undefined;
}

/** TensorRT engines may be named by compute capability instead. */
function engineByCapability(model: LocalModel, version: string, { instanceType }: ValidateOptions): true | undefined {
  const engines = [...model.config.cc_model_filenames];
  const capability = instanceType?.computeCapability;
  const usable = engines.filter(([key]) => capability === undefined || key === capability).map(([, name]) => name);
  return usable.some((name) => model.files.some((file) => file.path === `${version}/${name}`)) || undefined;
}
