import { Severity } from '../../findings/finding';
import { compareReleases } from '../../facts/triton-releases';
import { isStandardModule } from '../../facts/python-modules';
import { isImageModule } from '../../facts/image-packages';
import type { ServingTarget } from '../../model-config/serving-target';
import { isOnDisk } from '../folder/folder-content';
import { environmentPath, MODEL_FOLDER, SERVER_FOLDER } from '../files/python-source';
import {
  environmentOf,
  isTarArchive,
  PythonEnvironment,
  readPackedEnvironment,
} from '../folder/readers/python-environment';
import { cachePerModel, fileAt, FileRule, hasFolder, LocalModel } from './local-model';
import { externalImports } from './python-imports';
import { pythonOf, STUB_NAME } from './required-python';

const FIELD = 'parameters[EXECUTION_ENV_PATH]';
/** Older releases do not replace the placeholder (triton-inference-server/python_backend, src/python.cc). */
const FIRST_RELEASE_WITH_PLACEHOLDER = '21.09';
/** Older releases unpack every environment (triton-inference-server/python_backend, src/pb_env.cc). */
const FIRST_RELEASE_WITH_FOLDERS = '23.07';
/** Storage from which Triton itself copies an environment (triton-inference-server/core, src/model_config_utils.cc). */
const STORAGE = /^(?:s3|gs|as):\/\//;
/** Versions of the conda package libstdcxx-ng, by the version of the library in it. */
const LIBSTDCXX_PACKAGES = new Map([
  [30, '12'],
  [32, '13'],
]);

/** Rules for the Python environment of a model. */
export const pythonEnvironmentRules: FileRule[] = [
  {
    id: 'py.env-path',
    *check(model, target) {
      const value = environmentParameter(model);
      if (!value) return;
      const { config, files } = model;
      const path = environmentPath(value, config.name);
      if (path === undefined) {
        yield { field: FIELD, ...outsideProblem(value, model, target) };
      } else if (!isFolder(model, path) && (value.endsWith('/') || !fileAt(files, path))) {
        const missing = value.endsWith('/') ? `folder ${path}` : path;
        yield { field: FIELD, message: `got '${value}', but the model's folder has no ${missing}; add it` };
      } else if (isFolder(model, path) && isBefore(target, FIRST_RELEASE_WITH_FOLDERS)) {
        const message =
          `got the folder '${value}' with Triton ${target.tritonRelease}, which only unpacks archives; pack the environment as a .tar.gz file, ` +
          `or use Triton ${FIRST_RELEASE_WITH_FOLDERS} or newer`;
        yield { field: FIELD, message };
      } else if (value.includes(MODEL_FOLDER) && isBefore(target, FIRST_RELEASE_WITH_PLACEHOLDER)) {
        const message = `got '${value}' with Triton ${target.tritonRelease}, which does not replace ${MODEL_FOLDER}; set '/opt/ml/model/${config.name}/${path}'`;
        yield { field: FIELD, message };
      }
    },
  },
  {
    id: 'py.env-content',
    *check(model) {
      const message = environmentProblem(model);
      if (message !== undefined) yield { field: FIELD, message };
    },
  },
  {
    id: 'py.env-platform',
    *check(model, target) {
      const { environment, path } = findEnvironment(model) ?? {};
      if (!environment || environmentProblem(model)) return;
      const required = pythonOf(model, target);
      const { foreignPlatform: platform, libstdcxx = Infinity } = environment;
      if (platform !== undefined) {
        const message =
          `got ${path} with extension modules for ${platform === 'darwin' ? 'macOS' : platform}, which Python on Linux (x86_64) does not load: ` +
          'create and pack the environment on Linux (x86_64)';
        // The Python of the image does not search an environment of a different version. py.env-python reports it.
        const isSearched = required?.isVersionCertain && required.python === environment.python;
        yield { field: FIELD, message, severity: isSearched ? Severity.ERROR : Severity.WARNING };
      }
      if (required?.libstdcxx !== undefined && libstdcxx < required.libstdcxx) {
        const version = LIBSTDCXX_PACKAGES.get(required.libstdcxx);
        const message =
          `got ${path} with libstdc++.so.6.0.${libstdcxx}, which ${STUB_NAME} loads, but it requires GLIBCXX_3.4.${required.libstdcxx}: install ` +
          `libstdcxx-ng${version === undefined ? '' : `=${version}`} of conda-forge before you pack the environment`;
        yield { field: FIELD, message, severity: required.isVersionCertain ? Severity.ERROR : Severity.WARNING };
      }
    },
  },
  {
    id: 'py.env-python',
    *check(model, options) {
      const { environment, path } = findEnvironment(model) ?? {};
      const required = pythonOf(model, options);
      if (!environment?.python || !required || environment.python === required.python) return;
      const { python, source, isVersionCertain } = required;
      const unavailable = externalImports(model).filter(
        ({ name, isImportedAtLoad }) =>
          isImportedAtLoad &&
          environment.modules.includes(name) &&
          !isStandardModule(name, python) &&
          !isImageModule(name, options.tritonRelease ?? ''),
      );
      yield {
        field: FIELD,
        message:
          `got ${path} with Python ${environment.python}; ${source} is Python ${python}, which does not find the packages of a different version` +
          `${unavailable.length > 0 ? `, such as ${unavailable.map(({ name }) => name).join(', ')}` : ''}: build the environment with Python ` +
          `${python}, or put a ${STUB_NAME} of Python ${environment.python} into the model's folder`,
        severity: unavailable.length > 0 && isVersionCertain ? Severity.ERROR : Severity.WARNING,
      };
    },
  },
];

