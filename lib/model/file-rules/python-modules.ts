import * as fs from 'fs';
import { Severity } from '../../findings/finding';
import { requireWithin } from '../../findings/limits';
import type { ServingTarget } from '../../model-config/serving-target';
import { isImageModule, isStandardModule } from '../../facts/python-modules';
import { findTritonRelease } from '../../facts/triton-releases';
import { isOnDisk } from '../folder-content';
import { environmentPath, MODEL_FOLDER, readPythonSource } from '../python-source';
import { environmentOf, PythonEnvironment, readPackedEnvironment } from '../readers/python-environment';
import { fileAt, FileRule, hasFolder, LocalModel } from './local-model';
import { externalImports } from './python-imports';

/** Name of a program in the model's folder that runs the model with a different Python version than the image (python_backend, README.md). */
const STUB_NAME = 'triton_python_backend_stub';

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
      has: (name) => environment.modules.includes(name),
    };
  }
  if (customImage || !python) return undefined;
  return {
    python,
    title: `the image of Triton ${release}`,
    advice:
      `pack an environment of Python ${python} that has it, put it into the model's folder and name it in the parameter ` +
      `EXECUTION_ENV_PATH (${MODEL_FOLDER}/<file>), or use your own image`,
    has: (name) => isImageModule(name, release),
  };
}

/** The Python version that runs a model. */
interface RequiredPython {
  readonly python: string;
  /** The cause of the version, as the subject of a sentence: a stub, or the image. */
  readonly source: string;
  /** Whether the version is certain. A version that was only reported by users is not certain. */
  readonly isVersionCertain: boolean;
}

/** The Python version that runs the model: the version of a stub in the model's folder, or of the image. */
function pythonOf(
  { backend, files }: LocalModel,
  { tritonRelease, customImage }: ServingTarget,
): RequiredPython | undefined {
  if (backend.name !== 'python') return undefined;
  const stub = files.filter(isOnDisk).find(({ path }) => path === STUB_NAME);
  if (stub) {
    requireWithin('stubBytes', fs.statSync(stub.source).size, stub.path);
    const [, python] = /libpython(3\.\d+)/.exec(fs.readFileSync(stub.source, 'latin1')) ?? [];
    return python === undefined ? undefined : { python, source: STUB_NAME, isVersionCertain: true };
  }
  const { python, unconfirmed } = findTritonRelease(tritonRelease ?? '') ?? {};
  if (python === undefined || customImage) return undefined;
  return { python, source: `that of Triton ${tritonRelease}`, isVersionCertain: !unconfirmed?.includes('python') };
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
