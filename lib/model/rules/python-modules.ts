import { Severity } from '../../findings/finding';
import type { ServingTarget } from '../../model-config/serving-target';
import { isImageModule } from '../../facts/image-packages';
import { isStandardModule } from '../../facts/python-modules';
import { isOnDisk } from '../folder/folder-content';
import { environmentPath, MODEL_FOLDER, readPythonSource } from '../files/python-source';
import { environmentOf, PythonEnvironment, readPackedEnvironment } from '../folder/readers/python-environment';
import { fileAt, FileRule, hasFolder, LocalModel } from './local-model';
import { externalImports } from './python-imports';
import { readPackages } from './python-packages';
import { pythonOf, STUB_NAME } from './required-python';

/** Rules for the Python environment of a model and the modules that it imports. */
export const pythonModuleRules: FileRule[] = [
  {
    id: 'py.env-path',
    *check({ backend, config, files }) {
      const configuredPath = config.parameters.get('EXECUTION_ENV_PATH')?.string_value;
      if (backend.name !== 'python' || !configuredPath) return;
      const field = 'parameters[EXECUTION_ENV_PATH]';
      const path = environmentPath(configuredPath, config.name);
      if (path !== undefined) {
        if (fileAt(files, path) || hasFolder(files, path)) return;
        yield { field, message: `got '${configuredPath}', but the model's folder has no ${path}; add it` };
      } else if (configuredPath.includes(MODEL_FOLDER)) {
        yield {
          field,
          message: `got '${configuredPath}', which is outside the model's folder; allowed: ${MODEL_FOLDER}/<file>`,
        };
      } else {
        // The path can be part of the image, or created by the code of a different model.
        yield {
          field,
          message: `got '${configuredPath}', which is not part of the model; ${MODEL_FOLDER}/<file> would be deployed with the model`,
          severity: Severity.WARNING,
        };
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
        field: 'parameters[EXECUTION_ENV_PATH]',
        message:
          `got ${path} with Python ${environment.python}; ${source} is Python ${python}, which does not find the packages of a different version` +
          `${unavailable.length > 0 ? `, such as ${unavailable.map(({ name }) => name).join(', ')}` : ''}: build the environment with Python ` +
          `${python}, or put a ${STUB_NAME} of Python ${environment.python} into the model's folder`,
        severity: unavailable.length > 0 && isVersionCertain ? Severity.ERROR : Severity.WARNING,
      };
    },
  },
  {
    id: 'py.import',
    severity: Severity.WARNING,
    *check(model, options) {
      if (model.backend.name !== 'python' || /\bpip3?\b['", ]+install\b/.test(readPythonSource(model.files))) return;
      const packages = packagesOf(model, options);
      if (!packages) return;
      const missing = externalImports(model).filter(
        ({ name }) => !isStandardModule(name, packages.python) && !packages.has(name),
      );
      for (const file of new Set(missing.map((each) => each.file))) {
        const names = missing.filter((each) => each.file === file).map(({ name }) => name);
        yield {
          field: 'files',
          message: `${file} imports ${names.join(', ')}, which ${packages.title} does not have: ${packages.advice}`,
        };
      }
    },
  },
];

/** The packages that are available to a model. */
interface Packages {
  readonly python: string;
  readonly title: string;
  readonly advice: string;
  has(name: string): boolean;
}

/** The available packages; undefined if they are unknown. */
function packagesOf(model: LocalModel, options: ServingTarget): Packages | undefined {
  const { tritonRelease: release = '', customImage } = options;
  const python = pythonOf(model, options)?.python;
  if (environmentParameter(model)) {
    const { environment, path } = findEnvironment(model) ?? {};
    const environmentPython = environment?.python ?? python;
    if (!environment || !environmentPython) return undefined;
    // py.env-python reports an environment with a different Python version.
    if (python && python !== environmentPython) return undefined;
    return {
      python: environmentPython,
      title: `the environment ${path}`,
      advice: 'add it there',
      has: (name) => environment.modules.includes(name) || model.installedModules.has(name),
    };
  }
  if (customImage || !python) return undefined;
  const deployedModules = deployedModulesOf(model);
  if (!deployedModules) return undefined;
  return {
    python,
    title: `the image of Triton ${release}`,
    advice: model.pythonPackages
      ? `add the package to ${model.pythonPackages._source}, and lock the packages again`
      : `deploy it with pythonPackages (PythonPackages.fromRequirements), name an environment of Python ${python} in the parameter ` +
        `EXECUTION_ENV_PATH (${MODEL_FOLDER}/<file>), or use your own image`,
    has: (name) => isImageModule(name, release) || deployedModules.has(name) || model.installedModules.has(name),
  };
}

/** The names in the packages that are deployed with the model. Undefined if they cannot be read, which py.packages-lock reports. */
function deployedModulesOf({ pythonPackages }: LocalModel): ReadonlySet<string> | undefined {
  if (!pythonPackages) return new Set();
  const { problem, modules } = readPackages(pythonPackages);
  return problem === undefined ? modules : undefined;
}

function environmentParameter({ backend, config }: LocalModel): string | undefined {
  return backend.name === 'python' ? config.parameters.get('EXECUTION_ENV_PATH')?.string_value : undefined;
}

/** The packed or unpacked environment in the model's folder; undefined if the folder contains no environment. */
function findEnvironment(model: LocalModel): { path: string; environment?: PythonEnvironment } | undefined {
  const path = environmentPath(environmentParameter(model) ?? '', model.config.name);
  if (path === undefined) return undefined;
  const packed = fileAt(model.files, path);
  if (packed) return isOnDisk(packed) ? { path, environment: readPackedEnvironment(packed.source) } : undefined;
  const filesInFolder = model.files.filter((file) => file.path.startsWith(`${path}/`));
  return filesInFolder.length === 0
    ? undefined
    : { path, environment: environmentOf(filesInFolder.map((file) => file.path.slice(path.length + 1))) };
}