export function environmentParameter({ backend, config }: LocalModel): string | undefined {
  return backend.name === 'python' ? config.parameters.get('EXECUTION_ENV_PATH')?.string_value : undefined;
}

/** The packed or unpacked environment in the model's folder; undefined if the folder contains no environment. */
export function findEnvironment(model: LocalModel): { path: string; environment?: PythonEnvironment } | undefined {
  const path = environmentPath(environmentParameter(model) ?? '', model.config.name);
  if (path === undefined) return undefined;
  const packed = fileAt(model.files, path);
  if (packed) return isOnDisk(packed) ? { path, environment: readPackedEnvironment(packed.source) } : undefined;
  return isFolder(model, path) ? { path: path || MODEL_FOLDER, environment: readFolderEnvironment(model) } : undefined;
}

const readFolderEnvironment = cachePerModel((model) => {
  const folder = `${environmentPath(environmentParameter(model) ?? '', model.config.name)}/`.replace(/^\/$/, '');
  const filesInFolder = model.files.filter((file) => file.path.startsWith(folder));
  return environmentOf(filesInFolder.map((file) => ({ path: file.path.slice(folder.length) })));
});

/** The reason why Triton cannot unpack or activate an environment, whatever the release and the image. */
export const environmentProblem = cachePerModel((model): string | undefined => {
  const { path = '', environment } = findEnvironment(model) ?? {};
  const packed = fileAt(model.files, path);
  if (packed && isOnDisk(packed) && !isTarArchive(packed.source))
    return `got ${path}, which is no tar archive with gzip, the only format that Triton unpacks; pack the environment again, for example with conda-pack`;
  if (!environment) return undefined;
  const { brokenLink, hasActivate, activateFolder } = environment;
  if (brokenLink)
    return (
      `got ${path}, whose hard link ${brokenLink.path} has the target ${brokenLink.target}, which is not before it in the archive, so Triton ` +
      'cannot unpack it; pack the whole environment again'
    );
  if (hasActivate) return undefined;
  return activateFolder === undefined
    ? `got ${path} without bin/activate, which Triton runs; pack the environment with conda-pack, which adds the file`
    : `got ${path} with ${activateFolder}/bin/activate; Triton runs bin/activate at the top of the environment: pack the content of the folder ` +
        `${activateFolder}, for example with tar -czf env.tar.gz -C ${activateFolder} .`;
});

/** The finding about an environment that is not in the model's folder. */
function outsideProblem(
  value: string,
  { files }: LocalModel,
  { customImage }: ServingTarget,
): { message: string; severity?: Severity } {
  if (value.includes(MODEL_FOLDER))
    return { message: `got '${value}', which is outside the model's folder; allowed: ${MODEL_FOLDER}/<file>` };
  if (value.startsWith('/') || STORAGE.test(value)) {
    // The path can be part of the image, or created by the code of a different model.
    const message = `got '${value}', which is not part of the model; ${MODEL_FOLDER}/<file> would be deployed with the model`;
    return { message, severity: Severity.WARNING };
  }
  const path = value.replace(/^(?:\.|\$?\{?TRITON_MODEL_DIRECTORY\}?)\//, '');
  const isInModel = fileAt(files, path) !== undefined || hasFolder(files, path);
  const message =
    `got '${value}', a path in ${SERVER_FOLDER}, the working directory of the server, and not in the model's folder; set ` +
    `'${MODEL_FOLDER}/${isInModel ? path : '<file>'}'`;
  // The working directory of a different image, and its content, are not known.
  return { message, severity: customImage ? Severity.WARNING : undefined };
}

function isFolder({ files }: LocalModel, path: string): boolean {
  return path === '' || hasFolder(files, path);
}

function isBefore({ tritonRelease }: ServingTarget, release: string): boolean {
  return tritonRelease !== undefined && compareReleases(tritonRelease, release) < 0;
}
