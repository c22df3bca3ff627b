import { basename, extname } from 'path';
import { Severity } from '../../findings/finding';
import { ServingTarget } from '../../model-config/serving-target';
import { isLfsPointer, LOCK_FILE } from '../model-lock';
import { backendOfExtension, isKnownBackend } from '../default-files';
import { listed } from '../../findings/listed';
import { isOnDisk } from '../folder-content';
import { fileAt, FileRule, hasFolder, LocalModel, modelFileOf, sizeOf } from './local-model';

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
      for (const { path, source } of files.filter(isOnDisk)) {
        if (isLfsPointer(source)) {
          yield {
            field: 'files',
            message: `got ${path}, which is a Git LFS pointer instead of the file itself; run 'git lfs pull'; an app that needs only the templates requires a ${LOCK_FILE} that lists the file`,
          };
        }
      }
    },
  },
  {
    id: 'files.format',
    *check({ backend, content, files }) {
      // In a folder the name alone says which file the backend loads; a single file gets that name, whatever it is.
      if (content || !isKnownBackend(backend)) return;
      for (const { path, source } of files) {
        const meant = source && backendOfExtension(source);
        if (!meant || meant.name === backend.name || extname(source) === extname(path)) continue;
        yield {
          field: 'backend',
          message: `got '${backend.name}', which would load ${basename(source)} as ${path}; allowed: '${meant.name}', or a file for ${backend.name}`,
        };
      }
    },
  },
  {
    id: 'lock.tensors',
    *check({ backend, config, files, modelFileNames, versions }) {
      const wanted = new Set(versions.flatMap((version) => modelFileNames.map((name) => `${version}/${name}`)));
      const model = files.find(({ path, absent }) => absent && wanted.has(path));
      if (!model || backend.name !== 'onnxruntime' || (config.input.length > 0 && config.output.length > 0)) return;
      yield {
        field: 'inputs',
        message: `got no inputs or outputs; they are read from ${model.path}, which is only listed in ${LOCK_FILE}; set both to synthesize without the file`,
      };
    },
  },
  {
    id: 'repo.default-file',
    *check(model, options) {
      if (model.modelFileNames.length === 0) return;
      // Whether an unknown backend reads that file at all, only the backend knows.
      const known = isKnownBackend(model.backend);
      if (!known && options.customImage) return;
      const wanted = model.modelFileNames.join(' or ');
      const namesIn = pathsByVersion(model);
      for (const version of model.versions) {
        if (modelFileOf(model, version) ?? isFolderFile(model, version) ?? engineByCapability(model, version, options))
          continue;
        const found = namesIn.get(version) ?? [];
        const advice = adviceFor(found, model);
        yield {
          field: 'files',
          message: known
            ? `got ${listed(found)}; the ${model.backend.name} backend looks for ${version}/${wanted}: ${advice}`
            : `got ${listed(found) || 'no files'}; default_model_filename (defaultModelFilename) is ${wanted}, which version ${version} does not have`,
          severity: known ? Severity.ERROR : Severity.WARNING,
        };
      }
    },
  },
  {
    id: 'files.empty',
    *check(model) {
      if (!isKnownBackend(model.backend) || model.backend.name === 'onnxruntime') return; // onnx.unreadable says it
      for (const version of model.versions) {
        const file = modelFileOf(model, version);
        if (file && sizeOf(file) === 0) {
          yield {
            field: 'files',
            message: `got ${file.path} of 0 bytes, which the ${model.backend.name} backend cannot load; replace it with the model`,
          };
        }
      }
    },
  },
  {
    id: 'repo.cc-file',
    *check({ config, files, versions }, { instanceType }) {
      for (const [capability, name] of config.cc_model_filenames) {
        const missing = versions.filter((version) => !fileAt(files, `${version}/${name}`));
        const chosen = instanceType?.computeCapability === capability;
        if (missing.length > 0) {
          yield {
            field: 'cc_model_filenames',
            message:
              `got '${name}' for compute capability ${capability}, which version ${listed(missing)} does not have; ` +
              'add the file, or leave the capability out',
            severity: chosen ? Severity.ERROR : Severity.WARNING,
          };
        }
      }
    },
  },
];

/** The paths of the files in each version folder. */
function pathsByVersion({ files }: LocalModel): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path } of files) {
    const [version] = path.split('/', 1);
    const paths = found.get(version) ?? [];
    found.set(version, paths);
    if (path !== version) paths.push(path);
  }
  return found;
}

/** What to do about a version folder with other files than the one that the backend loads. */
function adviceFor(found: string[], { backend }: LocalModel): string {
  // What keeps a folder in git, such as .gitkeep, is no file that could be renamed.
  if (found.every((path) => basename(path).startsWith('.')))
    return 'add the file before you synthesize, or name it with withOverrides({ files: ModelFiles.fromFile(…) })';
  const meant = found.map(backendOfExtension).find((each) => each !== undefined);
  if (meant && meant.name !== backend.name) return `set the backend to '${meant.name}', or add the file`;
  return 'rename the file, or set default_model_filename (defaultModelFilename)';
}

/** Some formats, such as TensorFlow's saved models, are folders. */
function isFolderFile({ files, modelFileNames }: LocalModel, version: string): true | undefined {
  return modelFileNames.some((name) => !name.endsWith('.onnx') && hasFolder(files, `${version}/${name}`)) || undefined;
}

/** TensorRT engines may be named by compute capability instead. */
function engineByCapability(model: LocalModel, version: string, { instanceType }: ServingTarget): true | undefined {
  const engines = [...model.config.cc_model_filenames];
  const capability = instanceType?.computeCapability;
  const usable = engines.filter(([key]) => capability === undefined || key === capability).map(([, name]) => name);
  return usable.some((name) => fileAt(model.files, `${version}/${name}`)) || undefined;
}
