import { basename, extname } from 'path';
import { Severity } from '../../findings/finding';
import { isLfsPointer, LOCK_FILE } from '../folder/model-lock';
import { backendOfExtension, isKnownBackend } from '../files/default-files';
import { adviceForSeveralFiles, treeModelType } from '../files/find-model-file';
import { joinNames } from '../../findings/join-names';
import { hasCapabilityFile, whyDefaultFile } from './capability-files';
import { isOnDisk } from '../folder/folder-content';
import { FileRule, fileRules, hasFolder, LocalModel, modelFileOf, sizeOf } from './local-model';

/** Rules for the file that a backend loads. */
export const modelFileRules: FileRule[] = [
  {
    id: 'backend.required',
    *check({ backend, config, versions, files }) {
      const { name, platform, default_model_filename: fileName } = config;
      if (backend.name || platform || fileName || versions.length === 0) return;
      // If a model's name contains a dot, Triton uses the part after the first dot as the backend.
      if (name.includes('.')) return;
      const folders = files.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0]);
      const [first] = folders.sort();
      const foundPaths = files.filter(({ path }) => path.startsWith(`${first}/`)).map(({ path }) => path);
      const advice = adviceForSeveralFiles(foundPaths.map(nameInVersion), backend);
      yield {
        field: 'backend',
        message:
          `neither backend nor platform is set, and Triton knows no backend by the files ${foundPaths.slice(0, 5).join(', ')}` +
          `${foundPaths.length > 5 ? ', …' : ''}; ${advice ?? "set the backend, such as 'onnxruntime'"}`,
      };
    },
  },
  ...fileRules(
    ({ content }) => (content?.problems ?? []).map((problem) => ({ problem })),
    [{ id: 'files.link', when: () => true, message: ({ problem }) => problem }],
  ),
  ...fileRules(
    ({ files }) => files.filter(isOnDisk),
    [
      {
        id: 'files.git-lfs',
        when: ({ source }) => isLfsPointer(source),
        message: ({ path }) =>
          `got ${path}, which is a Git LFS pointer instead of the file itself; run 'git lfs pull'; an app that needs only the templates requires a ${LOCK_FILE} that lists the file`,
      },
    ],
  ),
  {
    id: 'files.format',
    *check({ backend, content, files }) {
      // A single file is renamed to the name that the backend looks for, regardless of its format. In a folder, files keep their names.
      if (content || !isKnownBackend(backend)) return;
      for (const { path, source } of files) {
        const [fileType, usedType] = [source ?? path, path].map((each) => treeModelType(basename(each), true));
        if (backend.name === 'fil' && fileType !== undefined && fileType !== usedType) {
          yield {
            field: 'parameters',
            message: `got model_type '${usedType}', with which the fil backend would load ${basename(source ?? path)} as ${path}; allowed: '${fileType}', or a file for '${usedType}'`,
          };
        }
        const fileBackend = source && backendOfExtension(source);
        if (!fileBackend || fileBackend.name === backend.name || extname(source) === extname(path)) continue;
        yield {
          field: 'backend',
          message: `got '${backend.name}', which would load ${basename(source)} as ${path}; allowed: '${fileBackend.name}', or a file for ${backend.name}`,
        };
      }
    },
  },
  {
    id: 'lock.tensors',
    *check({ backend, config, files, modelFileNames, versions }) {
      const paths = new Set(versions.flatMap((version) => modelFileNames.map((name) => `${version}/${name}`)));
      const model = files.find(({ path, absent }) => absent && paths.has(path));
      if (!model || backend.name !== 'onnxruntime' || (config.input.length > 0 && config.output.length > 0)) return;
      yield {
        field: 'inputs',
        message: `got no inputs or outputs; they are read from ${model.path}, which is only listed in ${LOCK_FILE}; set inputs, outputs and maxBatchSize to synthesize without the file`,
      };
    },
  },
  {
    id: 'repo.default-file',
    *check(model, options) {
      if (model.modelFileNames.length === 0) return;
      // A backend that the library does not know can load a file with a different name.
      const knowsBackend = isKnownBackend(model.backend);
      if (!knowsBackend && options.customImage) return;
      const expected = model.modelFileNames.join(' or ');
      const filesByVersion = pathsByVersion(model);
      for (const version of model.versions) {
        if (modelFileOf(model, version) ?? isModelFolder(model, version) ?? hasCapabilityFile(model, version, options))
          continue;
        const foundPaths = filesByVersion.get(version) ?? [];
        const unusedReason = whyDefaultFile(model, options);
        const advice = adviceFor(foundPaths, model) + (unusedReason ? `; ${unusedReason}` : '');
        yield {
          field: 'files',
          message: knowsBackend
            ? `got ${joinNames(foundPaths)}; the ${model.backend.name} backend looks for ${version}/${expected}: ${advice}`
            : `got ${joinNames(foundPaths) || 'no files'}; default_model_filename (defaultModelFilename) is ${expected}, which version ${version} does not have`,
          severity: knowsBackend ? Severity.ERROR : Severity.WARNING,
        };
      }
    },
  },
  {
    id: 'files.empty',
    *check(model) {
      if (!isKnownBackend(model.backend) || model.backend.name === 'onnxruntime') return; // onnx.unreadable reports empty ONNX files
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
];

/** Paths of the files in each version folder. */
function pathsByVersion({ files }: LocalModel): Map<string, string[]> {
  const pathLists = new Map<string, string[]>();
  for (const { path } of files) {
    const [version] = path.split('/', 1);
    const paths = pathLists.get(version) ?? [];
    pathLists.set(version, paths);
    if (path !== version) paths.push(path);
  }
  return pathLists;
}

/** The name of a file, or of its folder, in the version folder. */
function nameInVersion(path: string): string {
  return path.split('/')[1];
}

/** Advice for a version folder without the file that the backend loads. */
function adviceFor(foundPaths: string[], { backend }: LocalModel): string {
  // A placeholder such as .gitkeep is not a model file that users could rename.
  if (foundPaths.every((path) => basename(path).startsWith('.')))
    return 'add the file before you synthesize, or set files to ModelFiles.fromFile';
  const adviceForSeveral = adviceForSeveralFiles(foundPaths.map(nameInVersion), backend);
  if (adviceForSeveral) return adviceForSeveral;
  const foundBackend = foundPaths.map(backendOfExtension).find((each) => each !== undefined);
  if (foundBackend && foundBackend.name !== backend.name)
    return `set the backend to '${foundBackend.name}', or add the file`;
  return 'rename the file, or set default_model_filename (defaultModelFilename)';
}

/** Whether the model file is a folder, as in TensorFlow's SavedModel format. Undefined if it is not. */
function isModelFolder({ files, modelFileNames }: LocalModel, version: string): true | undefined {
  return modelFileNames.some((name) => !name.endsWith('.onnx') && hasFolder(files, `${version}/${name}`)) || undefined;
}
